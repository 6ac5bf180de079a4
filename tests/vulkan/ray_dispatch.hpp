// One launch of a ray tracing pipeline as plain data, and running it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tests/vulkan/device.hpp"
#include "tests/vulkan/resources.hpp"

namespace trellis::vulkan {

inline constexpr uint32_t kNoShader = VK_SHADER_UNUSED_KHR;

struct RayShader {
  VkShaderStageFlagBits stage = VK_SHADER_STAGE_RAYGEN_BIT_KHR;
  std::vector<uint32_t> words;  ///< The module; has to be valid: drivers do not check it.
  std::string entry = "main";
};

/// Indices into RayDispatch::shaders.
struct RayGroup {
  uint32_t general = kNoShader;  ///< Ray generation, miss and callable shaders; then there is nothing else.
  uint32_t closest_hit = kNoShader, any_hit = kNoShader, intersection = kNoShader;
};

/// A shader record: the handle of a group, and the bytes behind it.
struct RayRecord {
  uint32_t group = 0;  ///< Into RayDispatch::groups.
  std::vector<uint8_t> data = {};
  std::vector<PlacedAddress> addresses = {};  ///< Put into `data`.
};

struct RayDispatch {
  std::vector<RayShader> shaders;
  std::vector<RayGroup> groups;
  RayRecord generation;
  std::vector<RayRecord> misses, hits, callables;
  std::vector<BoundResource> resources;
  std::optional<PipelineLayout> layout;  ///< In place of one that is made from the resources.
  std::vector<uint8_t> push_constants;
  std::array<uint32_t, 3> size = {1, 1, 1};
  uint32_t recursion = 4;
  double seconds = 120.0;  ///< Limit for the execution.
};

/// The groups of records that are one general shader each: group n has shader n.
std::vector<RayGroup> general_groups(uint32_t count);

/// Makes the pipeline and the shader binding table, launches once, and returns what it leaves in its
/// resources: see BoundResources::contents(). Errors: kUnsupported if the device has no ray tracing
/// pipelines; a failed Vulkan call.
Result<std::vector<std::vector<uint8_t>>> trace_rays(const Device& device, const RayDispatch& dispatch);

/// Makes the pipeline and nothing else.
Result<void> make_ray_pipeline(const Device& device, const RayDispatch& dispatch);

}  // namespace trellis::vulkan
