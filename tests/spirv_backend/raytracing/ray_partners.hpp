// Ray stages written in SPIR-V by hand: the other side of translated ones. They know nothing of the
// translator but that payloads, parameters and attributes are arrays of words.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/vulkan/ray_dispatch.hpp"
#include "tests/vulkan/resources.hpp"

namespace trellis::test_rays {

/// What a ray of tracing_generation() is traced with.
struct TracedRay {
  uint32_t flags = 0, mask = 0xFF, offset = 0, stride = 0, miss = 0;
  float origin[3] = {0, 0, 0}, t_min = 0, direction[3] = {0, 0, 1}, t_max = 1000;
  std::vector<uint32_t> payload;  ///< At the start.
};

/// Bindings of set 0 that partners use.
inline constexpr uint32_t kPartnerScene = 9000, kPartnerRays = 9001, kPartnerResults = 9002;

/// A ray generation shader: invocation (x, 0, 0) traces ray x and writes its payload's words.
vulkan::RayShader tracing_generation(uint32_t payload_words);
/// The same, calling callable shader `flags` of each "ray" instead.
vulkan::RayShader calling_generation(uint32_t parameter_words);

/// Its resources: the scene, the rays, the results (the last of them).
std::vector<vulkan::BoundResource> partner_resources(VkAccelerationStructureKHR scene,
                                                     const std::vector<TracedRay>& rays);

/// What a word of the payload or parameter becomes: multiplier * old word + source.
struct WordChange {
  enum class Source : uint8_t {
    kConstant,
    kRayT,         ///< Bits of RayTmaxKHR.
    kCustomIndex,  ///< InstanceCustomIndexKHR.
    kHitKind,
    kAttribute,  ///< Word `value` of the attributes.
    kRecord,     ///< Word `value` of the shader record.
  };
  uint32_t word = 0;
  uint32_t multiplier = 0;
  Source source = Source::kConstant;
  uint32_t value = 0;
};

/// A closest-hit, any-hit, miss or callable shader that does that. `attribute_words`: of the attributes, for
/// kAttribute; 2 stands for those of triangles.
vulkan::RayShader changing_shader(VkShaderStageFlagBits stage, uint32_t words,
                                  const std::vector<WordChange>& changes, uint32_t attribute_words = 0);

/// An intersection shader that reports one hit, where the ray's coordinate `axis` is word 0 of the shader
/// record, as a float: for rays along that axis, of world space. The words behind it are the attributes; two
/// stand for a vector of floats.
vulkan::RayShader reporting_shader(uint32_t axis, uint32_t hit_kind, uint32_t attribute_words);

}  // namespace trellis::test_rays
