// Runs a structured function in a wave like the adversary of lane_groups.hpp: lanes that diverge at branches
// reconverge where the result guarantees it and nowhere else.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "structurizer/flow.hpp"
#include "structurizer/structured.hpp"
#include "tests/differential/waves/lane_groups.hpp"

namespace trellis::differential {

using structurizer::Flow;
using structurizer::Structured;
using structurizer::ValueId;

using LaneMask = uint64_t;  ///< Bit l represents lane l of the wave.
inline constexpr uint32_t kMaxLanes = 64;

/// The value of a phi's undefined operand: no test succeeds on it by chance.
inline constexpr uint64_t kUndefined = 0xDEADDEADDEADDEADu;

constexpr LaneMask all_lanes(uint32_t lanes) {
  return lanes == 64 ? ~LaneMask{0} : (LaneMask{1} << lanes) - 1;
}

class WaveMachine;

/// Executes the program's own blocks.
class WaveProgram {
 public:
  virtual ~WaveProgram() = default;
  /// Runs a program block for lanes that are together. Returns false to stop the run.
  virtual bool run_block(const WaveMachine& machine, BlockId block, LaneMask active) = 0;
  /// Returns the slot by which a lane leaves a block with several slots. Called once per lane, after the
  /// block ran.
  virtual uint32_t slot(const WaveMachine& machine, BlockId block, uint32_t lane) = 0;
  /// Returns a value of the program that is not a phi.
  virtual uint64_t value(ValueId value, uint32_t lane) const = 0;
};

/// One wave of one function. Assumes structured control flow without checking it: if a violation prevents the
/// machine from continuing, the run ends with an error.
class WaveMachine {
 public:
  /// Keeps references to function and program.
  WaveMachine(const Flow& flow, const Structured& function, WaveProgram& program, uint32_t lanes,
              Promise promise = Promise::kMaximal);

  /// Runs from the entry until every lane has returned. Returns why the run stopped early, or an empty
  /// string.
  std::string run(LaneMask lanes, uint64_t most_blocks);

  /// Returns what a program block reads when it uses a value of the program (including the block's own phis).
  uint64_t use(BlockId program_block, ValueId value, uint32_t lane) const;

 private:
  bool run_here();
  void branch(LaneMask lanes);
  void take_edge(BlockId from, BlockId to, LaneMask lanes);
  uint32_t slot_of(const structurizer::Block& block, uint32_t lane);
  uint64_t read(const structurizer::Operand& operand, uint32_t lane) const;
  bool fail(const std::string& why);

  const Structured& function_;
  WaveProgram& program_;
  uint32_t lanes_;
  std::vector<uint64_t> phis_;  ///< Indexed by phi and lane.
  /// Indexed by value: the phi that represents it, and the alias for it; kNone if there is none.
  std::vector<uint32_t> phi_named_, alias_of_;
  std::vector<bool> is_phi_;  ///< Indexed by value.
  std::vector<uint32_t>
      /// Indexed by block and lane: the slot of its last branch. Empty if no block needs it.
      last_slots_;
  std::vector<uint64_t> incoming_;  ///< Scratch space of take_edge().
  std::vector<uint32_t> slots_;     ///< Scratch space of run_here(): the slot of each lane.

  LaneGroups<LaneMask> groups_;
  std::string error_;
};

}  // namespace trellis::differential
