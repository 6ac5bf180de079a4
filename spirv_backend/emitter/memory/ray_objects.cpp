#include "spirv_backend/emitter/memory/ray_objects.hpp"

#include <algorithm>

#include "spirv_backend/emitter/memory/memory_access.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/plan/rays/ray_plan.hpp"

namespace trellis::spirv {
namespace {

constexpr NumericType kTwoWords{BaseType::kInt, 32, 2};

const MemoryObject& object_of(FunctionEmitter& e, const UnitIndex& at) {
  return e.context().plan.objects[at.object];
}

/// Returns false if the unit is known to lie outside the object.
bool is_there(FunctionEmitter& e, const UnitIndex& at, uint32_t unit) {
  return !at.is_constant || at.constant + unit < object_of(e, at).unit_count;
}

/// Loads the words at a position. A struct of halves may end within a word.
void load_words(FunctionEmitter& e, const UnitIndex& at, std::span<Id> words) {
  const NumericType unit = object_of(e, at).unit;
  const uint32_t bytes = object_of(e, at).unit_bytes;
  Id pair = 0;
  for (uint32_t n = 0; n < words.size(); ++n) {
    if (bytes == 4) {
      words[n] = bitcast(e, kU32, unit, load_unit(e, at, n));
    } else if (bytes == 8) {
      if (n % 2 == 0) pair = e.op(Op::OpBitcast, kTwoWords, load_unit(e, at, n / 2));
      words[n] = extract(e, kU32, pair, n % 2);
    } else {
      const Id low = load_unit(e, at, 2 * n);
      const Id high = is_there(e, at, 2 * n + 1) ? load_unit(e, at, 2 * n + 1) : e.constant(unit, 0);
      const Id both = e.op(Op::OpCompositeConstruct, unit.with_count(2), low, high);
      words[n] = e.op(Op::OpBitcast, kU32, both);
    }
  }
}

void store_words(FunctionEmitter& e, const UnitIndex& at, std::span<const Id> words) {
  const NumericType unit = object_of(e, at).unit;
  const uint32_t bytes = object_of(e, at).unit_bytes;
  for (uint32_t n = 0; n < words.size(); ++n) {
    if (bytes == 4) {
      store_unit(e, at, n, bitcast(e, unit, kU32, words[n]));
    } else if (bytes == 8) {
      if (n % 2 == 0) continue;
      const Id both = e.op(Op::OpCompositeConstruct, kTwoWords, words[n - 1], words[n]);
      store_unit(e, at, n / 2, e.op(Op::OpBitcast, unit, both));
    } else {
      const NumericType vector = unit.with_count(2);
      const Id both = e.op(Op::OpBitcast, vector, words[n]);
      store_unit(e, at, 2 * n, extract(e, unit, both, 0));
      if (is_there(e, at, 2 * n + 1)) store_unit(e, at, 2 * n + 1, extract(e, unit, both, 1));
    }
  }
}

void copy_words(FunctionEmitter& e, const UnitIndex& from, const UnitIndex& to, uint32_t count) {
  const auto is_all = [&](const UnitIndex& at) {
    return at.is_constant && at.constant == 0 && is_array_of_words(object_of(e, at), count);
  };
  if (count > kMaxCopiedWords && is_all(from) && is_all(to)) {
    const Id source = object_variable(e, from.object), target = object_variable(e, to.object);
    const Id value = e.op(Op::OpLoad, e.context().object_type(from.object), source);
    e.op_void(Op::OpStore, target, value);
    return;
  }
  Vector<Id> words(count);
  load_words(e, from, words);
  store_words(e, to, words);
}

UnitIndex start_of(uint32_t object) {
  UnitIndex at;
  at.object = object;
  return at;
}

/// A parameter that the program keeps in an object separate from the stage's variable.
struct KeptParameter {
  uint32_t own = kNone, variable = kNone, words = 0;
  spv::StorageClass storage = spv::StorageClass::Max;
};

Vector<KeptParameter> kept_parameters(const ModulePlan& plan) {
  Vector<KeptParameter> kept;
  if (!is_ray_stage(plan.entry_point->kind)) return kept;
  const dxil::Function& function = plan.shader->module.functions[plan.functions[0].function];
  for (uint32_t n = 0; n < function.argument_types.size(); ++n) {
    KeptParameter parameter;
    parameter.own = plan.functions[0].locals[n].reference.root;
    if (plan.objects[parameter.own].storage != spv::StorageClass::Private) continue;
    parameter.storage = ray_parameter_storage(plan.entry_point->kind, n);
    parameter.words = words_holding(declared_bytes(*plan.entry_point, parameter.storage));
    parameter.variable = find_ray_object(plan, parameter.storage, parameter.words);
    kept.push_back(parameter);
  }
  return kept;
}

}  // namespace

void take_ray_parameters(FunctionEmitter& e) {
  for (const KeptParameter& parameter : kept_parameters(e.context().plan)) {
    copy_words(e, start_of(parameter.variable), start_of(parameter.own), parameter.words);
  }
}

void return_ray_parameter(FunctionEmitter& e) {
  for (const KeptParameter& parameter : kept_parameters(e.context().plan)) {
    if (parameter.storage == spv::StorageClass::HitAttributeKHR) continue;
    copy_words(e, start_of(parameter.own), start_of(parameter.variable), parameter.words);
  }
}

Result<HandedObject> hand_on(FunctionEmitter& e, const dxil::Instruction& i) {
  const ModulePlan& plan = e.context().plan;
  const spv::StorageClass storage = handed_storage(i.op());
  const ValueId pointer = e.operand_value(i, handed_operand(i.op()));
  const Reference& source = e.reference(pointer);
  const bool is_known = source.kind == ReferenceKind::kMemory;
  HandedObject handed;
  if (is_known && plan.objects[source.root].storage == storage) {
    handed.object = source.root;
  } else {
    uint64_t bytes = handed_bytes(plan, e.context().layouts, i, source);
    if (bytes == 0 && is_known) {
      const MemoryObject& object = plan.objects[source.root];
      bytes = uint64_t{object.unit_count} * object.unit_bytes;
    }
    const bool is_any = storage == spv::StorageClass::HitAttributeKHR;
    handed.words = words_holding(bytes);
    handed.object = find_ray_object(plan, storage, is_any ? 0 : handed.words);
    handed.is_copy = is_known;
    UnitIndex at;
    if (handed.object == kNone || (is_known && !unit_index(e, pointer, at))) {
      return e.bad_input(i, "cannot find the object of the payload, parameter or attributes");
    }
    if (is_known && plan.objects[at.object].unit_bytes < 2) {
      return e.unsupported(i, "payloads and attributes of 8-bit elements are not supported");
    }
    if (is_known) copy_words(e, at, start_of(handed.object), handed.words);
  }
  handed.variable = object_variable(e, handed.object);
  return handed;
}

void take_back(FunctionEmitter& e, const dxil::Instruction& i, const HandedObject& handed) {
  if (!handed.is_copy) return;
  UnitIndex at;
  // hand_on() has already reported the error.
  if (!unit_index(e, e.operand_value(i, handed_operand(i.op())), at)) return;
  copy_words(e, start_of(handed.object), at, handed.words);
}

namespace {

/// Returns the number of attribute words at a pointer: the size of the struct that the operation is declared
/// for, or of the whole object if that is unknown. 0: it points to nothing.
Result<uint32_t> attributes_at(FunctionEmitter& e, const dxil::Instruction& i, uint32_t operand,
                               UnitIndex& at) {
  const ValueId pointer = e.operand_value(i, operand);
  const Reference& source = e.reference(pointer);
  if (source.kind != ReferenceKind::kMemory) return 0u;
  if (!unit_index(e, pointer, at)) return e.bad_input(i, "cannot find the object of the attributes");
  const MemoryObject& object = e.context().plan.objects[at.object];
  if (object.unit_bytes < 2) return e.unsupported(i, "attributes of 8-bit elements are not supported");
  uint64_t bytes = handed_bytes(e.context().plan, e.context().layouts, i, source);
  const uint64_t all = uint64_t{object.unit_count} * object.unit_bytes;
  const uint64_t first = at.is_constant ? uint64_t{at.constant} * object.unit_bytes : 0;
  if (bytes == 0) bytes = all - std::min(first, all);
  if (object.kind != MemoryObject::Kind::kParameter && (first > all || bytes > all - first)) {
    return e.bad_input(
        i, "attributes of " + decimal(bytes) + " bytes in " + decimal(all - std::min(first, all)) + " bytes");
  }
  return words_holding(std::min<uint64_t>(bytes, kMaxAttributeBytes));
}

}  // namespace

Result<uint32_t> attribute_words(FunctionEmitter& e, const dxil::Instruction& i, uint32_t operand) {
  UnitIndex at;
  return attributes_at(e, i, operand, at);
}

Result<Vector<Id>> read_attributes(FunctionEmitter& e, const dxil::Instruction& i, uint32_t operand) {
  UnitIndex at;
  const Result<uint32_t> count = attributes_at(e, i, operand, at);
  if (!count) return count.error();
  Vector<Id> words(*count);
  if (*count != 0) load_words(e, at, words);
  return words;
}

Result<void> write_attributes(FunctionEmitter& e, const dxil::Instruction& i, uint32_t operand,
                              std::span<const Id> words) {
  UnitIndex at;
  const Result<uint32_t> count = attributes_at(e, i, operand, at);
  if (!count) return count.error();
  if (*count != 0) store_words(e, at, words.first(std::min<size_t>(*count, words.size())));
  return {};
}

bool ends_block(const dxil::Function& function, const dxil::Instruction& operation) {
  const auto next = static_cast<size_t>(&operation - function.instructions.data()) + 1;
  return next < function.instructions.size() &&
         function.instructions[next].opcode == dxil::Opcode::kUnreachable;
}

Op end_of_search(const dxil::Function& function, const dxil::Instruction& terminator) {
  if (&terminator == function.instructions.data()) return Op::OpUnreachable;
  const dxil::Instruction& before = *(&terminator - 1);
  if (before.is(dxil::Op::kIgnoreHit)) return Op::OpIgnoreIntersectionKHR;
  return before.is(dxil::Op::kAcceptHitAndEndSearch) ? Op::OpTerminateRayKHR : Op::OpUnreachable;
}

}  // namespace trellis::spirv
