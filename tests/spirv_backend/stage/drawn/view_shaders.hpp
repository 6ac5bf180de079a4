// Shaders of a pipeline with views, made by hand: what they write tells which view and instance they are of.
#pragma once

#include <optional>

#include "dxil_frontend/program/shader.hpp"

namespace trellis::test_drawing {

/// What vertex_shader() writes besides the position.
struct ViewVertexShape {
  bool reads_view = true;
  bool reads_mark = false;  ///< An attribute at location 2, in place of the instance.
  std::optional<uint32_t> layer = {}, viewport = {};  ///< Constants it writes itself.
};

/// Moves POSITION (location 0) by half of the clip space's half for each instance: with 16 pixels instance n
/// has the columns 4 n to 4 n + 3. Writes DATA: (instance, view or 77).
dxil::Shader view_vertex_shader(const ViewVertexShape& shape);

/// DATA and (view or 55, 99), as integers.
dxil::Shader view_pixel_shader(bool reads_view = true);

/// DATA and (view, layer * 16 + viewport): not for multiview, which has no layers to read.
dxil::Shader view_place_shader();

/// Feeds a stage that makes primitives: POSITION and COLOR (locations 0 and 1) with as many columns as that
/// wants, as SV_Position or POSITION, and `other`.
dxil::Shader view_feeding_shader(bool has_position, uint32_t position_columns, uint32_t other_columns,
                                 const char* other);

/// (COLOR.x, view), as floats.
dxil::Shader view_color_shader();

/// For triangles: the position of three control points; writes DATA: (3, view or 77).
dxil::Shader view_domain_shader(bool reads_view);

/// Two threads a group, each with a triangle in the columns that SV_DispatchThreadID.x says. Writes DATA:
/// (SV_DispatchThreadID.x, view or, if it does not read it, SV_GroupID.x); primitives go to layer 1.
dxil::Shader view_mesh_shader(bool reads_view);

}  // namespace trellis::test_drawing
