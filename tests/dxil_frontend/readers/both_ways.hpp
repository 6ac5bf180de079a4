// A module decoded from LLVM's instructions and from the records of its bitcode, which has to come to the
// same.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "dxil_frontend/debug_info/debug_reader.hpp"

namespace trellis::dxil::test {

struct BothWays {
  std::string difference;    ///< Empty if there is none, in modules, what metadata say, or messages.
  bool is_recorded = false;  ///< The records suffice.
  bool has_debug_info = false;  ///< What was read has variables or scopes of the source.
};

/// Bitcode that the check refuses has no records: it counts as without difference.
BothWays decode_both_ways(std::span<const uint8_t> bitcode, DebugDepth depth = DebugDepth::kEverything);

}  // namespace trellis::dxil::test
