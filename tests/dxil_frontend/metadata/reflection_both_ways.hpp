// Reads a reflection module (the part STAT) from its records and with LLVM, and compares the results.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace trellis::dxil::test {

struct ReflectionBothWays {
  std::string difference;    ///< The differences in fields and messages; empty if there are none.
  bool is_checked = false;   ///< The bitcode check accepts the module.
  bool is_recorded = false;  ///< The records suffice to read the module.
  bool is_read = false;      ///< The module is valid.
  uint32_t names = 0;        ///< Number of resources and members with a name.
};

ReflectionBothWays read_reflection_both_ways(std::span<const uint8_t> bitcode);

}  // namespace trellis::dxil::test
