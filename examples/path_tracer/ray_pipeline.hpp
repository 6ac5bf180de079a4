// The library as a ray tracing pipeline: a module for each entry point, hit groups, and the shader binding
// table.
#pragma once

#include <array>
#include <map>
#include <string>

#include "vulkan_helpers/gpu.hpp"

namespace example {

/// The translated entry points of a library, by their names in HLSL.
struct RayLibrary {
  struct Shader {
    TrellisStage stage = TRELLIS_STAGE_LIBRARY;
    trellis::api::Module module;
  };
  std::map<std::string, Shader> shaders;

  const Shader& shader(const std::string& name) const;
};
/// Bindings of set 0: first the t registers, then u0, then b0.
constexpr uint32_t kSceneBinding = 0, kSurfaceBinding = 1, kImageBinding = 2, kFrameBinding = 3,
                   kBindings = 4;
/// Reads the file once and translates all its entry points.
RayLibrary translate_library(const std::string& path);

/// Names of entry points; empty if there is none.
struct HitGroup {
  std::string closest_hit, any_hit;
};

struct RayPipeline {
  VkPipeline pipeline = VK_NULL_HANDLE;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  VkDescriptorSetLayout set_layout = VK_NULL_HANDLE;
  /// Regions for ray generation, miss shaders, hit groups and callable shaders.
  std::array<VkStridedDeviceAddressRegionKHR, 4> table = {};
};

RayPipeline make_ray_pipeline(Gpu& gpu, const RayLibrary& library, const std::string& generation,
                              const std::vector<std::string>& misses,
                              const std::vector<HitGroup>& hit_groups);

}  // namespace example
