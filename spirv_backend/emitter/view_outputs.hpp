// How stages tell the next one, and the rasterizer, which view they draw (view_instancing.hpp): variables
// that the program does not have, and the stores to them.
#pragma once

#include <optional>

#include "spirv_backend/emitter/view_instancing.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

struct ModuleContext;

/// Makes the variables that hand the view on and that the locations go to. kUnsupported if the device lacks
/// what these need.
Result<void> declare_views(ModuleContext& context);

/// Which of the two the element is, if its stores get the view's location added; empty for all others.
std::optional<ViewTarget> added_target(const ModulePlan& plan, const InterfaceElement& element);

/// Whether the entry point's function stores what is told of the view at its head: of vertex and domain
/// shaders. (Geometry shaders do it with each vertex, hull shaders in their wrapper, mesh shaders with the
/// position of each vertex and the indices of each primitive.)
bool stores_views_at_head(const ModulePlan& plan);

// Stores at the end of `code`, which belongs to the function that `e` emits.
/// What the rasterizer or the next stage is told of the view.
void store_view_outputs(FunctionEmitter& e, CodeWriter& code);
/// The same of mesh shaders: what a vertex hands on, and the array indices of a primitive.
void store_view_of_vertex(FunctionEmitter& e, CodeWriter& code, Id vertex);
void store_view_of_primitive(FunctionEmitter& e, CodeWriter& code, Id primitive);

/// Hands the view on with the control point of a hull shader's invocation.
void hand_view_of_control_point(Views& views, CodeWriter& code);

}  // namespace trellis::spirv
