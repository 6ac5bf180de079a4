// Handles with nothing behind them. Mesa drops resource records, or keeps one for several resources, and
// makes handles of the others all the same: they are null descriptors, of which reads give 0 and to which
// writes are dropped.
#pragma once

#include "dxil_frontend/program/dxil_ops.hpp"
#include "spirv_backend/plan/plan.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

/// Whether an operation of that use can work on what the handle refers to. False for handles of nothing, and,
/// if Mesa made the program, for those of a resource that no such operation is for.
bool has_resource(const ModulePlan& plan, const Reference& handle, dxil::HandleUse use);

/// Handles of nothing in the functions of the plan, one line for each that is named; without a final stop.
Vector<String> handles_of_nothing(const ModulePlan& plan);

}  // namespace trellis::spirv
