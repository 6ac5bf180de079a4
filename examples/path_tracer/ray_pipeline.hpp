// The library as a ray tracing pipeline: every entry point a module, hit groups, the shader binding table.
#pragma once

#include <array>
#include <map>
#include <string>

#include "vulkan_helpers/gpu.hpp"

namespace example {

/// Each entry point of a library by its name in HLSL, translated.
struct RayLibrary {
  struct Shader {
    TrellisStage stage = TRELLIS_STAGE_LIBRARY;
    trellis::api::Module module;
  };
  std::map<std::string, Shader> shaders;

  const Shader& shader(const std::string& name) const;
};
/// Bindings of set 0: t registers, then u0, then b0.
constexpr uint32_t kSceneBinding = 0, kSurfaceBinding = 1, kImageBinding = 2, kFrameBinding = 3,
                   kBindings = 4;
/// Reads the file once and translates what is in it.
RayLibrary translate_library(const std::string& path);

/// Names of entry points; empty: none.
struct HitGroup {
  std::string closest_hit, any_hit;
};

struct RayPipeline {
  VkPipeline pipeline = VK_NULL_HANDLE;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  VkDescriptorSetLayout set_layout = VK_NULL_HANDLE;
  std::array<VkStridedDeviceAddressRegionKHR, 4> table = {};  ///< Generation, misses, hit groups, callables.
};

RayPipeline make_ray_pipeline(Gpu& gpu, const RayLibrary& library, const std::string& generation,
                              const std::vector<std::string>& misses,
                              const std::vector<HitGroup>& hit_groups);

}  // namespace example
