#include "spirv_backend/hit_objects/hit_extension.hpp"

#include <functional>
#include <optional>

#include "spirv_backend/emitter/memory/ray_objects.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/hit_objects/hit_variables.hpp"
#include "spirv_backend/module/function_writer.hpp"
#include "spirv_backend/module/invocation_reorder.hpp"
#include "spirv_backend/operations/common.hpp"
#include "spirv_backend/operations/rays/ray_flags.hpp"
#include "spirv_backend/operations/rays/ray_query_variables.hpp"
#include "spirv_backend/operations/rays/triangle_positions.hpp"
#include "spirv_backend/plan/rays/hit_plan.hpp"
#include "spirv_backend/plan/rays/ray_plan.hpp"
#include "spirv_backend/resources/acceleration_structures.hpp"
#include "spirv_backend/resources/buffers/checked_access.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using DxOp = dxil::Op;
using spv::StorageClass;

uint32_t own_number(FunctionEmitter& e, const Instruction& i) {
  return hit_number(*e.context().plan.hits, e.plan().function,
                    static_cast<uint32_t>(&i - e.function().instructions.data()));
}

Result<void> trace(FunctionEmitter& e, const Instruction& i) {
  const Result<Id> structure = acceleration_structure(e, i, 0);
  if (!structure) return structure.error();
  require_ray_flags(e, e.operand_value(i, 1), 0);
  const Result<HandedObject> payload = hand_on(e, i);
  if (!payload) return payload.error();
  const uint32_t number = own_number(e, i);
  HitVariables& variables = hit_variables(e.context());
  const Id object = variables.object(number);
  const Id flags = e.operand(i, 1), mask = e.operand(i, 2), contribution = e.operand(i, 3);
  const Id multiplier = e.operand(i, 4), miss = e.operand(i, 5);
  const Id origin = vector3_operand(e, i, 6), t_min = e.operand(i, 9);
  const Id direction = vector3_operand(e, i, 10), t_max = e.operand(i, 13);
  e.op_void(variables.instruction(reorder::kTraceRay), object, *structure, flags, mask, contribution,
            multiplier, miss, origin, t_min, direction, t_max, payload->variable);
  variables.keep_ray_flags(e.code(), number, flags);
  take_back(e, i, *payload);
  e.set_result(i, e.u32(number));
  return {};
}

// Operands: flags, miss index, origin, t min, direction, t max.
Result<void> make_miss(FunctionEmitter& e, const Instruction& i) {
  require_ray_flags(e, e.operand_value(i, 0), 0);
  const uint32_t number = own_number(e, i);
  HitVariables& variables = hit_variables(e.context());
  const Id object = variables.object(number);
  const Id flags = e.operand(i, 0), miss = e.operand(i, 1);
  const Id origin = vector3_operand(e, i, 2), t_min = e.operand(i, 5);
  const Id direction = vector3_operand(e, i, 6), t_max = e.operand(i, 9);
  const spv::Op record = variables.instruction(reorder::kRecordMiss);
  if (variables.is_nv()) {
    e.op_void(record, object, miss, origin, t_min, direction, t_max);
  } else {
    e.op_void(record, object, flags, miss, origin, t_min, direction, t_max);
  }
  variables.keep_ray_flags(e.code(), number, flags);
  e.set_result(i, e.u32(number));
  return {};
}

