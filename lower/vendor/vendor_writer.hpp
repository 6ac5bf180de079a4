// Rewrites a function and replaces intrinsics with operations.
#pragma once

#include <initializer_list>
#include <utility>

#include "dxil_frontend/program/dxil_op.hpp"
#include "lower/edit/function_copy.hpp"
#include "lower/vendor/intrinsics.hpp"
#include "lower/vendor/vendor_intrinsics.hpp"
#include "support/containers.hpp"

namespace trellis::lower {

/// What intrinsics add to the module. Their functions follow the module's own ones.
struct VendorAdditions {
  struct Helper {
    uint32_t key = 0;  ///< Of the caller's choice.
    dxil::Function function;
  };
  Vector<Helper> helpers;
  VendorDevice device;
  bool uses_matrices = false;
  dxil::ValueId scratch = dxil::kNone;  ///< Groupshared memory of matrices.
  dxil::TypeId scratch_type = dxil::kNone;
};

class VendorWriter final : public FunctionCopy {
 public:
  using ValueId = dxil::ValueId;
  using TypeId = dxil::TypeId;

  VendorWriter(dxil::Shader& shader, dxil::EntryPoint& entry, const dxil::Function& function,
               const LocalValues& locals, FoundIntrinsics& found, VendorAdditions& additions);

  Result<void> run();

  // --- For those that write the steps of intrinsics.

  /// Returns the new value of an old one, as a word of bits.
  ValueId word_of(ValueId old_value);
  /// Returns the new value of an operand, as a word of bits.
  ValueId operand(const Intrinsic& intrinsic, uint32_t n);
  std::optional<uint64_t> constant_operand(const Intrinsic& intrinsic, uint32_t n) const;
  /// Returns the new value of an old one in its own type.
  ValueId value_of(ValueId old_value);
  std::optional<uint64_t> constant_of(ValueId old_value) const {
    return scalar_bits(locals_.resolve(old_value));
  }
  const dxil::Instruction& old_instruction(uint32_t n) const { return old_.instructions[n]; }
  std::span<const ValueId> old_operands(uint32_t n) const { return old_.operands_of(old_.instructions[n]); }
  /// Returns the instruction that computes an old value; null if it is not an instruction's result.
  const dxil::Instruction* old_definition(ValueId old_value) const;
  /// Sets the result of a step of an intrinsic.
  Result<void> give(const Intrinsic& intrinsic, uint32_t step, ValueId value);
  Diagnostic refuse(const Intrinsic& intrinsic, const char* message) const;

  TypeId void_type() { return scalar_type(dxil::TypeKind::kVoid, 0); }
  TypeId bool_type() { return scalar_type(dxil::TypeKind::kInt, 1); }
  TypeId byte_type() { return scalar_type(dxil::TypeKind::kInt, 8); }
  TypeId word_type() { return scalar_type(dxil::TypeKind::kInt, 32); }
  TypeId long_type() { return scalar_type(dxil::TypeKind::kInt, 64); }
  TypeId float_type() { return scalar_type(dxil::TypeKind::kFloat, 32); }
  TypeId words_type(uint32_t count);
  /// The type of the result of a load of words from a buffer.
  TypeId load_result_type();
  TypeId vector_type(TypeId element, uint32_t count) {
    return sequence_type(dxil::TypeKind::kVector, element, count);
  }
  TypeId hit_type();

  ValueId word(uint32_t value) { return i32(value); }
  ValueId byte(uint8_t value) { return constant(byte_type(), dxil::ConstantKind::kScalar, value); }
  ValueId float_constant(float value);
  ValueId undefined_word() { return undef(word_type()); }

  ValueId op(dxil::Op op, TypeId type, std::initializer_list<ValueId> operands) {
    return op_list(op, type, std::span(operands.begin(), operands.size()));
  }
  /// `carrier`: an operation with the same payload or attributes.
  ValueId op_list(dxil::Op op, TypeId type, std::span<const ValueId> operands,
                  const Instruction* carrier = nullptr);
  /// The operands and the result are words.
  ValueId binary(dxil::Opcode opcode, ValueId a, ValueId b) { return binary(opcode, word_type(), a, b); }
  ValueId binary(dxil::Opcode opcode, TypeId type, ValueId a, ValueId b);
  ValueId cast(dxil::Opcode opcode, TypeId type, ValueId a);
  ValueId compare(dxil::Predicate predicate, ValueId a, ValueId b);
  ValueId compare_floats(dxil::Predicate predicate, ValueId a, ValueId b);
  ValueId select(ValueId condition, ValueId a, ValueId b) { return select(word_type(), condition, a, b); }
  ValueId select(TypeId type, ValueId condition, ValueId a, ValueId b);
  ValueId extract(ValueId aggregate, uint32_t index) { return extract(aggregate, index, word_type()); }
  ValueId extract(ValueId aggregate, uint32_t index, TypeId type);
  ValueId element(ValueId vector, uint32_t index, TypeId type);
  ValueId to_float(ValueId word) { return cast(dxil::Opcode::kBitcast, float_type(), word); }
  ValueId to_word(ValueId value) { return cast(dxil::Opcode::kBitcast, word_type(), value); }

