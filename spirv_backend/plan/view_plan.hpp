// View instancing: what of it concerns one stage (emitter/view_instancing.hpp carries it out).
#pragma once

#include <optional>

#include "spirv_backend/plan/plan.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// What the module of a plan whose views are planned takes, hands on and adds.
ViewUse view_use(const ModulePlan& plan);

/// The views that are drawn, as a mask, if that is known.
std::optional<uint32_t> known_views(const ViewOptions& views);

/// Decides ModulePlan::stage.views, once elements are placed. kBadInput or kUnsupported with the option's
/// name if the options contradict themselves, the stage or its elements.
Result<void> plan_views(ModulePlan& plan);

}  // namespace trellis::spirv
