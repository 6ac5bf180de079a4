#include "spirv_backend/emitter/memory/selected_units.hpp"

#include <algorithm>

#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/module/function_writer.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

// Above kAlwaysSelectedUnits: the most units that a selected access may refer to.
constexpr uint32_t kFew = 8;

/// A function that loads from or stores to arrays of one type.
struct SelectFunction {
  bool is_store, has_spread;
  NumericType unit;
  uint32_t unit_count;
  spv::StorageClass storage;
  Id id;
};
struct SelectFunctions {
  Vector<SelectFunction> functions;
};

struct NotedSpread {
  const dxil::Function* function;
  ValueId pointer;
  UnitSpread spread;
};
struct NotedSpreads {
  Vector<NotedSpread> noted;
};

const MemoryObject& object_at(FunctionEmitter& e, const UnitIndex& at) {
  return e.context().plan.objects[at.object];
}

uint32_t units_in(const MemoryObject& object, const UnitSpread& spread) {
  const uint32_t first = spread.first < object.unit_count ? spread.first : spread.first % spread.step;
  return (object.unit_count - first + spread.step - 1) / spread.step;
}

/// Returns an index that is always within the object.
uint32_t first_unit(FunctionEmitter& e, const UnitIndex& at, uint32_t extra) {
  const uint32_t first = at.spread.first + at.constant + extra, count = object_at(e, at).unit_count;
  return first < count ? first : std::min(first % at.spread.step, count - 1);
}

/// The function's parameters are array and index, then the value for a store, then first and step if not all
/// units are candidates.
Id write_select(ModuleContext& context, uint32_t object, bool is_store, bool has_spread) {
  ModuleBuilder& module = context.builder;
  const MemoryObject& info = context.plan.objects[object];
  const Id array = module.type_pointer(info.storage, context.object_type(object));
  const Id element = context.unit_pointer_type(object);
  const Id word = module.type(kU32), unit = module.type(info.unit);
  const Id count = module.constant_u32(info.unit_count);
  const Id zero = module.constant_u32(0), one = module.constant_u32(1);
  Vector<Id> parameters = {array, word};
  if (is_store) parameters.push_back(unit);
  if (has_spread) parameters.insert(parameters.end(), {word, word});
  const Id nothing = is_store ? 0 : module.undef(unit);
  FunctionWriter f(module, is_store ? module.type_void() : unit, parameters);
  const Id entry = f.new_id(), turn = f.new_id(), merge = f.new_id();
  const Id next = f.new_id(), next_value = f.new_id(), index = f.parameter(1);
  const size_t last = parameters.size() - 1;
  const Id first = has_spread ? f.parameter(last - 1) : zero, step = has_spread ? f.parameter(last) : one;
  f.label(entry);
  f.op_void(Op::OpBranch, turn);
  f.label(turn);
  const Id place = f.op(Op::OpPhi, kU32, first, entry, next, turn);
  const Id value = is_store ? f.parameter(2) : f.op(Op::OpPhi, info.unit, nothing, entry, next_value, turn);
  const Id pointer = f.op(Op::OpAccessChain, element, f.parameter(0), place);
  const Id there = f.op(Op::OpLoad, info.unit, pointer);
  const Id is_meant = f.op(Op::OpIEqual, kBool, place, index);
  if (is_store) {
    f.define(next_value, Op::OpSelect, info.unit, is_meant, value, there);
    f.op_void(Op::OpStore, pointer, next_value);
  } else {
    f.define(next_value, Op::OpSelect, info.unit, is_meant, there, value);
  }
  f.define(next, Op::OpIAdd, kU32, place, step);
  const Id goes_on = f.op(Op::OpULessThan, kBool, next, count);
  f.op_void(Op::OpLoopMerge, merge, turn, spv::LoopControlMask::Unroll);
  f.op_void(Op::OpBranchConditional, goes_on, turn, merge);
  f.label(merge);
  if (is_store) {
    f.op_void(Op::OpReturn);
  } else {
    f.op_void(Op::OpReturnValue, next_value);
  }
  return f.finish();
}

Id select_for(FunctionEmitter& e, uint32_t object, bool is_store, bool has_spread) {
  const MemoryObject& info = e.context().plan.objects[object];
  Vector<SelectFunction>& functions = e.context().caches.get<SelectFunctions>().functions;
  for (const SelectFunction& f : functions) {
    if (f.is_store == is_store && f.has_spread == has_spread && f.unit == info.unit &&
        f.unit_count == info.unit_count && f.storage == info.storage)
      return f.id;
  }
  const Id id = write_select(e.context(), object, is_store, has_spread);
  functions.push_back({is_store, has_spread, info.unit, info.unit_count, info.storage, id});
  return id;
}

/// `value` is the value to store; empty for a load.
Id call_select(FunctionEmitter& e, const UnitIndex& at, uint32_t extra, std::span<const Id> value) {
  const bool is_store = !value.empty(), has_spread = at.spread.step > 1;
  const Id function = select_for(e, at.object, is_store, has_spread);
  const Id variable = object_variable(e, at.object);
  const Id index = moved_index(e, at, extra);
  Vector<Id> operands = {function, variable, index};
  operands.insert(operands.end(), value.begin(), value.end());
  if (has_spread) {
    operands.push_back(e.u32(first_unit(e, at, extra)));
    operands.push_back(e.u32(at.spread.step));
  }
  const Id result = is_store ? e.module().type_void() : e.type(object_at(e, at).unit);
  return e.op_list(Op::OpFunctionCall, result, operands);
}

}  // namespace

void note_spread(FunctionEmitter& e, const dxil::Instruction& address, UnitSpread spread) {
  e.context().caches.get<NotedSpreads>().noted.push_back({&e.function(), address.result, spread});
}

UnitSpread spread_of(FunctionEmitter& e, ValueId pointer) {
  const Vector<NotedSpread>& noted = e.context().caches.get<NotedSpreads>().noted;
  const auto found = std::find_if(noted.rbegin(), noted.rend(), [&](const NotedSpread& n) {
    return n.function == &e.function() && n.pointer == pointer;
  });
  return found == noted.rend() ? UnitSpread{} : found->spread;
}

bool is_selected(FunctionEmitter& e, const UnitIndex& at) {
  const MemoryObject& object = object_at(e, at);
  if (at.is_constant || !at.differs || !object.is_small_array() || is_bounded(e, at)) return false;
  return object.unit_count <= MemoryObject::kAlwaysSelectedUnits || units_in(object, at.spread) <= kFew;
}

Id load_selected(FunctionEmitter& e, const UnitIndex& at, uint32_t extra) {
  return call_select(e, at, extra, {});
}

void store_selected(FunctionEmitter& e, const UnitIndex& at, uint32_t extra, Id value) {
  call_select(e, at, extra, {&value, 1});
}

}  // namespace trellis::spirv