// NV's extension only. Operands: structure, instance, geometry, primitive, hit kind, contribution and
// multiplier (or the index of the record), ray, attributes.
Result<void> make_hit(FunctionEmitter& e, const Instruction& i) {
  const bool has_record = i.is(DxOp::kVendorMakeHitOfRecord);
  const uint32_t ray = has_record ? 6 : 7;
  const Result<Id> structure = acceleration_structure(e, i, 0);
  if (!structure) return structure.error();
  const Result<Vector<Id>> words = read_attributes(e, i, ray + 8);
  if (!words) return words.error();
  const uint32_t number = own_number(e, i);
  HitVariables& variables = hit_variables(e.context());
  const auto count = static_cast<uint32_t>(std::max<size_t>(words->size(), 1));
  variables.store_attributes(e.code(), count, *words);
  const Id object = variables.object(number), attributes = variables.attributes(count);
  const Id instance = e.operand(i, 1), geometry = e.operand(i, 2), primitive = e.operand(i, 3);
  const Id kind = e.operand(i, 4), record = e.operand(i, 5);
  const Id origin = vector3_operand(e, i, ray), t_min = e.operand(i, ray + 3);
  const Id direction = vector3_operand(e, i, ray + 4), t_max = e.operand(i, ray + 7);
  if (has_record) {
    e.op_void(Op::OpHitObjectRecordHitWithIndexNV, object, *structure, instance, primitive, geometry, kind,
              record, origin, t_min, direction, t_max, attributes);
  } else {
    e.op_void(Op::OpHitObjectRecordHitNV, object, *structure, instance, primitive, geometry, kind, record,
              e.operand(i, 6), origin, t_min, direction, t_max, attributes);
  }
  variables.keep_ray_flags(e.code(), number, e.u32(0));
  e.set_result(i, e.u32(number));
  return {};
}

/// Operands: query; with attributes also hit kind and attributes.
Result<void> from_query(FunctionEmitter& e, const Instruction& i) {
  const bool has_attributes = i.is(DxOp::kHitObject_FromRayQueryWithAttrs);
  const Query query = query_operand(e, i);
  const uint32_t number = own_number(e, i);
  HitVariables& variables = hit_variables(e.context());
  Vector<Id> words;
  if (has_attributes) {
    Result<Vector<Id>> read = read_attributes(e, i, 2);
    if (!read) return read.error();
    words = std::move(*read);
  }
  const auto count = static_cast<uint32_t>(std::max<size_t>(words.size(), 1));
  variables.store_attributes(e.code(), count, words);
  const Id kind = has_attributes ? e.operand(i, 1) : e.u32(0);
  const Id handle = query.handle != 0 ? query.handle : e.u32(0);
  const Id function = variables.record_function(number, query.variable, query.handle != 0, count);
  e.op(Op::OpFunctionCall, e.module().type_void(), function, kind, handle);
  e.set_result(i, e.u32(number));
  return {};
}

/// Returns the number in operand 0 if it is known; else the value.
HitVariables::Choice choice_operand(FunctionEmitter& e, const Instruction& i) {
  HitVariables::Choice choice;
  if (const std::optional<uint64_t> known = e.constant_operand(i, 0)) {
    choice.is_known = true;
    choice.number = static_cast<uint32_t>(*known);
    return choice;
  }
  const Instruction* made = e.values().definition(e.operand_value(i, 0));
  if (made != nullptr && made->is(DxOp::kHitObject_MakeNop)) return {true, 0, 0};
  if (made != nullptr) {
    const uint32_t number = own_number(e, *made);
    const bool is_set = made->is(DxOp::kHitObject_SetShaderTableIndex);
    if (number != 0 && !is_set) return {true, number, 0};
  }
  choice.value = e.operand(i, 0);
  return choice;
}

Result<void> set_table_index(FunctionEmitter& e, const Instruction& i) {
  const Id index = e.operand(i, 1);
  const HitVariables::Choice choice = choice_operand(e, i);
  hit_variables(e.context()).call(e, choice, HitAction::kSetTableIndex, 0, index);
  e.set_result(i, choice.is_known ? e.u32(choice.number) : choice.value);
  return {};
}

Result<void> invoke_object(FunctionEmitter& e, const Instruction& i) {
  const Result<HandedObject> payload = hand_on(e, i);
  if (!payload) return payload.error();
  hit_variables(e.context()).call(e, choice_operand(e, i), HitAction::kInvoke, payload->variable, e.u32(0));
  take_back(e, i, *payload);
  return {};
}

