// The pipeline of one draw, or of one dispatch.
#pragma once

#include "tests/graphics/device_objects.hpp"
#include "tests/graphics/draw.hpp"

namespace trellis::graphics {

/// True if the draw has a mesh stage in place of vertices.
bool has_mesh_stage(const Draw& draw);

/// Owned by `objects`.
Result<VkPipeline> make_graphics_pipeline(DeviceObjects& objects, const Draw& draw, VkPipelineLayout layout);
Result<VkPipeline> make_compute_pipeline(DeviceObjects& objects, const Compute& compute,
                                         VkPipelineLayout layout);

}  // namespace trellis::graphics