  // --- Operations that both interfaces have.

  ValueId lane() { return op(dxil::Op::kWaveGetLaneIndex, word_type(), {}); }
  ValueId is_not_zero(ValueId word);
  ValueId joined(ValueId low, ValueId high);
  ValueId low_of(ValueId wide) { return cast(dxil::Opcode::kTrunc, word_type(), wide); }
  ValueId high_of(ValueId wide);
  /// A 64-bit atomic on the intrinsic's UAV; returns the old value. `kind`: DXIL's number of the operation.
  ValueId atomic64(const Intrinsic& intrinsic, uint32_t kind, std::span<const ValueId> at, ValueId value);
  ValueId compare_exchange64(const Intrinsic& intrinsic, std::span<const ValueId> at, ValueId expected,
                             ValueId value);
  /// Returns a word of the mask of lanes before this one: the low one (lanes 0 to 31) or the high one.
  ValueId lanes_below(bool is_high);
  /// Returns another lane's value. `zero_if_inactive`: zero if that lane is inactive.
  ValueId from_lane(ValueId value, ValueId lane, bool zero_if_inactive);
  enum class BarycentricPlace : uint8_t { kCenter, kCentroid, kSample };
  /// Returns a vertex's weight at that place. Adds an input for it to the entry point if necessary.
  ValueId barycentric(bool has_perspective, BarycentricPlace place, uint32_t component);

  // --- Additions to the module.

  dxil::Module& module() { return module_; }
  dxil::EntryPoint& entry() { return entry_; }
  VendorAdditions& additions() { return additions_; }
  /// Returns the element's address in a groupshared array.
  ValueId element_address(ValueId variable, TypeId array, ValueId index);
  /// Returns the groupshared memory of matrices. All calls must give the same size, in words.
  ValueId matrix_scratch(uint32_t words);
  ValueId load(ValueId address, TypeId type);
  void store(ValueId address, ValueId value);
  /// Returns a function of its own. Its body is written when its key is first used: `body` gets a writer and
  /// the arguments, and returns the result.
  template <class Body>
  uint32_t helper(uint32_t key, const char* name, std::span<const TypeId> arguments, TypeId result,
                  Body&& body);
  ValueId call(uint32_t function, TypeId type, std::initializer_list<ValueId> arguments);

 private:
  std::optional<uint32_t> known_helper(uint32_t key) const;
  void begin_helper(const char* name, std::span<const TypeId> arguments, TypeId result);
  uint32_t end_helper(uint32_t key, VendorWriter& helper, ValueId result);
  Result<void> rewrite(const Instruction& i) override;
  void begin_block(dxil::BlockId block) override { is_reached_[block] = 1; }
  Result<void> copy(const Instruction& i);
  Result<void> copy_phi(const Instruction& i);
  Result<void> copy_store(const Instruction& i);
  Result<void> take_part(const Instruction& i, const Fate& fate);
  Result<void> take_element(const Instruction& i);
  Result<void> fill_phis();
  uint32_t barycentrics_element(uint8_t interpolation);
  void define(ValueId old_value, ValueId new_value);
  ValueId whole(ValueId old_value);
  bool holds_hit(ValueId old_value) const {
    return !found_.holds_hit.empty() && is_local(old_value) &&
           found_.holds_hit[old_value - old_.first_local] != 0;
  }
  ValueId zero_of(TypeId type) { return constant(type, dxil::ConstantKind::kNull, 0); }
  Diagnostic used_inside(const Instruction& i) const;
  /// Whether the value's block is reachable from the entry.
  bool is_written(ValueId old_value) const;

  dxil::Shader& shader_;
  dxil::EntryPoint& entry_;
  const LocalValues& locals_;
  FoundIntrinsics& found_;
  VendorAdditions& additions_;
  Vector<ValueId> values_;                  // Indexed by old local.
  Vector<uint8_t> is_reached_;              // Indexed by block.
  Vector<const Instruction*> definitions_;  // Indexed by old local.
  Vector<std::pair<uint32_t, std::pair<const Instruction*, ValueId>>> phi_operands_;
  struct Postponed {
    const Instruction* store = nullptr;
    ValueId value = dxil::kNone, pointer = dxil::kNone;
  };
  Vector<Postponed> postponed_;  // Stores of results of an intrinsic that are not known yet.
  struct Loaded {
    uint32_t intrinsic, first;
  };
  Map<ValueId, Loaded> loaded_;  // The key is the old result of a load from a packet.
};

template <class Body>
uint32_t VendorWriter::helper(uint32_t key, const char* name, std::span<const TypeId> arguments,
                              TypeId result, Body&& body) {
  if (const std::optional<uint32_t> known = known_helper(key)) return *known;
  const dxil::Function none;
  const LocalValues locals(module_, none, {});
  FoundIntrinsics found;
  VendorWriter writer(shader_, entry_, none, locals, found, additions_);
  writer.begin_helper(name, arguments, result);
  Vector<ValueId> values;
  for (uint32_t a = 0; a < arguments.size(); ++a) values.push_back(kLocal | a);
  const ValueId returned = body(writer, values);
  return end_helper(key, writer, returned);
}

}  // namespace trellis::lower
