#include "tests/differential/waves/wave_machine.hpp"

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

WaveMachine::WaveMachine(const Flow& flow, const Structured& function, WaveProgram& program, uint32_t lanes,
                         Promise promise)
    : function_(function),
      program_(program),
      lanes_(lanes),
      phis_(function.phis.size() * lanes, kUndefined),
      phi_named_(flow.value_count, kNone),
      alias_of_(flow.value_count, kNone),
      is_phi_(flow.value_count, false),
      slots_(lanes, 0),
      groups_(promise) {
  for (const structurizer::Phi& phi : flow.phis.entries) is_phi_[phi.result] = true;
  for (uint32_t i = 0; i < function.phis.size(); ++i) {
    if (function.phis[i].result != kNone) phi_named_[function.phis[i].result] = i;
  }
  if (!function.choices.empty()) last_slots_.assign(function.blocks.size() * lanes, kNone);
  for (uint32_t i = 0; i < function.aliases.size(); ++i) alias_of_[function.aliases[i].value] = i;
}

bool WaveMachine::fail(const std::string& why) {
  error_ = why + " in block " + std::to_string(groups_.current().block) + " of the result";
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
  groups_.start(function_.order.front(), lanes);
  for (uint64_t count = 0; groups_.next(); ++count) {
    if (count == most_blocks) {
      fail("no end");
      break;
    }
    if (!run_here()) break;
    groups_.finish();
  }
  return error_;
}

bool WaveMachine::run_here() {
  const auto group = groups_.current();
  const Block& block = function_.blocks[group.block];
  if (block.role == Role::kPayload && !program_.run_block(*this, block.payload, group.lanes)) {
    return fail("the program stopped");
  }
  if (block.exit == Exit::kUnreachable) return fail("the end of an unreachable block was reached");
  if (block.merge != MergeKind::kNone) {
    groups_.open({.header = group.block,
                  .merge_block = block.merge_block,
                  .continue_target = block.merge == MergeKind::kLoop ? block.continue_block : kNone,
                  .targets = function_.successors_of(group.block)});
  }
  if (block.successor_count == 0) return true;
  const bool keeps_slots = !last_slots_.empty() && block.role == Role::kPayload && block.successor_count == 2;
  for (LaneMask rest = group.lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
    slots_[lane] = slot_of(block, lane);
    if (slots_[lane] >= block.successor_count) return fail("a slot that the terminator does not have");
    if (keeps_slots) last_slots_[group.block * lanes_ + lane] = slots_[lane];
  }
  branch(group.lanes);
  return true;
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

/// Sends each lane to the successor of its slot. Slots that share a successor are one edge.
void WaveMachine::branch(LaneMask lanes) {
  const BlockId from = groups_.current().block;
  const auto successors = function_.successors_of(from);
  for (size_t first = 0; first < successors.size() && lanes != 0; ++first) {
    LaneMask going = 0;
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
      if (successors[slots_[lane]] == successors[first]) going |= LaneMask{1} << lane;
    }
    if (going == 0) continue;
    lanes &= ~going;
    take_edge(from, successors[first], going);
    groups_.go(from, successors[first], going);
  }
}

/// Assigns the phis of a block from the operands of an edge, for the lanes that take it.
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
