// Creates the pipeline of a draw or a dispatch.
#pragma once

#include <span>

#include "tests/vulkan/draws/draw.hpp"
#include "tests/vulkan/heaps/device_heaps.hpp"
#include "tests/vulkan/objects.hpp"

namespace trellis::vulkan {

/// Returns true if the draw has a mesh stage instead of vertices.
bool has_mesh_stage(const Draw& draw);

/// `objects` owns the results.
Result<VkShaderModule> make_shader_module(DeviceObjects& objects, std::span<const uint32_t> words);
/// With `heaps`, there is no layout.
Result<VkPipeline> make_graphics_pipeline(DeviceObjects& objects, const Draw& draw, VkPipelineLayout layout,
                                          VkPipelineCreateFlags flags = 0,
                                          const DeviceHeaps* heaps = nullptr);
Result<VkPipeline> make_compute_pipeline(DeviceObjects& objects, const std::vector<uint32_t>& words,
                                         const std::string& entry, VkPipelineLayout layout,
                                         const DeviceHeaps* heaps = nullptr);

}  // namespace trellis::vulkan