// Operands: object, hint, number of its bits. A hint with 0 bits has no effect.
Result<void> reorder_thread(FunctionEmitter& e, const Instruction& i) {
  const HitVariables::Choice choice = choice_operand(e, i);
  const bool has_hint = e.constant_operand(i, 2) != 0;
  HitVariables& variables = hit_variables(e.context());
  const Id hint = has_hint ? e.operand(i, 1) : e.u32(0);
  const Id bits = has_hint ? e.operand(i, 2) : e.u32(0);
  if (choice.is_known && choice.number == 0) {
    if (has_hint) e.op_void(variables.instruction(reorder::kReorderByHint), hint, bits);
    return {};
  }
  variables.call(e, choice, has_hint ? HitAction::kReorderWithHint : HitAction::kReorder, 0, hint, bits);
  return {};
}

Result<void> get_attributes(FunctionEmitter& e, const Instruction& i) {
  HitVariables& variables = hit_variables(e.context());
  const Result<uint32_t> count = attribute_words(e, i, 1);
  if (!count) return count.error();
  if (*count == 0) return {};
  variables.call(e, choice_operand(e, i), HitAction::kGetAttributes, variables.attributes(*count), e.u32(0));
  return write_attributes(e, i, 1, variables.load_attributes(e.code(), *count));
}

// Operands: object, byte offset after the shader identifier. The getter returns the address of the record's
// data.
Result<void> load_record_constant(FunctionEmitter& e, const Instruction& i) {
  const Id offset = e.operand(i, 1);
  const Id function = hit_variables(e.context()).record_word_function();
  const HitVariables::Choice choice = choice_operand(e, i);
  const Id address = hit_variables(e.context()).get(e, choice, reorder::kGetRecord);
  e.set_result(i, e.op(Op::OpFunctionCall, kU32, function, address, offset));
  return {};
}

struct Getter {
  DxOp op;
  spv::Op opcode;
  uint32_t indices;  ///< Number of operands that select the element.
};

constexpr Getter kGetters[] = {
    {DxOp::kHitObject_IsMiss, reorder::kIsMiss, 0},
    {DxOp::kHitObject_IsHit, reorder::kIsHit, 0},
    {DxOp::kHitObject_IsNop, reorder::kIsEmpty, 0},
    {DxOp::kHitObject_RayFlags, reorder::kGetRayFlags, 0},
    {DxOp::kHitObject_RayTMin, reorder::kGetTMin, 0},
    {DxOp::kHitObject_RayTCurrent, reorder::kGetTMax, 0},
    {DxOp::kHitObject_WorldRayOrigin, reorder::kGetWorldOrigin, 1},
    {DxOp::kHitObject_WorldRayDirection, reorder::kGetWorldDirection, 1},
    {DxOp::kHitObject_ObjectRayOrigin, reorder::kGetObjectOrigin, 1},
    {DxOp::kHitObject_ObjectRayDirection, reorder::kGetObjectDirection, 1},
    {DxOp::kHitObject_ObjectToWorld3x4, reorder::kGetObjectToWorld, 2},
    {DxOp::kHitObject_WorldToObject3x4, reorder::kGetWorldToObject, 2},
    {DxOp::kHitObject_GeometryIndex, reorder::kGetGeometry, 0},
    {DxOp::kHitObject_InstanceIndex, reorder::kGetInstance, 0},
    {DxOp::kHitObject_InstanceID, reorder::kGetCustomIndex, 0},
    {DxOp::kHitObject_PrimitiveIndex, reorder::kGetPrimitive, 0},
    {DxOp::kHitObject_HitKind, reorder::kGetHitKind, 0},
    {DxOp::kHitObject_ShaderTableIndex, reorder::kGetTableIndex, 0},
    {DxOp::kHitObject_TriangleObjectPosition, reorder::kGetVertices, 0},
    {DxOp::kHitObject_ClusterID, reorder::kGetCluster, 0},
};

