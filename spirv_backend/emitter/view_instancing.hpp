// View instancing: which view an invocation is of, and the layers and viewports that views go to. By
// instances the vertex shader takes the view from its instance, and each stage tells the next
// (view_outputs.hpp). By multiview every stage asks Vulkan.
#pragma once

#include "spirv_backend/emitter/root_data.hpp"
#include "spirv_backend/emitter/stage_interface.hpp"
#include "spirv_backend/module/code_writer.hpp"
#include "spirv_backend/plan/plan.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

/// The two array indices that views' locations are added to.
enum class ViewTarget : uint8_t { kViewport, kLayer };

/// What a module has for views.
struct Views {
  /// A specialization constant, by its id in the pipeline.
  struct SpecNumber {
    uint32_t spec_id = 0;
    Id id = 0;
  };

  const ModulePlan& plan;
  const StageInterface& interface;
  RootBlock& root_data;
  Id taken = 0, handed = 0;  ///< Variables that tell the view; 0: there is none.
  Id added[2] = {0, 0};      ///< By ViewTarget: outputs the program does not have; 0: there is none.
  Vector<SpecNumber> spec_numbers = {};
};

/// What a function has loaded of them at its head; 0 until it is.
struct LoadedViews {
  Id view = 0, instance = 0;
  Id offsets[2] = {0, 0};  ///< By ViewTarget.
};

// Each of these computes what it needs anew, at the end of `code`.
/// SV_ViewID.
Id load_view(Views& views, CodeWriter& code);
/// SV_InstanceID of a vertex shader, SV_GroupID.x of a mesh shader, whose draws are multiplied by the views.
Id load_instance_of_view(Views& views, CodeWriter& code);
/// How many views are drawn.
Id load_drawn_count(Views& views, CodeWriter& code);
/// What is added to the array index of a view's viewport or layer.
Id load_view_offset(Views& views, CodeWriter& code, ViewTarget target, Id view);

// The same, computed once a function, at its head.
Id view_id(FunctionEmitter& e);
Id instance_of_view(FunctionEmitter& e);
Id offset_of_view(FunctionEmitter& e, ViewTarget target);

}  // namespace trellis::spirv
