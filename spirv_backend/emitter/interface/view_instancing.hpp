// View instancing: finds the view of an invocation, and the layers and viewports that views are drawn to.
// With kInstances, the vertex shader derives the view from its instance, and each stage passes it to the next
// (view_outputs.hpp). With kMultiview, each stage reads Vulkan's ViewIndex.
#pragma once

#include "spirv_backend/emitter/interface/stage_interface.hpp"
#include "spirv_backend/emitter/memory/root_data.hpp"
#include "spirv_backend/module/code_writer.hpp"
#include "spirv_backend/plan/plan.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

/// The two array indices to which the views' locations are added.
enum class ViewTarget : uint8_t { kViewport, kLayer };

/// A module's state for views.
struct Views {
  /// A specialization constant, identified by its SpecId.
  struct SpecNumber {
    uint32_t spec_id = 0;
    Id id = 0;
  };

  const ModulePlan& plan;
  const StageInterface& interface;
  RootBlock& root_data;
  Id taken = 0, handed = 0;  ///< Variables that hold the view; 0: none.
  Id added[2] = {0, 0};      ///< By ViewTarget: outputs that the program does not have; 0: none.
  Vector<SpecNumber> spec_numbers = {};
};

/// Values that a function has loaded in its prologue; 0 until then.
struct LoadedViews {
  Id view = 0, instance = 0;
  Id offsets[2] = {0, 0};  ///< Indexed by ViewTarget.
};

// Each of these appends its computation to `code`; nothing is cached.
/// Loads SV_ViewID.
Id load_view(Views& views, CodeWriter& code);
/// Loads SV_InstanceID of a vertex shader, or SV_GroupID.x of a mesh shader, whose draw count is multiplied
/// by the number of views.
Id load_instance_of_view(Views& views, CodeWriter& code);
/// Loads the number of views that are drawn.
Id load_drawn_count(Views& views, CodeWriter& code);
/// Loads the number that is added to the viewport or layer index of a view.
Id load_view_offset(Views& views, CodeWriter& code, ViewTarget target, Id view);

// The same, computed once per function in its prologue.
Id view_id(FunctionEmitter& e);
Id instance_of_view(FunctionEmitter& e);
Id offset_of_view(FunctionEmitter& e, ViewTarget target);

}  // namespace trellis::spirv
