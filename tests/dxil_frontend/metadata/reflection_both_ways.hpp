// A reflection module (the part STAT) read from its records and by LLVM, which has to come to the same.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace trellis::dxil::test {

struct ReflectionBothWays {
  std::string difference;    ///< Empty if there is none, in any field or message.
  bool is_checked = false;   ///< The bitcode check accepts it.
  bool is_recorded = false;  ///< The records suffice.
  bool is_read = false;      ///< What it says is right.
  uint32_t names = 0;        ///< Resources and members that have one.
};

ReflectionBothWays read_reflection_both_ways(std::span<const uint8_t> bitcode);

}  // namespace trellis::dxil::test
