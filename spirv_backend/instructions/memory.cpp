// Local arrays, groupshared memory, statics and constant tables: all flat arrays of units (plan.hpp).
#include <array>
#include <numeric>

#include "spirv_backend/analysis/index_spread.hpp"
#include "spirv_backend/emitter/index_sums.hpp"
#include "spirv_backend/emitter/memory/bounded_memory.hpp"
#include "spirv_backend/emitter/memory/memory_access.hpp"
#include "spirv_backend/emitter/memory/selected_units.hpp"
#include "spirv_backend/emitter/min_precision.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/emitter/vector_parts.hpp"
#include "spirv_backend/instructions/instructions.hpp"
#include "spirv_backend/resources/buffers/copied_constants.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

namespace {

using dxil::AtomicOp;
using dxil::Instruction;
using dxil::Opcode;

/// Follows a write to the object.
void fence_write(FunctionEmitter& e, const MemoryObject& object) {
  if (!is_shared_object(object) || !e.context().plan.options.device.works_around(kGroupsharedFences)) return;
  constexpr uint32_t kSemantics =
      to_word(spv::MemorySemanticsMask::AcquireRelease) | to_word(spv::MemorySemanticsMask::WorkgroupMemory);
  e.op_void(Op::OpMemoryBarrier, e.u32(to_word(spv::Scope::Workgroup)), e.u32(kSemantics));
}

/// Returns the position of an access. Errors: kUnsupported for accesses that the flat form cannot express:
/// parts of a unit, or more than four units in one scalar.
Result<UnitIndex> place_of(FunctionEmitter& e, const Instruction& i, ValueId pointer, TypeId type) {
  UnitIndex at;
  if (!unit_index(e, pointer, at)) return e.unsupported(i, "a misaligned memory access is not supported");
  const MemoryObject& object = e.context().plan.objects[at.object];
  const NumericType scalar = memory_type(e, e.value_type(type).scalar());
  const uint32_t bytes = scalar.is_bool() ? 4u : scalar.bits / 8u;
  if (bytes < object.unit_bytes || bytes / object.unit_bytes > 4) {
    return e.unsupported(i, "a memory access of this width to this object is not supported");
  }
  return at;
}

Result<void> load(FunctionEmitter& e, const Instruction& i) {
  const Reference& own = e.reference(i.result);
  const ValueId pointer = e.operand_value(i, 0);
  if (own.kind != ReferenceKind::kNone) {
    // A handle loaded from its library symbol.
    if (!own.is_static) e.set_result(i, e.reference_index(pointer));
    return {};
  }
  const NumericType type = e.result_type(i);
  if (e.reference(pointer).kind == ReferenceKind::kNothing) {
    e.set_result(i, e.module().undef(e.type(type)));
    return {};
  }
  Result<UnitIndex> at = place_of(e, i, pointer, i.type);
  if (!at) return at.error();
  const MemoryObject& object = e.context().plan.objects[at->object];
  if (object.constant_copy != kNone) {
    e.set_result(i,
                 load_copied_constant(e, e.context().plan.constant_copies[object.constant_copy], *at, type));
    return {};
  }
  const ScalarAccess access = scalar_access(e, i.type, object);
  if (at->is_constant && access.units == 1 && type.count == 1 && !type.is_bool()) {
    if (const std::optional<uint64_t> known = e.context().known_unit(at->object, at->constant)) {
      e.set_result(i, from_memory(e, type, e.constant(access.stored, *known)));
      return {};
    }
  }
  Vector<Id> components(type.count);
  for (uint32_t n = 0; n < type.count; ++n) {
    Id value = load_scalar(e, *at, n * access.units, access);
    if (type.is_bool()) value = e.op(Op::OpINotEqual, kBool, value, e.u32(0));
    components[n] = from_memory(e, type.scalar(), value);
  }
  e.set_result(i, make_vector(e, type, components));
  return {};
}

Result<void> store(FunctionEmitter& e, const Instruction& i) {
  const ValueId pointer = e.operand_value(i, 1);
  if (e.reference(pointer).kind == ReferenceKind::kNothing || e.operand_is_undef(i, 0)) return {};
  const TypeId stored_type = e.operand_type_id(i, 0);
  Result<UnitIndex> at = place_of(e, i, pointer, stored_type);
  if (!at) return at.error();
  const MemoryObject& object = e.context().plan.objects[at->object];
  if (object.constant_copy != kNone) return {};
  const ScalarAccess access = scalar_access(e, stored_type, object);
  const NumericType type = e.value_type(stored_type);
  for (uint32_t n = 0; n < type.count; ++n) {
    Id scalar = operand_component(e, i, 0, n);
    if (type.is_bool()) {
      const Id one = e.u32(1), zero = e.u32(0);
      scalar = e.op(Op::OpSelect, kU32, scalar, one, zero);
    }
    store_scalar(e, *at, n * access.units, access, to_memory(e, type.scalar(), scalar));
  }
  fence_write(e, object);
  return {};
}

/// Records which units the sum of a constant and the terms can refer to, unless it is all of them.
void note_units(FunctionEmitter& e, const Instruction& i, const lower::AddressTerms& terms, int64_t constant,
                uint32_t unit) {
  if (constant < 0) return;
  IndexSpread sum = {static_cast<uint64_t>(constant) / unit, 0, static_cast<uint64_t>(constant) / unit};
  for (const lower::AddressTerms::Term& term : terms.terms) {
    const uint64_t stride = term.stride / unit;
    const IndexSpread one = index_spread(e.program(), e.function(), e.plan().bounds, i, term.index);
    if (stride > UINT32_MAX || one.most > UINT32_MAX) return;
    sum = {sum.first + one.first * stride, std::gcd(sum.step, one.step * stride),
           sum.most + one.most * stride};
    if (sum.most > UINT32_MAX || sum.step > UINT32_MAX) return;
  }
  if (sum.step > 1) note_spread(e, i, {static_cast<uint32_t>(sum.first), static_cast<uint32_t>(sum.step)});
}

Result<void> address(FunctionEmitter& e, const Instruction& i) {
  const Reference& own = e.reference(i.result);
  if (own.is_static || own.kind == ReferenceKind::kNothing) return {};
  const bool is_memory = own.kind == ReferenceKind::kMemory;
  lower::AddressTerms terms;
  // Cannot fail: the planner has already computed the same sum.
  static_cast<void>(lower::sum_address(e.program(), e.context().layouts, i.aux,
                                       e.function().operands.data() + i.first_operand + 1,
                                       i.operand_count - 1, !is_memory, terms));
  const uint32_t unit = is_memory ? e.context().plan.objects[own.root].unit_bytes : 1;
  const Reference& base = e.reference(e.operand_value(i, 0));
  const int64_t constant = terms.constant + (base.is_static ? int64_t{base.static_index} : 0);
  bool is_whole = constant % static_cast<int64_t>(unit) == 0;
  IndexSum index;
  if (!base.is_static) index = index_sum(e, e.use(e.operand_value(i, 0)));
  for (const lower::AddressTerms::Term& term : terms.terms) {
    const NumericType type = e.value_type(e.program().type_of(e.function(), term.index));
    if (!type.is_int() || type.count != 1) return e.unsupported(i, "an index of this type is not supported");
    is_whole &= term.stride % unit == 0;
    Id value = e.use(term.index);
    if (type.bits != 32) value = e.op(Op::OpSConvert, kU32, value);
    index = added(e, index, scaled(e, index_sum(e, value), static_cast<uint32_t>(term.stride / unit)));
  }
  if (!is_whole) return e.unsupported(i, "an address between the elements of an object is not supported");
  index.constant += static_cast<uint32_t>(constant / static_cast<int64_t>(unit));
  if (is_memory && base.is_static && e.context().plan.objects[own.root].is_small_array())
    note_units(e, i, terms, constant, unit);
  e.set_result(i, index_of(e, index));
  return {};
}

Op atomic_opcode(AtomicOp op) {
  switch (op) {
    case AtomicOp::kAdd:
      return Op::OpAtomicIAdd;
    case AtomicOp::kSub:
      return Op::OpAtomicISub;
    case AtomicOp::kAnd:
      return Op::OpAtomicAnd;
    case AtomicOp::kOr:
      return Op::OpAtomicOr;
    case AtomicOp::kXor:
      return Op::OpAtomicXor;
    case AtomicOp::kMin:
      return Op::OpAtomicSMin;
    case AtomicOp::kMax:
      return Op::OpAtomicSMax;
    case AtomicOp::kUMin:
      return Op::OpAtomicUMin;
    case AtomicOp::kUMax:
      return Op::OpAtomicUMax;
    case AtomicOp::kExchange:
      return Op::OpAtomicExchange;
  }
  return Op::OpNop;
}

Result<UnitIndex> atomic_place(FunctionEmitter& e, const Instruction& i) {
  const TypeId type = e.operand_type_id(i, 1);
  if (e.reference(e.operand_value(i, 0)).kind != ReferenceKind::kMemory) {
    return e.unsupported(i, "an atomic operation on undefined memory is not supported");
  }
  Result<UnitIndex> at = place_of(e, i, e.operand_value(i, 0), type);
  if (!at) return at;
  const MemoryObject& object = e.context().plan.objects[at->object];
  const NumericType scalar = e.value_type(type);
  if (scalar.bits != object.unit.bits || scalar.count != 1 || scalar.bits < 32 || scalar.is_bool() ||
      !object.unit.is_int()) {
    return e.unsupported(i, "an atomic operation on this type is not supported");
  }
  if (scalar.bits == 64 && is_shared_object(object)) e.module().capability(spv::Capability::Int64Atomics);
  return at;
}

/// Returns the value that an atomic operation stores.
Id combined(FunctionEmitter& e, AtomicOp operation, NumericType unit, Id old, Id value) {
  switch (operation) {
    case AtomicOp::kAdd:
      return e.op(Op::OpIAdd, unit, old, value);
    case AtomicOp::kSub:
      return e.op(Op::OpISub, unit, old, value);
    case AtomicOp::kAnd:
      return e.op(Op::OpBitwiseAnd, unit, old, value);
    case AtomicOp::kOr:
      return e.op(Op::OpBitwiseOr, unit, old, value);
    case AtomicOp::kXor:
      return e.op(Op::OpBitwiseXor, unit, old, value);
    case AtomicOp::kMin:
      return e.ext(GLSLstd450SMin, unit, old, value);
    case AtomicOp::kMax:
      return e.ext(GLSLstd450SMax, unit, old, value);
    case AtomicOp::kUMin:
      return e.ext(GLSLstd450UMin, unit, old, value);
    case AtomicOp::kUMax:
      return e.ext(GLSLstd450UMax, unit, old, value);
    case AtomicOp::kExchange:
      break;
  }
  return value;
}

/// Thread-local memory is not shared: a plain load and store suffice.
void private_atomic(FunctionEmitter& e, const Instruction& i, NumericType type, const UnitIndex& at) {
  const NumericType unit = e.context().plan.objects[at.object].unit;
  const Id operand = bitcast(e, unit, type, e.operand(i, 1));
  const Id old = load_unit(e, at, 0);
  if (i.opcode != Opcode::kCmpXchg) {
    store_unit(e, at, 0, combined(e, static_cast<AtomicOp>(i.aux), unit, old, operand));
    e.set_result(i, bitcast(e, type, unit, old));
    return;
  }
  const Id replacement = bitcast(e, unit, type, e.operand(i, 2));
  const Id is_same = e.op(Op::OpIEqual, kBool, old, operand);
  store_unit(e, at, 0, e.op(Op::OpSelect, unit, is_same, replacement, old));
  e.set_component(i, 0, bitcast(e, type, unit, old));
  e.set_component(i, 1, is_same);
}

/// Emits an atomic operation on groupshared memory. `values` are the operands after the semantics.
Id shared_atomic(FunctionEmitter& e, const UnitIndex& at, Op opcode, std::span<const Id> values) {
  if (is_bounded(e, at)) return call_bounded(e, at.object, opcode, moved_index(e, at, 0), values);
  const NumericType unit = e.context().plan.objects[at.object].unit;
  const Id pointer = unit_pointer(e, at, 0);
  const Id scope = e.u32(to_word(spv::Scope::Workgroup)), relaxed = e.u32(0);
  if (opcode != Op::OpAtomicCompareExchange) return e.op(opcode, unit, pointer, scope, relaxed, values[0]);
  return e.op(opcode, unit, pointer, scope, relaxed, relaxed, values[0], values[1]);
}

Result<void> atomic(FunctionEmitter& e, const Instruction& i) {
  Result<UnitIndex> at = atomic_place(e, i);
  if (!at) return at.error();
  const NumericType type = e.operand_type(i, 1);
  const MemoryObject& object = e.context().plan.objects[at->object];
  const NumericType unit = object.unit;
  if (!is_shared_object(object)) {
    private_atomic(e, i, type, *at);
    return {};
  }
  std::array<Id, 2> values = {bitcast(e, unit, type, e.operand(i, 1))};
  if (i.opcode == Opcode::kCmpXchg) {
    values = {bitcast(e, unit, type, e.operand(i, 2)), values[0]};
    const Id old = shared_atomic(e, *at, Op::OpAtomicCompareExchange, values);
    fence_write(e, object);
    e.set_component(i, 0, bitcast(e, type, unit, old));
    if (e.component_used(i, 1)) e.set_component(i, 1, e.op(Op::OpIEqual, kBool, old, values[1]));
    return {};
  }
  const Op opcode = atomic_opcode(static_cast<AtomicOp>(i.aux));
  const Id old = shared_atomic(e, *at, opcode, std::span(values).first(1));
  fence_write(e, object);
  e.set_result(i, bitcast(e, type, unit, old));
  return {};
}

}  // namespace

Result<void> lower_memory(FunctionEmitter& e, const Instruction& i) {
  switch (i.opcode) {
    case Opcode::kAlloca:
      return {};  // Declared at the start of the function.
    case Opcode::kLoad:
      return load(e, i);
    case Opcode::kStore:
      return store(e, i);
    case Opcode::kGep:
      return address(e, i);
    case Opcode::kAtomicRmw:
    case Opcode::kCmpXchg:
      return atomic(e, i);
    default:
      return e.unsupported(i, "the instruction is not supported");
  }
}

}  // namespace trellis::spirv
