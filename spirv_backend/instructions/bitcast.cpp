// Bitcasts. In a program with min precision, halves and short integers have 16 bits, but the output keeps
// them in 32: they are narrowed, cast, and widened again.
#include "spirv_backend/emitter/min_precision.hpp"
#include "spirv_backend/emitter/vector_parts.hpp"
#include "spirv_backend/instructions/instructions.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;

constexpr NumericType kFloatPair{BaseType::kFloat, 32, 2};

Id to_half_pair(FunctionEmitter& e, Id low, Id high) {
  return e.ext(GLSLstd450PackHalf2x16, kU32, e.op(Op::OpCompositeConstruct, kFloatPair, low, high));
}

Id from_half_pair(FunctionEmitter& e, Id bits) { return e.ext(GLSLstd450UnpackHalf2x16, kFloatPair, bits); }

/// Returns the 16 bits of each component, in the low half of a word.
Vector<Id> component_bits(FunctionEmitter& e, const Instruction& i) {
  const NumericType from = e.operand_type(i, 0);
  const Id value = from.is_float() ? e.operand(i, 0) : extended_operand(e, i, 0, false);
  Vector<Id> bits;
  for (uint32_t n = 0; n < from.count; ++n) {
    const Id component = vector_component(e, from, value, n);
    bits.push_back(from.is_float() ? to_half_pair(e, component, e.constant(kF32, 0)) : component);
  }
  return bits;
}

/// Converts halves to short integers, or the reverse.
void between_narrow(FunctionEmitter& e, const Instruction& i) {
  const NumericType to = e.result_type(i);
  Vector<Id> components = component_bits(e, i);
  if (to.is_float()) {
    for (Id& component : components) component = extract(e, kF32, from_half_pair(e, component), 0);
  }
  e.set_result(i, make_vector(e, to, components));
}

/// Two components become one word.
void from_narrow(FunctionEmitter& e, const Instruction& i) {
  const NumericType from = e.operand_type(i, 0), to = e.result_type(i);
  Vector<Id> words;
  if (from.is_float()) {
    const Id value = e.operand(i, 0);
    for (uint32_t n = 0; n < from.count; n += 2) {
      const Id low = vector_component(e, from, value, n), high = vector_component(e, from, value, n + 1);
      words.push_back(to_half_pair(e, low, high));
    }
  } else {
    const Vector<Id> bits = component_bits(e, i);
    for (uint32_t n = 0; n < from.count; n += 2) {
      const Id offset = e.u32(16), count = e.u32(16);
      words.push_back(e.op(Op::OpBitFieldInsert, kU32, bits[n], bits[n + 1], offset, count));
    }
  }
  const NumericType all = kU32.with_count(static_cast<uint8_t>(words.size()));
  e.set_result(i, bitcast(e, to, all, make_vector(e, all, words)));
}

/// One word becomes two components. The bits above a short integer are arbitrary.
void to_narrow(FunctionEmitter& e, const Instruction& i) {
  const NumericType from = e.operand_type(i, 0), to = e.result_type(i);
  const NumericType all = kU32.with_count(static_cast<uint8_t>(to.count / 2));
  const Id words = bitcast(e, all, from, e.operand(i, 0));
  Vector<Id> components;
  for (uint32_t n = 0; n < all.count; ++n) {
    const Id word = vector_component(e, all, words, n);
    if (to.is_float()) {
      const Id pair = from_half_pair(e, word);
      components.push_back(extract(e, kF32, pair, 0));
      components.push_back(extract(e, kF32, pair, 1));
    } else {
      components.push_back(word);
      components.push_back(e.op(Op::OpShiftRightLogical, kU32, word, e.u32(16)));
    }
  }
  e.set_result(i, make_vector(e, to, components));
}

}  // namespace

Result<void> lower_bitcast_instruction(FunctionEmitter& e, const Instruction& i) {
  const NumericType from = e.operand_type(i, 0), to = e.result_type(i);
  const bool is_narrow_from = e.context().is_min_precision(e.operand_type_id(i, 0));
  const bool is_narrow_to = e.context().is_min_precision(i.type);
  const uint32_t from_bits = from.count * (is_narrow_from ? 16u : from.bits);
  const uint32_t to_bits = to.count * (is_narrow_to ? 16u : to.bits);
  if (from == to && is_narrow_from == is_narrow_to) {
    e.set_result(i, e.operand(i, 0));
    return {};
  }
  const uint8_t wide = is_narrow_from ? to.bits : from.bits;
  const bool is_mixed = is_narrow_from != is_narrow_to;
  if (from.is_bool() || to.is_bool() || from_bits != to_bits || (is_mixed && wide != 32 && wide != 64)) {
    return e.unsupported(i, "a bitcast between these types is not supported");
  }
  if (is_narrow_from && is_narrow_to) {
    between_narrow(e, i);
  } else if (is_narrow_from) {
    from_narrow(e, i);
  } else if (is_narrow_to) {
    to_narrow(e, i);
  } else {
    e.define(i, Op::OpBitcast, e.operand(i, 0));
  }
  return {};
}

}  // namespace trellis::spirv
