// Translates a DXIL program to a SPIR-V module in two steps, with the structurizer between them:
// plan_module() (plan/plan_module.hpp) makes the decisions, emit_module() writes the module from the
// structured functions.
#pragma once

#include <cstdint>
#include <span>

#include "spirv_backend/options/instrument_tables.hpp"
#include "spirv_backend/plan/plan_module.hpp"
#include "structurizer/structured.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// Returns the words of the module. functions[i] is the structured form of plan.functions[i].flow. `tables`
/// (may be null) receives the meaning of the numbers that an instrumented module writes.
Result<Vector<uint32_t>> emit_module(const ModulePlan& plan,
                                     std::span<const structurizer::Structured> functions,
                                     InstrumentTables* tables = nullptr);

}  // namespace trellis::spirv
