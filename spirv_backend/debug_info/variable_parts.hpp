// Finds the part of a variable that some of its bits are: the indices that select it, like those of
// OpAccessChain.
#pragma once

#include <cstdint>

#include "dxil_frontend/program/debug_info.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

struct VariablePart {
  Vector<uint32_t> indices;
  uint32_t type = cfg::kNone;  ///< The part's type: index into DebugInfo::types.
};

/// The part to find: bits of a variable that hold a number of scalars.
struct WantedPart {
  uint32_t type = cfg::kNone;  ///< The variable's type.
  uint64_t offset_bits = 0;
  uint64_t bits = 0;     ///< 0: the whole variable.
  uint32_t scalars = 1;  ///< 1: a scalar; else a vector or array of that many.
};

/// Returns false if the bits are not a single part, or if the part has another shape.
bool find_part(const dxil::DebugInfo& info, const WantedPart& wanted, VariablePart& part);

}  // namespace trellis::spirv
