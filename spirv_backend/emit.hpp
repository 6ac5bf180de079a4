// From a DXIL program to a SPIR-V module, in two steps with the structurizer between them:
//   plan_module() decides what becomes a value and what is rebuilt at its uses, binds the resources, and
//   makes
//                 each function's structurizer::Flow;
//   emit_module() writes the module from the structured functions.
#pragma once

#include <cstdint>
#include <span>

#include "dxil_frontend/shader.hpp"
#include "spirv_backend/plan.hpp"
#include "structurizer/structured.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// Errors: kUnsupported for what is not translated, kBadInput for broken references.
Result<ModulePlan> plan_module(const dxil::Shader& shader, const dxil::EntryPoint& entry_point,
                               const EmitOptions& options);

/// functions[i] is the structured form of plan.functions[i].flow. Returns the words of the module.
Result<Vector<uint32_t>> emit_module(const ModulePlan& plan,
                                     std::span<const structurizer::Structured> functions);

}  // namespace trellis::spirv
