// Atomic operations on UAVs, and their hidden counters.
#include "spirv_backend/module/spirv_enumerants.hpp"
#include "spirv_backend/operations/helper_lanes.hpp"
#include "spirv_backend/operations/lowerings.hpp"
#include "spirv_backend/resources/buffers/checked_access.hpp"
#include "spirv_backend/resources/buffers/word_access.hpp"
#include "spirv_backend/resources/buffers/word_images.hpp"
#include "spirv_backend/resources/device_heaps.hpp"
#include "spirv_backend/resources/image_operations.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;

/// The target of an atomic operation: the pointer, and the type that it points to.
struct AtomicPlace {
  Id pointer = 0;  ///< 0: `words` and `index` give the target instead.
  Handle words;
  WordView view = WordView::k32;
  Id index = 0;
  NumericType type = kU32;
  Id type_id = 0;
  bool is_plain = true;  ///< type_id is the id of `type`; else that of a signed integer.
  bool holds_floats = false;
};

/// Words of a buffer are accessed as `floats` if it is given.
Result<AtomicPlace> atomic_place(FunctionEmitter& e, const Instruction& i, uint32_t address_operand,
                                 std::optional<WordView> floats = std::nullopt) {
  Result<Handle> handle = handle_operand(e, i, 0);
  if (!handle) return handle.error();
  const NumericType type = e.result_type(i);
  if (handle->info->resource_class != dxil::ResourceClass::kUav) {
    return e.bad_input(i, "an atomic operation on a resource that is not a UAV");
  }
  if (type.bits == 64) e.module().capability(spv::Capability::Int64Atomics);
  AtomicPlace place;
  if (is_word_buffer(*handle->info)) {
    const WordView view = floats ? *floats : type.bits == 64 ? WordView::k64 : WordView::k32;
    TRELLIS_RETURN_IF_ERROR(check_word_use(e, i, *handle, view, WordUse::kAtomic));
    const IndexSum at = word_index(e, i, *handle, address_operand, view);
    place.type = word_type(view);
    place.type_id = e.type(place.type);
    place.words = *handle;
    place.view = view;
    place.index = word_id(e, at, 0);
    return place;
  }
  const std::optional<ImageShape> shape = image_shape(handle->info->kind);
  if (!shape || shape->is_multisampled || shape->dim == spv::Dim::Cube) {
    return e.bad_input(i, String("an atomic operation on a ") + dxil::name_of(handle->info->kind));
  }
  const TexelType texel = texel_type(e, *handle);
  if (texel.component.bits != type.bits) {
    return e.unsupported(i, "the width of an atomic operation differs from that of the elements");
  }
  Result<Id> coordinate = coordinate_operand(e, i, address_operand, shape->coordinates(), kU32);
  if (!coordinate) return coordinate.error();
  place.type = texel.component;
  place.type_id = texel.id;
  place.is_plain = !texel.is_signed;
  place.holds_floats = texel.holds_floats || texel.component.is_float();
  const Id image = image_pointer(e, *handle);
  const Id at = ranged_coordinate(e, *handle, *coordinate);
  const Id image_type = e.context().resources[handle->resource].value_type;
  place.pointer = image_texel(e, *handle, {image_type, texel.id}, image, at);
  return place;
}

Id to_place(FunctionEmitter& e, const AtomicPlace& place, NumericType from, Id value) {
  if (place.is_plain && place.type == from) return value;
  return e.op(Op::OpBitcast, place.type_id, value);
}

Id from_place(FunctionEmitter& e, const AtomicPlace& place, NumericType to, Id value) {
  if (place.is_plain && place.type == to) return value;
  return e.op(Op::OpBitcast, to, value);
}

/// Emits `opcode` with Device scope and no ordering; returns the old value. `values` are the operands after
/// the semantics.
Id emit_atomic(FunctionEmitter& e, const AtomicPlace& place, Op opcode, std::span<const Id> values) {
  if (place.pointer == 0) return atomic_word(e, place.words, place.view, place.index, opcode, values);
  const Id scope = e.u32(to_word(spv::Scope::Device)), relaxed = e.u32(0);
  if (opcode == Op::OpAtomicCompareExchange) {
    return e.op(opcode, place.type_id, place.pointer, scope, relaxed, relaxed, values[0], values[1]);
  }
  return e.op(opcode, place.type_id, place.pointer, scope, relaxed, values[0]);
}

