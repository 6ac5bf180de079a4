#include "tests/differential/wave_machine.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace trellis::differential {

using structurizer::Block;
using structurizer::Exit;
using structurizer::MergeKind;
using structurizer::NewPhi;
using structurizer::Operand;
using structurizer::Role;

WaveMachine::WaveMachine(const Flow& flow, const Structured& function, WaveProgram& program, uint32_t lanes)
    : function_(function),
      program_(program),
      lanes_(lanes),
      phis_(function.phis.size() * lanes, kUndefined),
      phi_named_(flow.value_count, kNone),
      alias_of_(flow.value_count, kNone),
      is_phi_(flow.value_count, false) {
  for (const structurizer::Phi& phi : flow.phis.entries) is_phi_[phi.result] = true;
  for (uint32_t i = 0; i < function.phis.size(); ++i) {
    if (function.phis[i].result != kNone) phi_named_[function.phis[i].result] = i;
  }
  if (!function.choices.empty()) last_slots_.assign(function.blocks.size() * lanes, kNone);
  for (uint32_t i = 0; i < function.aliases.size(); ++i) alias_of_[function.aliases[i].value] = i;
}

bool WaveMachine::fail(const std::string& why) {
  error_ = why + " in block " + std::to_string(at_) + " of the result";
  return false;
}

uint64_t WaveMachine::read(const Operand& operand, uint32_t lane) const {
  switch (operand.kind) {
    case Operand::Kind::kUndef:
      return kUndefined;
    case Operand::Kind::kConstant:
      return operand.index;
    case Operand::Kind::kPhi:
      return phis_[operand.index * lanes_ + lane];
    case Operand::Kind::kChoice: {
      const structurizer::Choice& choice = function_.choices[operand.index];
      const uint32_t slot = last_slots_[choice.block * lanes_ + lane];
      return slot == kNone ? kUndefined : slot == 0 ? choice.first : choice.second;
    }
    case Operand::Kind::kValue:
      break;
  }
  if (!is_phi_[operand.index]) return program_.value(operand.index, lane);
  const uint32_t phi = phi_named_[operand.index];
  return phi == kNone ? kUndefined : phis_[phi * lanes_ + lane];
}

uint64_t WaveMachine::use(BlockId program_block, ValueId value, uint32_t lane) const {
  const std::pair key(program_block, value);
  const auto at = std::lower_bound(
      function_.replacements.begin(), function_.replacements.end(), key,
      [](const structurizer::Replacement& r, const auto& k) { return std::pair(r.payload, r.value) < k; });
  if (at != function_.replacements.end() && std::pair(at->payload, at->value) == key) {
    return read(at->operand, lane);
  }
  if (alias_of_[value] != kNone) return read(function_.aliases[alias_of_[value]].operand, lane);
  return read(Operand::value(value), lane);
}

std::string WaveMachine::run(LaneMask lanes, uint64_t most_blocks) {
  at_ = function_.order.front();
  active_ = lanes;
  for (uint64_t count = 0; active_ != 0; ++count) {
    if (count == most_blocks) {
      fail("no end");
      break;
    }
    if (!run_here()) break;
    next_lanes();
  }
  return error_;
}

/// If no lanes continue from the last block: those that wait in the innermost construct.
void WaveMachine::next_lanes() {
  while (active_ == 0 && !frames_.empty()) {
    Frame& frame = frames_.back();
    const Block& header = function_.blocks[frame.header];
    if (!frame.arms.empty()) {
      at_ = frame.arms.front().target;
      active_ = frame.arms.front().lanes;
      frame.arms.erase(frame.arms.begin());
    } else if (frame.at_continue != 0) {
      at_ = header.continue_block;
      active_ = std::exchange(frame.at_continue, 0);
    } else if (frame.at_header != 0) {
      at_ = frame.header;
      active_ = std::exchange(frame.at_header, 0);
      is_new_iteration_ = true;
    } else {
      at_ = header.merge_block;
      active_ = frame.at_merge;
      frames_.pop_back();
    }
  }
}

