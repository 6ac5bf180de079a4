// Bounds of the counters of loops: integers that start with a known number, and to which a constant is added
// in each iteration, until a comparison ends the loop.
#pragma once

#include <optional>

#include "dxil_frontend/program/ir.hpp"
#include "spirv_backend/analysis/value_bounds.hpp"

namespace trellis::spirv {

/// Returns the bounds of the phi if it is a counter of a loop whose header is `block`. `known` has the bounds
/// of the values before the loop.
std::optional<IntegerBounds> counter_bounds(const dxil::Module& module, const dxil::Function& function,
                                            const ValueBounds& known, const dxil::Instruction& phi,
                                            cfg::BlockId block);

}  // namespace trellis::spirv
