#include "spirv_backend/emitter/memory/memory_access.hpp"

#include <array>
#include <bit>

#include "spirv_backend/emitter/index_sums.hpp"
#include "spirv_backend/emitter/memory/bounded_memory.hpp"
#include "spirv_backend/emitter/memory/selected_units.hpp"
#include "spirv_backend/emitter/min_precision.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

/// Returns a pointer to a unit of an array.
Id element_pointer(FunctionEmitter& e, uint32_t object, Id variable, Id index) {
  const Id type = e.context().unit_pointer_type(object);
  if (!e.context().plan.objects[object].has_rows())
    return e.op_once(Op::OpAccessChain, type, variable, index);
  const Id row = e.op_once(Op::OpShiftRightLogical, kU32, index, e.u32(std::countr_zero(kRowUnits)));
  const Id column = e.op_once(Op::OpBitwiseAnd, kU32, index, e.u32(kRowUnits - 1));
  return e.op_once(Op::OpAccessChain, type, variable, row, column);
}

/// A pointer that is always inside the object, and a bool that is true if it points to the requested unit.
struct BoundedPlace {
  Id pointer = 0, is_inside = 0;
};
BoundedPlace bounded_place(FunctionEmitter& e, const UnitIndex& at, uint32_t extra) {
  const uint32_t count = e.context().plan.objects[at.object].unit_count;
  const Id variable = object_variable(e, at.object);
  const Id index = moved_index(e, at, extra);
  BoundedPlace place;
  place.is_inside = e.op_once(Op::OpULessThan, kBool, index, e.u32(count));
  const Id last = e.u32(count - 1);
  const Id nearest = e.ext(GLSLstd450UMin, kU32, index, last);
  place.pointer = count == 1 ? variable : element_pointer(e, at.object, variable, nearest);
  return place;
}

}  // namespace

bool is_shared_object(const MemoryObject& object) { return object.storage == spv::StorageClass::Workgroup; }

Id moved_index(FunctionEmitter& e, const UnitIndex& at, uint32_t extra) {
  IndexSum sum = index_sum(e, at.value);
  sum.constant += at.constant + extra;
  return index_of(e, sum);
}

bool is_bounded(FunctionEmitter& e, const UnitIndex& at) {
  return !at.is_constant && e.context().plan.options.device.bounded_arrays;
}

Id object_variable(FunctionEmitter& e, uint32_t object) { return e.context().object_variable(object); }

bool unit_index(FunctionEmitter& e, ValueId pointer, UnitIndex& result) {
  const Reference& r = e.reference(pointer);
  result.object = r.root;
  result.is_constant = r.is_static;
  if (!r.is_static) {
    result.value = e.reference_index(pointer);
    result.spread = spread_of(e, pointer);
    result.differs = r.non_uniform;
    return true;
  }
  const uint32_t unit = e.context().plan.objects[r.root].unit_bytes;
  result.constant = r.static_index / unit;
  return r.static_index % unit == 0;
}

Id unit_pointer(FunctionEmitter& e, const UnitIndex& at, uint32_t extra) {
  const Id variable = object_variable(e, at.object);
  if (e.context().plan.objects[at.object].unit_count == 1) return variable;
  const Id index = at.is_constant ? e.u32(at.constant + extra) : moved_index(e, at, extra);
  return element_pointer(e, at.object, variable, index);
}

Id load_unit(FunctionEmitter& e, const UnitIndex& at, uint32_t extra) {
  if (is_selected(e, at)) return load_selected(e, at, extra);
  const NumericType unit = e.context().plan.objects[at.object].unit;
  if (!is_bounded(e, at)) return e.op(Op::OpLoad, unit, unit_pointer(e, at, extra));
  const BoundedPlace place = bounded_place(e, at, extra);
  const Id found = e.op(Op::OpLoad, unit, place.pointer);
  return e.op(Op::OpSelect, unit, place.is_inside, found, e.constant(unit, 0));
}

void store_unit(FunctionEmitter& e, const UnitIndex& at, uint32_t extra, Id value) {
  if (is_selected(e, at)) {
    store_selected(e, at, extra, value);
    return;
  }
  const MemoryObject& object = e.context().plan.objects[at.object];
  if (!is_bounded(e, at)) {
    e.op_void(Op::OpStore, unit_pointer(e, at, extra), value);
    return;
  }
  if (is_shared_object(object)) {
    call_bounded(e, at.object, Op::OpStore, moved_index(e, at, extra), std::span(&value, 1));
    return;
  }
  // Thread-local memory is not shared, so an out-of-bounds store can write the last unit's own value back to
  // it.
  const BoundedPlace place = bounded_place(e, at, extra);
  const Id old = e.op(Op::OpLoad, object.unit, place.pointer);
  e.op_void(Op::OpStore, place.pointer, e.op(Op::OpSelect, object.unit, place.is_inside, value, old));
}

ScalarAccess scalar_access(FunctionEmitter& e, TypeId type, const MemoryObject& object) {
  NumericType scalar = memory_type(e, e.value_type(type).scalar());
  if (scalar.is_bool()) scalar = kU32;
  const uint32_t bytes = scalar.bits / 8u;
  return {scalar, std::max(1u, bytes / object.unit_bytes)};
}

Id load_scalar(FunctionEmitter& e, const UnitIndex& at, uint32_t first, const ScalarAccess& access) {
  const MemoryObject& object = e.context().plan.objects[at.object];
  std::array<Id, 8> parts = {};
  for (uint32_t n = 0; n < access.units; ++n) {
    parts[n] = load_unit(e, at, first + n);
  }
  if (access.units == 1) return bitcast(e, access.stored, object.unit, parts[0]);
  const NumericType vector = object.unit.with_count(static_cast<uint8_t>(access.units));
  const Id all = e.op_list(Op::OpCompositeConstruct, e.type(vector), std::span(parts).first(access.units));
  return e.op(Op::OpBitcast, access.stored, all);
}

void store_scalar(FunctionEmitter& e, const UnitIndex& at, uint32_t first, const ScalarAccess& access,
                  Id value) {
  const MemoryObject& object = e.context().plan.objects[at.object];
  if (access.units == 1) {
    const Id unit = bitcast(e, object.unit, access.stored, value);
    store_unit(e, at, first, unit);
    return;
  }
  const NumericType vector = object.unit.with_count(static_cast<uint8_t>(access.units));
  const Id all = e.op(Op::OpBitcast, vector, value);
  for (uint32_t n = 0; n < access.units; ++n) {
    store_unit(e, at, first + n, extract(e, object.unit, all, n));
  }
}

}  // namespace trellis::spirv
