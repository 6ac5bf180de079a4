// Handles without a resource. Mesa drops resource records, or keeps one record for several resources, but
// still creates handles of the others. Such handles are null descriptors: reads return 0 and writes are
// dropped.
#pragma once

#include "dxil_frontend/program/dxil_ops.hpp"
#include "spirv_backend/plan/plan.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

/// Whether an operation of that kind can work on the handle's resource. False for handles that refer to
/// nothing and, in programs by Mesa, for resources of a kind that the operation does not support.
bool has_resource(const ModulePlan& plan, const Reference& handle, dxil::HandleUse use);

/// Returns a line, without a final period, for each handle in the plan's functions that is treated as a null
/// descriptor.
Vector<String> handles_of_nothing(const ModulePlan& plan);

}  // namespace trellis::spirv
