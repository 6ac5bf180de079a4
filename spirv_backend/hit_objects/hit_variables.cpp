#include "spirv_backend/hit_objects/hit_variables.hpp"

#include <algorithm>
#include <initializer_list>
#include <memory>

#include "spirv_backend/module/invocation_reorder.hpp"
#include "spirv_backend/operations/common.hpp"
#include "spirv_backend/operations/rays/triangle_positions.hpp"
#include "spirv_backend/plan/rays/hit_plan.hpp"
#include "spirv_backend/resources/buffers/checked_access.hpp"
#include "spirv_backend/resources/resource_access.hpp"

namespace trellis::spirv {
namespace {

using spv::StorageClass;

constexpr uint32_t kPairWords = 2;

struct KeptVariables {
  std::shared_ptr<HitVariables> variables;
};

bool is_one_of(spv::Op getter, std::initializer_list<spv::Op> some) {
  return std::find(some.begin(), some.end(), getter) != some.end();
}

/// Returns true if the getter requires an object with a hit.
bool needs_hit(spv::Op getter) {
  return !is_one_of(getter,
                    {reorder::kGetRayFlags, reorder::kGetTMin, reorder::kGetTMax, reorder::kGetWorldOrigin,
                     reorder::kGetWorldDirection, reorder::kGetTableIndex, reorder::kGetRecord});
}

bool is_question(spv::Op getter) {
  return getter == reorder::kIsEmpty || getter == reorder::kIsHit || getter == reorder::kIsMiss;
}

}  // namespace

HitVariables::HitVariables(ModuleContext& context)
    : context_(context),
      module_(context.builder),
      extension_(context.plan.options.device.hit_objects == HitObjects::kNv ? reorder::kNv : reorder::kExt) {
  module_.extension(extension_.name);
  module_.capability(extension_.capability);
  const size_t count = context.plan.hits->origins.size() + 1;
  objects_.resize(count);
  is_set_.resize(count);
  ray_flags_.resize(count);
}

Id HitVariables::object(uint32_t number) {
  Id& variable = objects_[number];
  if (variable == 0) {
    variable = module_.variable(StorageClass::Private, module_.type_hit_object(instruction(reorder::kType)));
    if (context_.plan.options.debug_names) module_.name(variable, "hit_object");
  }
  return variable;
}

/// Returns the variable that records whether the shader table index of an object created from a query has
/// been set; 0 for objects created otherwise.
Id HitVariables::is_set(uint32_t number) {
  const HitOrigin& origin = context_.plan.hits->origins[number - 1];
  const dxil::Instruction& i = context_.program.functions[origin.function].instructions[origin.instruction];
  if (!i.is(dxil::Op::kHitObject_FromRayQuery) && !i.is(dxil::Op::kHitObject_FromRayQueryWithAttrs)) return 0;
  Id& variable = is_set_[number];
  if (variable == 0) variable = module_.variable(StorageClass::Private, module_.type_bool());
  return variable;
}

Id HitVariables::ray_flags(uint32_t number) {
  Id& variable = ray_flags_[number];
  if (variable == 0) variable = module_.variable(StorageClass::Private, module_.type(kU32));
  return variable;
}

void HitVariables::keep_ray_flags(CodeWriter& code, uint32_t number, Id flags) {
  const bool are_asked = (context_.plan.hits->getters & bit(HitField::kRayFlags)) != 0;
  if (are_asked && instruction(reorder::kGetRayFlags) == Op::OpNop)
    code.op_void(Op::OpStore, ray_flags(number), flags);
}

/// Returns the numbers of objects that have variables: SetShaderTableIndex modifies an existing one instead.
Vector<uint32_t> HitVariables::numbers() const {
  Vector<uint32_t> found;
  const Vector<HitOrigin>& origins = context_.plan.hits->origins;
  for (uint32_t n = 0; n < origins.size(); ++n) {
    const dxil::Function& function = context_.program.functions[origins[n].function];
    if (function.instructions[origins[n].instruction].is(dxil::Op::kHitObject_SetShaderTableIndex)) continue;
    found.push_back(n + 1);
  }
  return found;
}

Id HitVariables::result_type(spv::Op getter) const {
  if (is_question(getter)) return module_.type_bool();
  if (is_one_of(getter, {reorder::kGetTMin, reorder::kGetTMax})) return module_.type(kF32);
  if (is_one_of(getter, {reorder::kGetWorldOrigin, reorder::kGetWorldDirection, reorder::kGetObjectOrigin,
                         reorder::kGetObjectDirection})) {
    return module_.type(kVector3);
  }
  if (is_one_of(getter, {reorder::kGetObjectToWorld, reorder::kGetWorldToObject}))
    return module_.type_matrix(3, 4);
  if (getter == reorder::kGetVertices) return vertices_type(module_);
  return module_.type(getter == reorder::kGetRecord ? kTwoWords : kU32);
}

Id HitVariables::without_hit(spv::Op getter) const {
  if (getter == reorder::kIsEmpty) return module_.constant_bool(true);
  if (getter == reorder::kGetCluster) return module_.constant_u32(kNoCluster);
  if (getter != reorder::kGetObjectToWorld && getter != reorder::kGetWorldToObject)
    return is_question(getter) ? module_.constant_bool(false) : module_.constant_null(result_type(getter));
  Vector<Id> columns;
  for (uint32_t c = 0; c < 4; ++c) {
    Vector<Id> rows;
    for (uint32_t r = 0; r < 3; ++r) rows.push_back(module_.constant_f32(r == c ? 1 : 0));
    columns.push_back(module_.constant_composite(module_.type(kVector3), rows));
  }
  return module_.constant_composite(result_type(getter), columns);
}

Id& HitVariables::known(uint32_t number, spv::Op getter, uint32_t action, Id variable) {
  for (Known& k : known_) {
    if (k.number == number && k.getter == getter && k.action == action && k.variable == variable)
      return k.function;
  }
  known_.push_back({number, getter, action, variable, 0});
  return known_.back().function;
}

/// Returns the function that calls a getter on one object if the object allows it.
Id HitVariables::getter_function(uint32_t number, spv::Op getter) {
  if (const Id function = known(number, getter, 0, 0); function != 0) return function;
  const Id variable = object(number), type = result_type(getter), otherwise = without_hit(getter);
  // Without a hit, the object-space ray is the world-space ray.
  Id of_world = 0;
  if (getter == reorder::kGetObjectOrigin) of_world = getter_function(number, reorder::kGetWorldOrigin);
  if (getter == reorder::kGetObjectDirection) of_world = getter_function(number, reorder::kGetWorldDirection);
  const Id set = getter == reorder::kGetRecord ? is_set(number) : 0;
  FunctionWriter f(module_, type, std::span<const Id>());
  f.label();
  if (is_question(getter)) {
    f.op_void(Op::OpReturnValue, f.op(instruction(getter), type, variable));
  } else {
    Id may_ask = 0;
    if (needs_hit(getter)) {
      may_ask = f.op(instruction(reorder::kIsHit), kBool, variable);
    } else {
      const Id is_empty = f.op(instruction(reorder::kIsEmpty), kBool, variable);
      may_ask = f.op(Op::OpLogicalNot, kBool, is_empty);
      if (set != 0) may_ask = f.op(Op::OpLogicalAnd, kBool, may_ask, f.op(Op::OpLoad, kBool, set));
    }
    const Id asks = f.new_id(), merge = f.new_id();
    f.selection(may_ask, asks, merge, merge);
    f.label(asks);
    const bool is_kept = instruction(getter) == Op::OpNop;
    f.op_void(Op::OpReturnValue, is_kept ? f.op(Op::OpLoad, type, ray_flags(number))
                                         : f.op(instruction(getter), type, variable));
    f.label(merge);
    f.op_void(Op::OpReturnValue, of_world == 0 ? otherwise : f.op(Op::OpFunctionCall, type, of_world));
  }
  const Id function = f.finish();
  return known(number, getter, 0, 0) = function;
}

void HitVariables::write_action(FunctionWriter& f, uint32_t number, HitAction action, Id variable) {
  const Id object_id = object(number);
  const auto guarded = [&](Id condition, auto write) {
    const Id body = f.new_id(), merge = f.new_id();
    f.selection(condition, body, merge, merge);
    f.label(body);
    write();
    f.op_void(Op::OpBranch, merge);
    f.label(merge);
  };
  const auto is_no_nop = [&] {
    const Id is_empty = f.op(instruction(reorder::kIsEmpty), kBool, object_id);
    return f.op(Op::OpLogicalNot, kBool, is_empty);
  };
  switch (action) {
    case HitAction::kInvoke: {
      Id condition = is_no_nop();
      if (const Id set = is_set(number); set != 0)
        condition = f.op(Op::OpLogicalAnd, kBool, condition, f.op(Op::OpLoad, kBool, set));
      guarded(condition, [&] { f.op_void(instruction(reorder::kExecute), object_id, variable); });
      break;
    }
    case HitAction::kSetTableIndex:
      guarded(is_no_nop(), [&] {
        f.op_void(instruction(reorder::kSetTableIndex), object_id, f.parameter(0));
        if (const Id set = is_set(number); set != 0) f.op_void(Op::OpStore, set, module_.constant_bool(true));
      });
      break;
    case HitAction::kReorder:
      f.op_void(instruction(reorder::kReorder), object_id);
      break;
    case HitAction::kReorderWithHint:
      f.op_void(instruction(reorder::kReorder), object_id, f.parameter(0), f.parameter(1));
      break;
    case HitAction::kGetAttributes:
      guarded(f.op(instruction(reorder::kIsHit), kBool, object_id),
              [&] { f.op_void(instruction(reorder::kGetAttributes), object_id, variable); });
      break;
  }
}

Id HitVariables::action_function(uint32_t number, HitAction action, Id variable) {
  const auto key = static_cast<uint32_t>(action) + 1;
  if (const Id function = known(number, Op::OpNop, key, variable); function != 0) return function;
  const Id word = module_.type(kU32);
  const Id parameters[] = {word, word};
  FunctionWriter f(module_, module_.type_void(), parameters);
  f.label();
  write_action(f, number, action, variable);
  f.op_void(Op::OpReturn);
  const Id function = f.finish();
  return known(number, Op::OpNop, key, variable) = function;
}

/// Returns a function that calls one of several functions, selected by the number in its first parameter,
/// with its other parameters. `otherwise` is the result for the nop object; 0: the function has no result.
Id HitVariables::choosing_function(Id result, std::span<const Id> parameters, Id otherwise,
                                   const Vector<Id>& functions, HitAction action) {
  FunctionWriter f(module_, result, parameters);
  const Vector<uint32_t> all = numbers();
  const Id other = f.new_id(), merge = f.new_id();
  f.label();
  Vector<uint32_t> cases = {f.parameter(0), other};
  for (const uint32_t number : all) {
    cases.push_back(number);
    cases.push_back(f.new_id());
  }
  f.op_void(Op::OpSelectionMerge, merge, spv::SelectionControlMask::MaskNone);
  f.op_list_void(Op::OpSwitch, cases);
  for (size_t n = 0; n < all.size(); ++n) {
    f.label(cases[2 * n + 3]);
    Vector<uint32_t> operands = {functions[n]};
    for (size_t p = 1; p < parameters.size(); ++p) operands.push_back(f.parameter(p));
    const Id value = f.op_list(Op::OpFunctionCall, result, operands);
    if (otherwise != 0) {
      f.op_void(Op::OpReturnValue, value);
    } else {
      f.op_void(Op::OpBranch, merge);
    }
  }
  f.label(other);
  if (otherwise != 0) {
    f.op_void(Op::OpReturnValue, otherwise);
  } else {
    if (action == HitAction::kReorderWithHint)
      f.op_void(instruction(reorder::kReorderByHint), f.parameter(1), f.parameter(2));
    f.op_void(Op::OpBranch, merge);
  }
  f.label(merge);
  f.op_void(otherwise != 0 ? Op::OpUnreachable : Op::OpReturn);
  return f.finish();
}

Id HitVariables::get(FunctionEmitter& e, const Choice& choice, spv::Op getter) {
  if (choice.is_known && choice.number == 0) return without_hit(getter);
  const Id type = result_type(getter);
  if (choice.is_known) {
    const Id function = getter_function(choice.number, getter);
    return e.op(Op::OpFunctionCall, type, function);
  }
  Id function = known(kAnyNumber, getter, 0, 0);
  if (function == 0) {
    Vector<Id> functions;
    for (const uint32_t number : numbers()) functions.push_back(getter_function(number, getter));
    const Id parameters[] = {module_.type(kU32)};
    function = choosing_function(type, parameters, without_hit(getter), functions, HitAction::kInvoke);
    known(kAnyNumber, getter, 0, 0) = function;
  }
  return e.op(Op::OpFunctionCall, type, function, choice.value);
}

void HitVariables::call(FunctionEmitter& e, const Choice& choice, HitAction action, Id variable, Id a, Id b) {
  if (b == 0) b = e.u32(0);
  const Id nothing = module_.type_void();
  // Without a hit, the attributes are zero.
  if (action == HitAction::kGetAttributes) {
    for (const Attributes& attributes : attributes_) {
      if (attributes.variable == variable) store_attributes(e.code(), attributes.words, {});
    }
  }
  if (choice.is_known && choice.number == 0) return;
  if (choice.is_known) {
    const Id function = action_function(choice.number, action, variable);
    e.op(Op::OpFunctionCall, nothing, function, a, b);
    return;
  }
  const auto key = static_cast<uint32_t>(action) + 1;
  Id function = known(kAnyNumber, Op::OpNop, key, variable);
  if (function == 0) {
    Vector<Id> functions;
    for (const uint32_t number : numbers()) functions.push_back(action_function(number, action, variable));
    const Id word = module_.type(kU32);
    const Id parameters[] = {word, word, word};
    function = choosing_function(nothing, parameters, 0, functions, action);
    known(kAnyNumber, Op::OpNop, key, variable) = function;
  }
  e.op(Op::OpFunctionCall, nothing, function, choice.value, a, b);
}

Id HitVariables::attributes(uint32_t words) {
  for (const Attributes& known_attributes : attributes_) {
    if (known_attributes.words == words) return known_attributes.variable;
  }
  const Id type =
      words == kPairWords ? module_.type(kVector2) : module_.type_array(module_.type(kU32), words);
  const Id variable = module_.variable(extension_.attribute_storage, type);
  attributes_.push_back({words, variable});
  return variable;
}

void HitVariables::store_attributes(CodeWriter& code, uint32_t count, std::span<const Id> words) {
  const Id variable = attributes(count);
  const NumericType unit = count == kPairWords ? kF32 : kU32;
  const Id pointer_type = module_.type_pointer(extension_.attribute_storage, module_.type(unit));
  for (uint32_t n = 0; n < count; ++n) {
    Id value = n < words.size() ? words[n] : code.u32(0);
    if (count == kPairWords) value = code.op(Op::OpBitcast, kF32, value);
    const Id pointer = code.op(Op::OpAccessChain, pointer_type, variable, code.u32(n));
    code.op_void(Op::OpStore, pointer, value);
  }
}

Vector<Id> HitVariables::load_attributes(CodeWriter& code, uint32_t count) {
  const Id variable = attributes(count);
  const NumericType unit = count == kPairWords ? kF32 : kU32;
  const Id pointer_type = module_.type_pointer(extension_.attribute_storage, module_.type(unit));
  Vector<Id> words;
  for (uint32_t n = 0; n < count; ++n) {
    const Id pointer = code.op(Op::OpAccessChain, pointer_type, variable, code.u32(n));
    const Id value = code.op(Op::OpLoad, unit, pointer);
    words.push_back(count == kPairWords ? code.op(Op::OpBitcast, kU32, value) : value);
  }
  return words;
}

// A triangle's attributes are its barycentrics, and its hit kind depends on its facing.
Id HitVariables::record_function(uint32_t number, Id query, bool varies, uint32_t attribute_words) {
  const Id own = attributes(attribute_words), pair = attributes(kPairWords);
  const Id object_id = object(number), set = is_set(number);
  const Id word = module_.type(kU32);
  const Id parameters[] = {word, word};
  FunctionWriter f(module_, module_.type_void(), parameters);
  f.label();
  if (varies) {
    const Id type = module_.type_pointer(StorageClass::Private, module_.type_ray_query());
    query = f.op(Op::OpAccessChain, type, query, f.parameter(1));
  }
  if (set != 0) f.op_void(Op::OpStore, set, module_.constant_bool(false));
  const Id committed = f.u32(1);
  const Id kind = f.op(Op::OpRayQueryGetIntersectionTypeKHR, kU32, query, committed);
  const Id nothing = f.new_id(), triangle = f.new_id(), procedural = f.new_id(), merge = f.new_id();
  f.op_void(Op::OpSelectionMerge, merge, spv::SelectionControlMask::MaskNone);
  const uint32_t cases[] = {kind, nothing, 1, triangle, 2, procedural};
  f.op_list_void(Op::OpSwitch, cases);
  f.label(triangle);
  const Id weights = f.op(Op::OpRayQueryGetIntersectionBarycentricsKHR, kVector2, query, committed);
  f.op_void(Op::OpStore, pair, weights);
  f.op_void(instruction(reorder::kRecordFromQuery), object_id, query, f.u32(0), pair);
  f.op_void(Op::OpBranch, merge);
  f.label(procedural);
  f.op_void(instruction(reorder::kRecordFromQuery), object_id, query, f.u32(0), own, f.parameter(0));
  f.op_void(Op::OpBranch, merge);
  f.label(nothing);
  f.op_void(instruction(reorder::kRecordEmpty), object_id);
  f.op_void(Op::OpBranch, merge);
  f.label(merge);
  f.op_void(Op::OpReturn);
  return f.finish();
}

Id HitVariables::record_word_function() {
  if (record_word_ != 0) return record_word_;
  require_addresses(module_);
  const Id block = word_block(context_, WordView::k32, BlockUse::kWritable);
  const Id block_pointer = module_.type_pointer(StorageClass::PhysicalStorageBuffer, block);
  const Id word_pointer = module_.type_pointer(StorageClass::PhysicalStorageBuffer, module_.type(kU32));
  const Id word = module_.type(kU32);
  const Id parameters[] = {module_.type(kTwoWords), word};
  FunctionWriter f(module_, word, parameters);
  const Id loads = f.new_id(), merge = f.new_id();
  f.label();
  const Id zeros = module_.constant(kTwoWords, 0);
  const Id are_bits = f.op(Op::OpINotEqual, kBool.with_count(2), f.parameter(0), zeros);
  const Id is_there = f.op(Op::OpAny, kBool, are_bits);
  f.selection(is_there, loads, merge, merge);
  f.label(loads);
  const Id base = f.op(Op::OpBitcast, block_pointer, f.parameter(0));
  const Id index = f.op(Op::OpShiftRightLogical, kU32, f.parameter(1), f.u32(2));
  const Id pointer = f.op(Op::OpAccessChain, word_pointer, base, f.u32(0), index);
  f.op_void(Op::OpReturnValue, f.op(Op::OpLoad, word, pointer, spv::MemoryAccessMask::Aligned, 4u));
  f.label(merge);
  f.op_void(Op::OpReturnValue, f.u32(0));
  record_word_ = f.finish();
  return record_word_;
}

HitVariables& hit_variables(ModuleContext& context) {
  std::shared_ptr<HitVariables>& variables = context.caches.get<KeptVariables>().variables;
  if (variables == nullptr) variables = make_routed_shared<HitVariables>(context);
  return *variables;
}

}  // namespace trellis::spirv
