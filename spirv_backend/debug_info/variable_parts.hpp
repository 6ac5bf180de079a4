// Which part of a variable some of its bits are: the indices that lead there, as those of OpAccessChain.
#pragma once

#include <cstdint>

#include "dxil_frontend/program/debug_info.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

struct VariablePart {
  Vector<uint32_t> indices;
  uint32_t type = cfg::kNone;  ///< Of the part: into DebugInfo::types.
};

/// What to look for: bits of a variable of some type, with that many scalars in a row.
struct WantedPart {
  uint32_t type = cfg::kNone;  ///< The variable's.
  uint64_t offset_bits = 0;
  uint64_t bits = 0;     ///< 0: the whole variable.
  uint32_t scalars = 1;  ///< 1: a scalar; else a vector or array of that many.
};

/// False if the bits are no one part, or one of another shape.
bool find_part(const dxil::DebugInfo& info, const WantedPart& wanted, VariablePart& part);

}  // namespace trellis::spirv
