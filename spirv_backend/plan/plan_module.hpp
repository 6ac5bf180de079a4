// The first of the two steps to a module: what becomes a value and what is rebuilt at its uses, where the
// resources are bound, and each function's structurizer::Flow.
#pragma once

#include "spirv_backend/plan/plan.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// Errors: kUnsupported for what is not translated, kBadInput for broken references.
Result<ModulePlan> plan_module(const dxil::Shader& shader, const dxil::EntryPoint& entry_point,
                               const EmitOptions& options);

}  // namespace trellis::spirv
