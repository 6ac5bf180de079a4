// Checks the body of a function: its records, the values that they define, and the graph of its blocks. Part
// of the bitcode check.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include "dxil_frontend/bitcode/state.hpp"
#include "support/containers.hpp"

namespace trellis::dxil::bitcode {

/// Collects the edges between blocks and the predecessors that phis name, and compares them after the whole
/// function has been read.
class FlowCheck {
 public:
  void add_edge(uint32_t from, uint32_t to) { edges_.emplace_back(from, to); }
  /// Adds a phi of `block`. Call add_incoming() for each of its incoming blocks next.
  void add_phi(uint32_t block) { phis_.push_back({block, static_cast<uint32_t>(incoming_.size()), 0}); }
  void add_incoming(uint32_t block) {
    incoming_.push_back(block);
    ++phis_.back().count;
  }

  /// Returns null, or what is wrong; `where` is then the block.
  const char* check(uint32_t block_count, uint32_t& where);

 private:
  struct Phi {
    uint32_t block, first, count;
  };
  Vector<std::pair<uint32_t, uint32_t>> edges_;
  Vector<Phi> phis_;
  Vector<uint32_t> incoming_;
};

class FunctionCheck {
 public:
  FunctionCheck(ModuleState& state, const Function& function);

  /// Checks the function's block, which the reader has entered, up to and including its end.
  bool run();

 private:
  // The block as a whole.
  bool check_block();
  bool check_symtab();
  bool check_symbol(uint32_t code, std::span<const uint64_t> operands);
  bool declare_blocks();
  bool take_local_forward();
  void begin_recording();
  void record_name(uint32_t value);
  void record_metadata();
  void finish_recording();
  bool finish();

  // Single records.
  bool check_record();
  void record(uint32_t code);
  bool check_any_instruction(uint32_t code);
  bool check_instruction(uint32_t code);
  bool check_binop();
  bool check_unop();
  bool check_cast_instruction();
  bool check_select();
  bool check_compare();
  bool check_extract_element();
  bool check_insert_element();
  bool check_shuffle();
  bool check_extract_value();
  bool check_insert_value();
  bool check_alloca();
  bool check_gep();
  bool check_load(bool atomic);
  bool check_store(bool atomic);
  bool check_cmpxchg();
  bool check_cmpxchg_old();
  bool check_atomicrmw(bool with_type);
  bool check_fence();
  bool check_call();
  bool check_phi();
  bool check_return();
  bool check_branch();
  bool check_switch();
  bool check_debug_location();
  void record_location();

  // Operands, taken from the front of ops_.
  struct Operand {
    uint32_t id = 0;
    uint32_t type = kNoType;  ///< Canonical type id.
  };
  bool take(uint64_t& number);
  bool take_value(Operand& operand);                    ///< A later value is followed by its type.
  bool take_value_of(uint32_t type, Operand& operand);  ///< Must have that type, even if defined later.
  bool take_defined(Operand& operand);
  void take_defined_of(std::span<const uint32_t>& types);
  bool take_any_value(Operand& operand);
  bool take_any_value_of(uint32_t type, Operand& operand);
  bool take_type(uint32_t& id);        ///< A type id, not canonical.
  bool take_value_type(uint32_t& id);  ///< Must have a size and values. Not canonical.
  bool take_block(uint32_t& block);
  bool take_alignment();
  bool take_flag();
  bool take_ordering(bool must_be_atomic, uint64_t& ordering);
  bool take_failure_ordering();  ///< Memory ordering if the comparison of a compare-exchange fails.
  bool take_end();               ///< Fails if operands are left.
  bool take_end_or_flags();      ///< Fails if more than one operand is left.
  bool take_indices(uint32_t aggregate, uint32_t& result);
  bool take_metadata(MetadataCall& call);
  bool check_atomic_width(uint32_t function);
  bool resolve(uint32_t id, uint32_t type, Operand& operand);
  bool note_forward(uint32_t id, uint32_t type);
  bool note_operand(uint32_t id, uint32_t type);

  bool is_defined(const Operand& operand) const { return operand.id < state_.values.size(); }
  /// Returns the canonical type that a pointer points to; kNoType if it is not known.
  uint64_t pointee_of(const Operand& pointer) const {
    if (!is_defined(pointer)) return uint64_t{kNoType};
    const Value& value = state_.values[pointer.id];
    return value.kind == ValueKind::kFunction ? state_.functions[value.bits].type : value.bits;
  }
  uint32_t next_id() const { return static_cast<uint32_t>(state_.values.size()); }

  /// Defines the instruction's result, of a canonical type; `bits` as in Value.
  bool define(uint32_t type, uint64_t bits = kNoType);
  bool define_same(const Operand& operand);
  bool end_basic_block();

  // Not inline: valid modules never reach these.
  [[gnu::cold]] bool fail_types();
  [[gnu::cold]] bool fail_missing();
  [[gnu::cold]] bool fail_extra();
  [[gnu::cold]] bool fail_range(uint64_t number);
  [[gnu::cold]] bool fail_use(uint32_t id);
  [[gnu::cold]] bool fail_own_use(uint32_t id);
  [[gnu::cold]] bool fail_block(uint64_t block);