bool WaveMachine::run_here() {
  const Block& block = function_.blocks[at_];
  const bool is_new_iteration = std::exchange(is_new_iteration_, false);
  if (block.role == Role::kPayload && !program_.run_block(*this, block.payload, active_)) {
    return fail("the program stopped");
  }
  if (block.exit == Exit::kUnreachable) return fail("the end of an unreachable block was reached");
  if (block.merge != MergeKind::kNone && !is_new_iteration) {
    frames_.push_back({.header = at_, .is_loop = block.merge == MergeKind::kLoop, .arms = {}});
  }
  if (block.successor_count == 0) {
    active_ = 0;
    return true;
  }
  std::vector<uint32_t> slots(lanes_, 0);
  const bool keeps_slots = !last_slots_.empty() && block.role == Role::kPayload && block.successor_count == 2;
  for (LaneMask rest = active_; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
    slots[lane] = slot_of(block, lane);
    if (slots[lane] >= block.successor_count) return fail("a slot that the terminator does not have");
    if (keeps_slots) last_slots_[at_ * lanes_ + lane] = slots[lane];
  }
  return branch(slots);
}

uint32_t WaveMachine::slot_of(const Block& block, uint32_t lane) {
  if (block.exit == Exit::kPayload) {
    return block.successor_count == 1 ? 0 : program_.slot(*this, block.payload, lane);
  }
  if (block.exit == Exit::kBranch || block.exit == Exit::kBreakable) return 0;
  const uint64_t tested = read(block.selector, lane);
  if (block.exit == Exit::kIf) {
    const bool is_bool = function_.is_bool(block.selector);
    return (is_bool ? tested == 1 : tested == function_.cases[block.first_case]) ? 0 : 1;
  }
  for (uint32_t i = 0; i + 1 < block.successor_count; ++i) {
    if (function_.cases[block.first_case + i] == tested) return i + 1;
  }
  return 0;
}

/// Sends each active lane to its slot's successor. Those that a construct waits for wait there; others become
/// arms of this block's selection. Without a selection, all others must have one successor.
bool WaveMachine::branch(const std::vector<uint32_t>& slots) {
  const BlockId from = at_;
  const LaneMask leaving = std::exchange(active_, 0);
  const bool is_selection = function_.blocks[from].merge == MergeKind::kSelection;
  const auto successors = function_.successors_of(from);
  LaneMask left = leaving;
  for (size_t first = 0; first < successors.size() && left != 0; ++first) {
    LaneMask going = 0;
    for (LaneMask rest = left; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
      if (successors[slots[lane]] == successors[first]) going |= LaneMask{1} << lane;
    }
    if (going == 0) continue;
    left &= ~going;
    const BlockId to = successors[first];
    take_edge(from, to, going);
    if (park(from, to, going)) continue;
    if (is_selection) {
      frames_.back().arms.push_back({to, going});
    } else if (active_ != 0) {
      return fail("lanes diverge without a merge block");
    } else {
      at_ = to;
      active_ = going;
    }
  }
  return true;
}

/// True if lanes that reach a block wait there for the others of a construct they are in.
bool WaveMachine::park(BlockId from, BlockId to, LaneMask lanes) {
  for (size_t i = frames_.size(); i-- > 0;) {
    Frame& frame = frames_[i];
    const Block& header = function_.blocks[frame.header];
    if (to == header.merge_block) {
      frame.at_merge |= lanes;
      return true;
    }
    if (frame.is_loop && to == frame.header) {
      frame.at_header |= lanes;
      return true;
    }
    if (frame.is_loop && to == header.continue_block) {
      frame.at_continue |= lanes;
      return true;
    }
    const auto targets = function_.successors_of(frame.header);
    const bool falls_through = !frame.is_loop && frame.header != from && targets.size() >= 2 &&
                               std::find(targets.begin(), targets.end(), to) != targets.end();
    if (!falls_through) continue;
    // One case of a switch falls through into another: lanes that chose that one join them.
    for (Arm& arm : frame.arms) {
      if (arm.target != to) continue;
      arm.lanes |= lanes;
      return true;
    }
    frame.arms.insert(frame.arms.begin(), {to, lanes});
    return true;
  }
  return false;
}

/// Gives the phis of a block the operands of an edge, for the lanes that take it.
void WaveMachine::take_edge(BlockId from, BlockId to, LaneMask lanes) {
  const auto phis = function_.phis_of(to);
  if (phis.empty()) return;
  const auto before = function_.predecessors_of(to);
  const auto index = std::lower_bound(before.begin(), before.end(), from) - before.begin();
  incoming_.resize(phis.size());
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
    for (size_t i = 0; i < phis.size(); ++i) incoming_[i] = read(function_.incoming_of(phis[i])[index], lane);
    for (size_t i = 0; i < phis.size(); ++i) {
      phis_[(function_.blocks[to].first_phi + i) * lanes_ + lane] = incoming_[i];
    }
  }
}

}  // namespace trellis::differential
