// The numbers that a computed index can have, if they are a fixed step apart. Rows of a matrix in a flat
// array and members of structs are indexed like this.
#pragma once

#include <cstdint>
#include <optional>

#include "dxil_frontend/program/ir.hpp"
#include "spirv_backend/analysis/value_bounds.hpp"

namespace trellis::spirv {

/// The numbers first, first + step, ..., most.
struct IndexSpread {
  uint64_t first = 0, step = 1, most = 0;
};

/// Returns the spread of an integer operand of `user`. Looks at a few instructions before `user` only.
IndexSpread index_spread(const dxil::Module& module, const dxil::Function& function,
                         const ValueBounds& bounds, const dxil::Instruction& user, dxil::ValueId index);

}  // namespace trellis::spirv
