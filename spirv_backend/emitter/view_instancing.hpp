// View instancing: which view an invocation is of, how stages tell the next one, and the layers and viewports
// that views go to. By instances the vertex shader takes the view from its instance; the others are told.
// By multiview every stage asks Vulkan.
#pragma once

#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/module/code_writer.hpp"

namespace trellis::spirv {

/// The two array indices that views' locations are added to.
enum class ViewTarget : uint8_t { kViewport, kLayer };

/// Makes the output variables that hand the view on and that the locations go to. kUnsupported if the device
/// lacks what these need.
Result<void> declare_views(ModuleContext& context);

/// Which of the two the element is, if its stores get the view's location added; empty for all others.
std::optional<ViewTarget> added_target(const ModulePlan& plan, const InterfaceElement& element);

/// Whether the entry point's function stores what is told of the view at its head: of vertex and domain
/// shaders. (Geometry shaders do it with each vertex, hull shaders in their wrapper, mesh shaders with the
/// position of each vertex and the indices of each primitive.)
bool stores_views_at_head(const ModulePlan& plan);

// Code at the end of `code`, which computes what it needs anew.
/// SV_ViewID.
Id load_view(ModuleContext& context, CodeWriter& code);
/// SV_InstanceID of a vertex shader, SV_GroupID.x of a mesh shader, whose draws are multiplied by the views.
Id load_instance_of_view(ModuleContext& context, CodeWriter& code);
/// How many views are drawn.
Id load_drawn_count(ModuleContext& context, CodeWriter& code);
/// The location of a view.
Id view_offset(ModuleContext& context, CodeWriter& code, ViewTarget target, Id view);
/// To an output that is a word, or (`index` is not 0) an element of an array of words.
void store_word(CodeWriter& code, Id variable, Id index, Id value);
/// Hands the view on with the control point of a hull shader's invocation.
void hand_view_of_control_point(ModuleContext& context, CodeWriter& code);

}  // namespace trellis::spirv
