// What every invocation of a test shader keeps: its row of decisions, and a running hash.
#pragma once

#include "tests/differential/spirv_module.hpp"

namespace trellis::differential {

/// Invocations that run a graph, in one workgroup. Invocation i is steered by row i.
inline constexpr uint32_t kRows = 32;
/// Words an invocation writes.
inline constexpr uint32_t kResultWords = 4;

/// Variables and functions that steer an invocation and record what it does. Made before anything else of a
/// module.
class ShaderState {
 public:
  explicit ShaderState(SpirvModule& module);

  /// Puts a word into the hash.
  void note(Id word);
  /// Counts a step and keeps the last byte of its number in the trail.
  void count(uint32_t number);
  /// A decision: a number below `choices`, or last_choice if there are no decisions left.
  Id choose(uint32_t choices, uint32_t last_choice);
  /// Zero, but no compiler can tell.
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

}  // namespace trellis::differential
