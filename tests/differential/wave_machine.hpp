// Runs a structured function as a wave of an adversary does (lane_groups.hpp): lanes that diverge at branches
// reconverge where the result promises it and nowhere else.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "structurizer/flow.hpp"
#include "structurizer/structured.hpp"
#include "tests/differential/lane_groups.hpp"

namespace trellis::differential {

using structurizer::Flow;
using structurizer::Structured;
using structurizer::ValueId;

using LaneMask = uint64_t;  ///< Bit l: lane l of the wave.
inline constexpr uint32_t kMaxLanes = 64;

/// What the undefined operand of a phi reads: no test passes on it by chance.
inline constexpr uint64_t kUndefined = 0xDEADDEADDEADDEADu;

constexpr LaneMask all_lanes(uint32_t lanes) {
  return lanes == 64 ? ~LaneMask{0} : (LaneMask{1} << lanes) - 1;
}

class WaveMachine;

/// What the program's own blocks do.
class WaveProgram {
 public:
  virtual ~WaveProgram() = default;
  /// Runs a program block for lanes that are converged. False stops the run.
  virtual bool run_block(const WaveMachine& machine, BlockId block, LaneMask active) = 0;
  /// The slot a lane leaves a program block of several slots by. Asked once, after the block ran.
  virtual uint32_t slot(const WaveMachine& machine, BlockId block, uint32_t lane) = 0;
  /// A value of the program that is no phi.
  virtual uint64_t value(ValueId value, uint32_t lane) const = 0;
};

/// One wave of one function. Structured control flow is relied on, not proved: what breaks it so that the
/// machine cannot go on is an error.
class WaveMachine {
 public:
  /// Function and program are referred to.
  WaveMachine(const Flow& flow, const Structured& function, WaveProgram& program, uint32_t lanes,
              Promise promise = Promise::kMaximal);

  /// From the entry until every lane has returned. Empty, or why the run stopped.
  std::string run(LaneMask lanes, uint64_t most_blocks);

  /// What a program block reads when it uses a value of the program (phis of its own included).
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
  std::vector<uint64_t> phis_;                  ///< By phi and lane.
  std::vector<uint32_t> phi_named_, alias_of_;  ///< By value: the phi that is it, the alias for it; kNone.
  std::vector<bool> is_phi_;                    ///< By value.
  std::vector<uint32_t>
      last_slots_;                  ///< By block and lane: how it last branched. Empty if no block needs it.
  std::vector<uint64_t> incoming_;  ///< Scratch of take_edge.
  std::vector<uint32_t> slots_;     ///< By lane: how it leaves the block. Scratch of run_here.

  LaneGroups<LaneMask> groups_;
  std::string error_;
};

}  // namespace trellis::differential
