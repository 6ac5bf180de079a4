// Builds the shaders of a pipeline with views. Their outputs identify the view and the instance.
#pragma once

#include <optional>

#include "dxil_frontend/program/shader.hpp"

namespace trellis::test_drawing {

/// What view_vertex_shader() reads, and what it writes besides the position.
struct ViewVertexShape {
  bool reads_view = true;
  bool reads_mark = false;  ///< Writes an attribute at location 2 instead of the instance.
  std::optional<uint32_t> layer = {}, viewport = {};  ///< Constants that it writes itself.
};

/// Moves POSITION (location 0) to the right by a quarter of the picture for each instance: with 16 pixels,
/// instance n covers columns 4 n to 4 n + 3. Writes DATA: (instance, view or 77).
dxil::Shader view_vertex_shader(const ViewVertexShape& shape);

/// Writes DATA and (view or 55, 99) as integers.
dxil::Shader view_pixel_shader(bool reads_view = true);

/// Writes DATA and (view, layer * 16 + viewport). Not for multiview, which has no layers to read.
dxil::Shader view_place_shader();

/// Feeds a stage that makes primitives: passes POSITION and COLOR (locations 0 and 1), with as many columns
/// as that stage needs, to SV_Position or POSITION, and to `other`.
dxil::Shader view_feeding_shader(bool has_position, uint32_t position_columns, uint32_t other_columns,
                                 const char* other);

/// Writes (COLOR.x, view) as floats.
dxil::Shader view_color_shader();

/// Interpolates the position of three control points of a triangle, and writes DATA: (3, view or 77).
dxil::Shader view_domain_shader(bool reads_view);

/// Has two threads per group, each of which emits a triangle in the columns that SV_DispatchThreadID.x
/// selects. Writes DATA: (SV_DispatchThreadID.x, view, or SV_GroupID.x if it does not read the view).
/// Primitives go to layer 1.
dxil::Shader view_mesh_shader(bool reads_view);

}  // namespace trellis::test_drawing