Op opcode_of(uint64_t atomic_op) {
  // Indexed by DXIL's numbers of atomic operations.
  constexpr Op kOpcodes[] = {
      Op::OpAtomicIAdd, Op::OpAtomicAnd,  Op::OpAtomicOr,   Op::OpAtomicXor,      Op::OpAtomicSMin,
      Op::OpAtomicSMax, Op::OpAtomicUMin, Op::OpAtomicUMax, Op::OpAtomicExchange,
  };
  return atomic_op < std::size(kOpcodes) ? kOpcodes[atomic_op] : Op::OpNop;
}

Result<void> lower_atomic(FunctionEmitter& e, const Instruction& i) {
  const Op opcode = opcode_of(e.constant_operand(i, 1).value_or(UINT64_MAX));
  if (opcode == Op::OpNop) return e.bad_input(i, "the kind of an atomic operation is not a known constant");
  Result<AtomicPlace> place = atomic_place(e, i, 2);
  if (!place) return place.error();
  if (place->holds_floats && opcode != Op::OpAtomicExchange) {
    return e.unsupported(i, "an atomic integer operation on a buffer of floats is not supported");
  }
  const NumericType type = e.result_type(i);
  const Id value = to_place(e, *place, type, e.operand(i, 5));
  const Id old = emit_atomic(e, *place, opcode, {&value, 1});
  e.set_result(i, from_place(e, *place, type, old));
  return {};
}

Result<void> lower_compare_exchange(FunctionEmitter& e, const Instruction& i) {
  Result<AtomicPlace> place = atomic_place(e, i, 1);
  if (!place) return place.error();
  if (place->type.is_float()) {
    return e.unsupported(i, "a compare-exchange on a buffer of floats is not supported");
  }
  const NumericType type = e.result_type(i);
  const Id expected = to_place(e, *place, type, e.operand(i, 4));
  const Id value = to_place(e, *place, type, e.operand(i, 5));
  const Id values[] = {value, expected};
  const Id old = emit_atomic(e, *place, Op::OpAtomicCompareExchange, values);
  e.set_result(i, from_place(e, *place, type, old));
  return {};
}

/// The kinds of operation of VendorAtomicFloat and VendorAtomicHalves.
enum VendorAtomic : uint64_t { kAdd = 0, kMin = 1, kMax = 2 };

Id combine(FunctionEmitter& e, uint64_t kind, NumericType type, Id a, Id b) {
  if (kind == kAdd) return e.op(Op::OpFAdd, type, a, b);
  return e.code().ext(kind == kMin ? GLSLstd450NMin : GLSLstd450NMax, type, a, b);
}

/// Combines the bits of old and value as floats or as pairs of halves.
Id combine_bits(FunctionEmitter& e, uint64_t kind, bool is_halves, Id old, Id value) {
  constexpr NumericType kPair{BaseType::kFloat, 32, 2};
  if (!is_halves) {
    const Id was = e.op(Op::OpBitcast, kF32, old), is = e.op(Op::OpBitcast, kF32, value);
    return e.op(Op::OpBitcast, kU32, combine(e, kind, kF32, was, is));
  }
  const Id was = e.code().ext(GLSLstd450UnpackHalf2x16, kPair, old);
  const Id is = e.code().ext(GLSLstd450UnpackHalf2x16, kPair, value);
  return e.code().ext(GLSLstd450PackHalf2x16, kU32, combine(e, kind, kPair, was, is));
}

/// Repeats a compare-exchange until the word has not changed since it was read. The code is in a separate
/// function because it writes blocks.
Result<void> lower_exchange_loop(FunctionEmitter& e, const Instruction& i) {
  const auto kind = e.constant_operand(i, 1);
  if (!kind || *kind > kMax) return e.bad_input(i, "the kind of an atomic operation is not a known constant");
  Result<AtomicPlace> place = atomic_place(e, i, 2);
  if (!place) return place.error();
  if (place->type.is_float()) {
    return e.unsupported(i, "an atomic operation on floats needs a view of the resource as integers");
  }
  const bool is_halves = i.is(dxil::Op::kVendorAtomicHalves);
  const NumericType type = e.result_type(i);
  Id value = e.operand(i, 5);
  if (!is_halves) value = e.op(Op::OpBitcast, kU32, value);
  const Id zero = to_place(e, *place, kU32, e.u32(0));
  const Id before = e.module().new_id(), turn = e.module().new_id(), merge = e.module().new_id();
  const Id seen = e.module().new_id(), old = e.module().new_id();
  e.op_void(Op::OpBranch, before);
  e.code().label(before);
  const Id first = from_place(e, *place, kU32, emit_atomic(e, *place, Op::OpAtomicOr, {&zero, 1}));
  e.op_void(Op::OpBranch, turn);
  e.code().label(turn);
  e.code().define(old, Op::OpPhi, kU32, first, before, seen, turn);
  const Id wanted = combine_bits(e, *kind, is_halves, old, value);
  const Id values[] = {to_place(e, *place, kU32, wanted), to_place(e, *place, kU32, old)};
  const Id found = from_place(e, *place, kU32, emit_atomic(e, *place, Op::OpAtomicCompareExchange, values));
  e.code().define(seen, Op::OpCopyObject, kU32, found);
  const Id is_done = e.op(Op::OpIEqual, kBool, seen, old);
  e.op_void(Op::OpLoopMerge, merge, turn, spv::LoopControlMask::MaskNone);
  e.op_void(Op::OpBranchConditional, is_done, merge, turn);
  e.code().label(merge);
  e.set_result(i, is_halves ? seen : e.op(Op::OpBitcast, type, seen));
  return {};
}

