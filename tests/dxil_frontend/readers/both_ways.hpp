// Decodes a module from LLVM's instructions and from the records of its bitcode, and compares the results.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "dxil_frontend/debug_info/debug_reader.hpp"

namespace trellis::dxil::test {

struct BothWays {
  std::string difference;    ///< The differences in modules, metadata and messages; empty if there are none.
  bool is_recorded = false;  ///< The records suffice to decode the module.
  bool has_debug_info = false;  ///< The result has variables or scopes of the source.
};

/// Bitcode that the check rejects has no records, and so no differences.
BothWays decode_both_ways(std::span<const uint8_t> bitcode, DebugDepth depth = DebugDepth::kEverything);

}  // namespace trellis::dxil::test
