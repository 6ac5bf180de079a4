// The first of the two steps to a module. Plans which values exist and which are rebuilt at their uses, where
// resources are bound, and each function's structurizer::Flow.
#pragma once

#include "lower/lower.hpp"
#include "spirv_backend/plan/plan.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// Returns kUnsupported for stages that are not translated. Call it before lowering, which may refuse their
/// code for another reason.
Result<void> check_stage(const dxil::EntryPoint& entry_point);

/// Derives the options of lowering from those of the back end.
lower::Options lowering_options(const EmitOptions& options);

/// `program` must have been lowered with these options; its shader and entry point must outlive the plan
/// unless the program owns them. Errors: kUnsupported for what is not translated, kBadInput for broken
/// references.
Result<ModulePlan> plan_module(const lower::LoweredProgram& program, const EmitOptions& options);

}  // namespace trellis::spirv