/// Whether the device has the operation on floats, or on pairs of halves, as an instruction.
bool is_instruction(FunctionEmitter& e, const Instruction& i, const Handle& handle) {
  const DeviceOptions& device = e.context().plan.options.device;
  const bool is_in_words = is_word_buffer(*handle.info) && !is_texel(handle);
  if (i.is(dxil::Op::kVendorAtomicHalves)) {
    return device.names(Extension::kShaderAtomicFp16VectorNv) && is_in_words && !is_checked(handle) &&
           e.module().allows(kCapabilityAtomicFloat16VectorNV) &&
           e.module().allows(spv::Capability::Float16) && has_16bit_storage(e.module());
  }
  if (!has_float_adds(device) || e.constant_operand(i, 1) != kAdd) return false;
  return is_in_words || (!is_word_buffer(*handle.info) && texel_type(e, handle).component.is_float());
}

Result<void> lower_float_instruction(FunctionEmitter& e, const Instruction& i) {
  constexpr Op kOpcodes[] = {Op::OpAtomicFAddEXT, Op::OpAtomicFMinEXT, Op::OpAtomicFMaxEXT};
  const auto kind = e.constant_operand(i, 1);
  if (!kind || *kind > kMax) return e.bad_input(i, "the kind of an atomic operation is not a known constant");
  const bool is_halves = i.is(dxil::Op::kVendorAtomicHalves);
  e.module().extension(is_halves ? "SPV_NV_shader_atomic_fp16_vector" : "SPV_EXT_shader_atomic_float_add");
  e.module().capability(is_halves ? kCapabilityAtomicFloat16VectorNV : spv::Capability::AtomicFloat32AddEXT);
  const Result<AtomicPlace> place = atomic_place(e, i, 2, is_halves ? WordView::kHalves : WordView::kFloat);
  if (!place) return place.error();
  const NumericType type = e.result_type(i);
  const Id value = to_place(e, *place, type, e.operand(i, 5));
  e.set_result(i, from_place(e, *place, type, emit_atomic(e, *place, kOpcodes[*kind], {&value, 1})));
  return {};
}

Result<void> lower_float_atomic(FunctionEmitter& e, const Instruction& i) {
  const Result<Handle> handle = handle_operand(e, i, 0);
  if (!handle) return handle.error();
  if (is_instruction(e, i, *handle)) return lower_float_instruction(e, i);
  return lower_in_function(e, i, lower_exchange_loop);
}

// Incrementing returns the old value, decrementing the new one.
Result<void> lower_update_counter(FunctionEmitter& e, const Instruction& i) {
  Result<Handle> handle = handle_operand(e, i, 0);
  if (!handle) return handle.error();
  const auto step = static_cast<int8_t>(e.constant_operand(i, 1).value_or(0));
  if (step != 1 && step != -1) return e.bad_input(i, "the step of a UAV counter is neither 1 nor -1");
  const Id one = e.u32(1);
  if (step == 1) {
    e.set_result(i, atomic_counter(e, *handle, Op::OpAtomicIAdd, one));
  } else {
    e.define(i, Op::OpISub, atomic_counter(e, *handle, Op::OpAtomicISub, one), one);
  }
  return {};
}

constexpr LoweringEntry kAtomicsLowerings[] = {
    {dxil::Op::kAtomicBinOp, lower_atomic},
    {dxil::Op::kAtomicCompareExchange, lower_compare_exchange},
    {dxil::Op::kBufferUpdateCounter, lower_update_counter},
    {dxil::Op::kVendorAtomicFloat, lower_float_atomic},
    {dxil::Op::kVendorAtomicHalves, lower_float_atomic},
};

}  // namespace

std::span<const LoweringEntry> atomic_lowerings() { return kAtomicsLowerings; }

}  // namespace trellis::spirv
