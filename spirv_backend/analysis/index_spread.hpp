// Which numbers a computed index can be: those that lie a fixed step apart. Rows of a matrix in one flat
// array are indexed so, and members of structs.
#pragma once

#include <cstdint>
#include <optional>

#include "dxil_frontend/program/ir.hpp"
#include "spirv_backend/analysis/value_bounds.hpp"

namespace trellis::spirv {

/// first, first + step, ..., most.
struct IndexSpread {
  uint64_t first = 0, step = 1, most = 0;
};

/// Of an integer that is used at an instruction, as far as the few instructions before it tell.
IndexSpread index_spread(const dxil::Module& module, const dxil::Function& function,
                         const ValueBounds& bounds, const dxil::Instruction& user, dxil::ValueId index);

}  // namespace trellis::spirv
