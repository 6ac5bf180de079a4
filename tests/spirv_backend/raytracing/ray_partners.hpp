// Ray stages written by hand in SPIR-V, as partners of translated ones. They only assume that payloads,
// parameters and attributes are arrays of words.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/vulkan/rays/ray_dispatch.hpp"
#include "tests/vulkan/resources.hpp"

namespace trellis::test_rays {

/// The arguments with which tracing_generation() traces a ray.
struct TracedRay {
  uint32_t flags = 0, mask = 0xFF, offset = 0, stride = 0, miss = 0;
  float origin[3] = {0, 0, 0}, t_min = 0, direction[3] = {0, 0, 1}, t_max = 1000;
  std::vector<uint32_t> payload;  ///< Its initial contents.
};

/// Bindings of set 0 that partners use.
inline constexpr uint32_t kPartnerScene = 9000, kPartnerRays = 9001, kPartnerResults = 9002;

/// Returns a ray generation shader: invocation (x, 0, 0) traces ray x and writes its payload's words.
vulkan::RayShader tracing_generation(uint32_t payload_words);
/// Like tracing_generation(), but calls callable shader `flags` of each "ray".
vulkan::RayShader calling_generation(uint32_t parameter_words);

/// Returns the resources of these shaders: the scene, the rays and, as the last one, the results.
std::vector<vulkan::BoundResource> partner_resources(VkAccelerationStructureKHR scene,
                                                     const std::vector<TracedRay>& rays);

/// A change of a word of the payload or parameter: its new value is multiplier * old word + source.
struct WordChange {
  enum class Source : uint8_t {
    kConstant,
    kRayT,         ///< Bits of RayTmaxKHR.
    kCustomIndex,  ///< InstanceCustomIndexKHR.
    kHitKind,
    kAttribute,  ///< Word `value` of the attributes.
    kRecord,     ///< Word `value` of the shader record.
    kPushed,     ///< Word `value` of the push constants.
  };
  uint32_t word = 0;
  uint32_t multiplier = 0;
  Source source = Source::kConstant;
  uint32_t value = 0;
};

/// Returns a closest-hit, any-hit, miss or callable shader that makes the given changes. `attribute_words` is
/// the size of the attributes for kAttribute; 2 means those of triangles.
vulkan::RayShader changing_shader(VkShaderStageFlagBits stage, uint32_t words,
                                  const std::vector<WordChange>& changes, uint32_t attribute_words = 0);

/// Returns an intersection shader that reports one hit, for rays along `axis` in world space. Word 0 of the
/// shader record, a float, is the coordinate of the hit on that axis. The words after it are the attributes;
/// if there are two, they form a vector of floats.
vulkan::RayShader reporting_shader(uint32_t axis, uint32_t hit_kind, uint32_t attribute_words);

}  // namespace trellis::test_rays
