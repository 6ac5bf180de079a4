// View instancing: the plan for one stage (emitter/interface/view_instancing.hpp carries it out).
#pragma once

#include <optional>

#include "spirv_backend/plan/plan.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// Returns what the module of a plan expects, passes on and adds for views. The views must have been planned.
ViewUse view_use(const ModulePlan& plan);

/// Returns the mask of the views that are drawn, if it is known.
std::optional<uint32_t> known_views(const ViewOptions& views);

/// Sets ModulePlan::stage.views; the elements must have been placed. Errors: kBadInput or kUnsupported, with
/// the option's name, if the options contradict themselves, the stage or its elements.
Result<void> plan_views(ModulePlan& plan);

}  // namespace trellis::spirv
