// A launch of a ray tracing pipeline, as plain data, and the functions that run it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tests/vulkan/device.hpp"
#include "tests/vulkan/heaps/test_places.hpp"
#include "tests/vulkan/resources.hpp"

namespace trellis::vulkan {

inline constexpr uint32_t kNoShader = VK_SHADER_UNUSED_KHR;

struct RayShader {
  VkShaderStageFlagBits stage = VK_SHADER_STAGE_RAYGEN_BIT_KHR;
  std::vector<uint32_t> words;  ///< The module; it must be valid, because drivers do not check it.
  std::string entry = "main";
  TestPlaces places = TestPlaces::kSets;  ///< Where the module finds its resources.
};

/// The members are indices into RayDispatch::shaders.
struct RayGroup {
  /// For ray generation, miss and callable shaders; the other members are then unused.
  uint32_t general = kNoShader;
  uint32_t closest_hit = kNoShader, any_hit = kNoShader, intersection = kNoShader;
};

/// A shader record: the handle of a group and the data after it.
struct RayRecord {
  uint32_t group = 0;  ///< Index into RayDispatch::groups.
  std::vector<uint8_t> data = {};
  std::vector<PlacedAddress> addresses = {};  ///< Written to `data`.
};

struct RayDispatch {
  std::vector<RayShader> shaders;
  std::vector<RayGroup> groups;
  RayRecord generation;
  std::vector<RayRecord> misses, hits, callables;
  std::vector<BoundResource> resources;
  std::optional<PipelineLayout> layout;  ///< Replaces the layout derived from the resources.
  std::vector<uint8_t> push_constants;
  std::vector<PlacedAddress> addresses;  ///< Written to push_constants.
  bool uses_heaps = false;               ///< As Dispatch::uses_heaps.
  std::array<uint32_t, 3> size = {1, 1, 1};
  uint32_t recursion = 4;
  double seconds = 120.0;  ///< Limit in seconds for the execution.
};

/// Returns groups that consist of one general shader each: group n has shader n.
std::vector<RayGroup> general_groups(uint32_t count);

/// Creates the pipeline and the shader binding table, launches once, and returns the contents of the
/// resources: see BoundResources::contents(). Errors: kUnsupported if the device has no ray tracing
/// pipelines; a failed Vulkan call.
Result<std::vector<std::vector<uint8_t>>> trace_rays(const Device& device, const RayDispatch& dispatch);

/// Only creates the pipeline.
Result<void> make_ray_pipeline(const Device& device, const RayDispatch& dispatch);

}  // namespace trellis::vulkan
