// How stages pass the view (view_instancing.hpp) to the next stage and to the rasterizer: variables that the
// program does not have, and stores to them.
#pragma once

#include <optional>

#include "spirv_backend/emitter/interface/view_instancing.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

struct ModuleContext;

/// Declares the variables that pass the view on and those that receive the locations. Error: kUnsupported if
/// the device lacks a required feature.
Result<void> declare_views(ModuleContext& context);

/// Returns the index that the element holds, if the view's location is added to its stores; empty for all
/// other elements.
std::optional<ViewTarget> added_target(const ModulePlan& plan, const InterfaceElement& element);

/// Returns true if the entry point's function stores the view outputs in its prologue: in vertex and domain
/// shaders. (Geometry shaders store them with each vertex, hull shaders in their wrapper, mesh shaders with
/// the position of each vertex and the indices of each primitive.)
bool stores_views_at_head(const ModulePlan& plan);

// These append stores to `code`, which belongs to the function that `e` emits.
/// Stores the outputs for the rasterizer or the next stage.
void store_view_outputs(FunctionEmitter& e, CodeWriter& code);
/// The same for mesh shaders: the outputs of a vertex, and the array indices of a primitive.
void store_view_of_vertex(FunctionEmitter& e, CodeWriter& code, Id vertex);
void store_view_of_primitive(FunctionEmitter& e, CodeWriter& code, Id primitive);

/// Passes the view on with the control point of a hull shader's invocation.
void hand_view_of_control_point(Views& views, CodeWriter& code);

}  // namespace trellis::spirv
