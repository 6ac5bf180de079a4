// The first of the two steps to a module: what becomes a value and what is rebuilt at its uses, where the
// resources are bound, and each function's structurizer::Flow.
#pragma once

#include "lower/lower.hpp"
#include "spirv_backend/plan/plan.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// kUnsupported for stages that are not translated: to be asked before lowering, which may refuse their code
/// for another reason.
Result<void> check_stage(const dxil::EntryPoint& entry_point);

/// What lowering has to know of the back end's options.
lower::Options lowering_options(const EmitOptions& options);

/// `program`: lowered with these options; its shader and entry point must outlive the plan unless they are
/// its own. Errors: kUnsupported for what is not translated, kBadInput for broken references.
Result<ModulePlan> plan_module(const lower::LoweredProgram& program, const EmitOptions& options);

}  // namespace trellis::spirv