/// Getters that only one of the extensions has, with their additional declarations.
Result<void> get_of_triangle(FunctionEmitter& e, const Instruction& i, spv::Op getter) {
  HitVariables& variables = hit_variables(e.context());
  const bool is_cluster = getter == reorder::kGetCluster;
  if (is_cluster && !has_clusters(e.context().plan)) {
    e.set_result(i, e.u32(kNoCluster));
    return {};
  }
  if (variables.instruction(getter) == Op::OpNop) {
    return e.unsupported(i, is_cluster ? "SPV_EXT_shader_invocation_reorder cannot return the cluster of a "
                                         "hit object: use plain hit objects or NV's (option hit_objects)"
                                       : "SPV_NV_shader_invocation_reorder cannot return vertex positions: "
                                         "use plain hit objects or EXT's (option hit_objects)");
  }
  if (is_cluster) {
    require_clusters(e.module());
    e.set_result(i, variables.get(e, choice_operand(e, i), getter));
  } else {
    require_positions(e.module(), kCapabilityRayTracingPositionFetchKHR);
    set_positions(e, i, variables.get(e, choice_operand(e, i), getter));
  }
  return {};
}

Result<void> get_value(FunctionEmitter& e, const Instruction& i) {
  const Getter* getter =
      std::find_if(std::begin(kGetters), std::end(kGetters), [&](const Getter& g) { return g.op == i.op(); });
  if (getter == std::end(kGetters)) return e.unsupported(i, "unknown operation on a hit object");
  if (getter->opcode == reorder::kGetVertices || getter->opcode == reorder::kGetCluster)
    return get_of_triangle(e, i, getter->opcode);
  constexpr uint32_t kLimits[] = {3, 4};  // Numbers of rows (or components) and columns.
  uint32_t indices[2] = {};
  for (uint32_t n = 1; n <= getter->indices; ++n) {
    const std::optional<uint64_t> index = e.constant_operand(i, n);
    if (!index || *index >= kLimits[n - 1])
      return e.bad_input(i, "the element of a hit object's vector or matrix is not a known constant");
    indices[n - 1] = static_cast<uint32_t>(*index);
  }
  const Id value = hit_variables(e.context()).get(e, choice_operand(e, i), getter->opcode);
  if (getter->indices == 0) {
    e.set_result(i, value);
  } else if (getter->indices == 1) {
    e.define(i, Op::OpCompositeExtract, value, indices[0]);
  } else {
    e.define(i, Op::OpCompositeExtract, value, indices[1], indices[0]);
  }
  return {};
}

}  // namespace

bool has_hit_extension(const FunctionEmitter& e) {
  return are_of_extension(e.context().plan.options.device.hit_objects);
}

Result<void> lower_with_hit_extension(FunctionEmitter& e, const Instruction& i) {
  switch (i.op()) {
    case DxOp::kHitObject_TraceRay:
      return trace(e, i);
    case DxOp::kHitObject_FromRayQuery:
    case DxOp::kHitObject_FromRayQueryWithAttrs:
      return from_query(e, i);
    case DxOp::kHitObject_MakeMiss:
      return make_miss(e, i);
    case DxOp::kVendorMakeHit:
    case DxOp::kVendorMakeHitOfRecord:
      return make_hit(e, i);
    case DxOp::kHitObject_MakeNop:
      e.set_result(i, e.u32(0));
      return {};
    case DxOp::kHitObject_Invoke:
      return invoke_object(e, i);
    case DxOp::kMaybeReorderThread:
      return reorder_thread(e, i);
    case DxOp::kHitObject_SetShaderTableIndex:
      return set_table_index(e, i);
    case DxOp::kHitObject_LoadLocalRootTableConstant:
      return load_record_constant(e, i);
    case DxOp::kHitObject_Attributes:
      return get_attributes(e, i);
    default:
      return get_value(e, i);
  }
}

}  // namespace trellis::spirv
