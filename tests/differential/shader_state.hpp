// What every invocation of a test shader keeps: its row of decisions, and a running hash.
#pragma once

#include "tests/differential/spirv_module.hpp"

namespace trellis::fleshing {

/// Invocations a graph is run by, in one workgroup: row i of the steering is invocation i's.
inline constexpr uint32_t kRows = 32;
/// Words an invocation writes.
inline constexpr uint32_t kResultWords = 4;

/// Variables and functions that steer an invocation and record what it does. Writes of a module first.
class ShaderState {
 public:
  explicit ShaderState(SpirvModule& module);

  /// Puts a word into the hash.
  void note(Id word);
  /// Counts a step and keeps the last byte of its number in the trail.
  void count(uint32_t number);
  /// A decision between `ways`: the number of one; way_out if there are no decisions left.
  Id choose(uint32_t ways, uint32_t way_out);
  /// Zero, but no compiler knows.
  Id opaque_zero();

  /// The entry function: workgroup g calls functions[g] with all state set, then writes hash, length, trail
  /// and the number of decisions of each invocation.
  Id write_main(const std::vector<Id>& functions);

  Id hash, length, trail, decisions;  ///< Variables.

 private:
  void write_note();
  void write_choose();

  SpirvModule& module_;
  Id row_, note_ = 0, choose_ = 0;
};

}  // namespace trellis::fleshing