  ModuleState& state_;
  const Function& function_;
  TypeTable& types_;
  std::span<const uint64_t> ops_;
  uint32_t first_value_;  ///< The id of the function's first local value, which is its first argument.
  std::size_t first_metadata_;
  std::size_t first_metadata_operand_;
  uint32_t block_count_ = 0;
  uint32_t block_ = 0;              ///< The current block.
  bool block_has_body_ = false;     ///< The current block has an instruction that is not a phi.
  uint32_t result_type_ = kNoType;  ///< Canonical type of the record's result; kNoType: no result.
  uint32_t extra_type_ = kNoType;   ///< Type appended to the recorded operands (CodeRecord), or kNoType.
  bool uses_next_ = false;          ///< The instruction uses the value id that is defined next.
  uint64_t instruction_count_ = 0;
  RecordedLocation location_;  ///< The most recent location; scope 0 if there is none.
  FlowCheck flow_;
  Vector<uint32_t> forward_;  ///< Types of values used before their definition, indexed by id - first_value_.
  uint32_t forward_end_ = 0;  ///< One past the highest such id.
  Vector<GepIndex> indices_;  ///< Scratch.
  Vector<uint64_t> cases_;    ///< Scratch.
};

// Operands and results. Inline, because every instruction has a few.

inline bool FunctionCheck::take(uint64_t& number) {
  if (ops_.empty()) [[unlikely]]
    return fail_missing();
  number = ops_.front();
  ops_ = ops_.subspan(1);
  return true;
}

/// Takes the next operand if it is a value that is defined earlier, as most are.
[[gnu::always_inline]] inline bool FunctionCheck::take_defined(Operand& operand) {
  const uint64_t next = next_id();
  if (ops_.empty() || ops_.front() - 1 >= next) return false;
  operand.id = static_cast<uint32_t>(next - ops_.front());
  operand.type = state_.values[operand.id].type;
  ops_ = ops_.subspan(1);
  return true;
}

/// Takes values while they are defined earlier and have the types, and removes these types.
inline void FunctionCheck::take_defined_of(std::span<const uint32_t>& types) {
  const uint64_t next = next_id();
  const Value* const values = state_.values.data();
  const size_t most = std::min(types.size(), ops_.size());
  size_t count = 0;
  while (count < most && ops_[count] - 1 < next && values[next - ops_[count]].type == types[count]) ++count;
  ops_ = ops_.subspan(count);
  types = types.subspan(count);
}

[[gnu::always_inline]] inline bool FunctionCheck::take_value(Operand& operand) {
  return take_defined(operand) || take_any_value(operand);
}

[[gnu::always_inline]] inline bool FunctionCheck::take_value_of(uint32_t type, Operand& operand) {
  if (take_defined(operand)) return operand.type == type || fail_use(operand.id);
  return take_any_value_of(type, operand);
}

inline bool FunctionCheck::take_any_value(Operand& operand) {
  uint64_t relative = 0;
  if (!take(relative)) return false;
  if (relative > std::numeric_limits<uint32_t>::max()) [[unlikely]]
    return fail_range(relative);
  operand.id = next_id() - static_cast<uint32_t>(relative);
  if (operand.id < next_id()) [[likely]] {
    operand.type = state_.values[operand.id].type;
    return true;
  }
  uint32_t type = kNoType;
  if (!take_type(type)) return false;
  operand.type = types_.canonical(type);
  return note_operand(operand.id, operand.type);
}

inline bool FunctionCheck::take_any_value_of(uint32_t type, Operand& operand) {
  uint64_t relative = 0;
  if (!take(relative)) return false;
  if (relative > std::numeric_limits<uint32_t>::max()) [[unlikely]]
    return fail_range(relative);
  return resolve(next_id() - static_cast<uint32_t>(relative), type, operand);
}

inline bool FunctionCheck::resolve(uint32_t id, uint32_t type, Operand& operand) {
  operand = {id, type};
  if (id >= next_id()) return note_operand(id, type);
  if (state_.values[id].type == type) [[likely]]
    return true;
  return fail_use(id);
}

[[gnu::always_inline]] inline bool FunctionCheck::define(uint32_t type, uint64_t bits) {
  const uint32_t id = next_id();
  if (id < forward_end_) {
    if (uses_next_ && block_has_body_) return fail_own_use(id);  // Only a phi may be its own operand.
    const uint32_t expected = forward_[id - first_value_];
    if (expected != kNoType && expected != type) return fail_use(id);
  }
  state_.values.push_back({bits, type, ValueKind::kInstruction});
  result_type_ = type;
  return true;
}

inline bool FunctionCheck::take_type(uint32_t& id) {
  uint64_t number = 0;
  if (!take(number) || !state_.check_type(number)) return false;
  id = static_cast<uint32_t>(number);
  return true;
}

inline bool FunctionCheck::take_block(uint32_t& block) {
  uint64_t number = 0;
  if (!take(number)) return false;
  if (number >= block_count_) [[unlikely]]
    return fail_block(number);
  block = static_cast<uint32_t>(number);
  return true;
}

inline bool FunctionCheck::take_end() { return ops_.empty() || fail_extra(); }

inline bool FunctionCheck::take_end_or_flags() { return ops_.size() <= 1 || fail_extra(); }

}  // namespace trellis::dxil::bitcode
