// The state of each invocation of a test shader: its row of decisions and a running hash.
#pragma once

#include "tests/differential/spirv_module.hpp"

namespace trellis::differential {

/// The number of invocations that run a graph, in one workgroup. Row i steers invocation i.
inline constexpr uint32_t kRows = 32;
/// The number of words that an invocation writes.
inline constexpr uint32_t kResultWords = 4;

/// Variables and functions that steer an invocation and record what it does. Create it before anything else
/// in the module.
class ShaderState {
 public:
  explicit ShaderState(SpirvModule& module);

  /// Adds a word to the hash.
  void note(Id word);
  /// Counts a step and appends the low byte of `number` to the trail.
  void count(uint32_t number);
  /// Returns a decision: a number below `choices`, or last_choice if no decisions are left.
  Id choose(uint32_t choices, uint32_t last_choice);
  /// Returns zero in a form that no compiler can fold.
  Id opaque_zero();

  /// Writes the entry function: workgroup g initializes the state, calls functions[g], and then writes hash,
  /// length, trail and the number of decisions of each invocation.
  Id write_main(const std::vector<Id>& functions);

  Id hash, length, trail, decisions;  ///< Ids of the state's variables.

 private:
  void write_note();
  void write_choose();

  SpirvModule& module_;
  Id row_, note_ = 0, choose_ = 0;
};

}  // namespace trellis::differential
