// Ray stages (SPV_KHR_ray_tracing): operations that pass control to other stages, that end a search, and that
// read properties of the ray and the hit.
#include "spirv_backend/operations/rays/ray_pipeline.hpp"

#include <optional>

#include "spirv_backend/emitter/interface/builtins.hpp"
#include "spirv_backend/emitter/memory/ray_objects.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/module/function_writer.hpp"
#include "spirv_backend/operations/common.hpp"
#include "spirv_backend/operations/lowerings.hpp"
#include "spirv_backend/operations/rays/ray_flags.hpp"
#include "spirv_backend/resources/acceleration_structures.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;

/// Variables of built-in matrices; 0 until first use.
struct RayMatrices {
  Id object_to_world = 0, world_to_object = 0;
};

Result<void> lower_call_shader(FunctionEmitter& e, const Instruction& i) {
  const Result<HandedObject> parameter = hand_on(e, i);
  if (!parameter) return parameter.error();
  e.op_void(Op::OpExecuteCallableKHR, e.operand(i, 0), parameter->variable);
  take_back(e, i, *parameter);
  return {};
}

// Operands: t, hit kind, attributes.
Result<void> lower_report_hit(FunctionEmitter& e, const Instruction& i) {
  const Result<HandedObject> attributes = hand_on(e, i);
  if (!attributes) return attributes.error();
  const Id t = e.operand(i, 0), kind = e.operand(i, 1);
  e.define(i, Op::OpReportIntersectionKHR, t, kind);
  return {};
}

/// Ends the invocation. Usually no instruction follows: then FunctionAssembly ends the block with the
/// terminator. Otherwise it calls a function that contains only the terminator.
template <Op kOpcode>
Result<void> lower_end_of_search(FunctionEmitter& e, const Instruction& i) {
  return_ray_parameter(e);
  if (ends_block(e.function(), i)) return {};
  ModuleBuilder& module = e.module();
  constexpr uint32_t kKey = static_cast<uint32_t>(kOpcode) << 16;
  Id function = module.shared_function(kKey);
  if (function == 0) {
    FunctionWriter f(module, module.type_void(), std::span<const Id>());
    f.label();
    f.op_void(kOpcode);
    function = f.finish();
    module.shared_function(kKey) = function;
  }
  e.op(Op::OpFunctionCall, module.type_void(), function);
  return {};
}

Result<void> lower_trace_ray(FunctionEmitter& e, const Instruction& i) { return trace_ray(e, i, i); }

template <spv::BuiltIn kBuiltIn>
Result<void> lower_word(FunctionEmitter& e, const Instruction& i) {
  e.set_result(i, load_builtin(e, kBuiltIn, kU32));
  return {};
}

template <spv::BuiltIn kBuiltIn>
Result<void> lower_number(FunctionEmitter& e, const Instruction& i) {
  e.set_result(i, load_builtin(e, kBuiltIn, kF32));
  return {};
}

/// Loads one component of a built-in vector.
Result<void> load_component_of(FunctionEmitter& e, const Instruction& i, spv::BuiltIn builtin,
                               NumericType vector) {
  const std::optional<uint64_t> component = e.constant_operand(i, 0);
  if (!component || *component > 2) {
    return e.bad_input(i, "the component of a ray's vector is not a known constant");
  }
  e.set_result(i, load_builtin_component(e, builtin, vector, static_cast<uint32_t>(*component)));
  return {};
}

template <spv::BuiltIn kBuiltIn>
Result<void> lower_ids(FunctionEmitter& e, const Instruction& i) {
  return load_component_of(e, i, kBuiltIn, kThreeWords);
}

template <spv::BuiltIn kBuiltIn>
Result<void> lower_vector(FunctionEmitter& e, const Instruction& i) {
  return load_component_of(e, i, kBuiltIn, kVector3);
}

// Operands: row and column of a matrix with 3 rows and 4 columns, which SPIR-V represents as 4 columns.
template <spv::BuiltIn kBuiltIn>
Result<void> lower_matrix(FunctionEmitter& e, const Instruction& i) {
  const std::optional<uint64_t> row = e.constant_operand(i, 0), column = e.constant_operand(i, 1);
  if (!column || *column > 3 || (row && *row > 2)) {
    return e.bad_input(i, "the element of a ray's matrix is not a known constant");
  }
  ModuleBuilder& module = e.module();
  RayMatrices& matrices = e.context().caches.get<RayMatrices>();
  Id& variable =
      kBuiltIn == spv::BuiltIn::ObjectToWorldKHR ? matrices.object_to_world : matrices.world_to_object;
  if (variable == 0) {
    variable = module.variable(spv::StorageClass::Input, module.type_matrix(3, 4));
    module.decorate(variable, spv::Decoration::BuiltIn, kBuiltIn);
  }
  const Id pointer_type = module.type_pointer(spv::StorageClass::Input, e.type(kVector3));
  const Id index = e.u32(static_cast<uint32_t>(*column));
  const Id pointer = e.op(Op::OpAccessChain, pointer_type, variable, index);
  const Id vector = e.op(Op::OpLoad, kVector3, pointer);
  if (row) {
    e.define(i, Op::OpCompositeExtract, vector, static_cast<uint32_t>(*row));
  } else {
    e.define(i, Op::OpVectorExtractDynamic, vector, e.operand(i, 0));
  }
  return {};
}

constexpr LoweringEntry kRayPipelineLowerings[] = {
    {dxil::Op::kInstanceID, lower_word<spv::BuiltIn::InstanceCustomIndexKHR>},
    {dxil::Op::kInstanceIndex, lower_word<spv::BuiltIn::InstanceId>},
    {dxil::Op::kHitKind, lower_word<spv::BuiltIn::HitKindKHR>},
    {dxil::Op::kRayFlags, lower_word<spv::BuiltIn::IncomingRayFlagsKHR>},
    {dxil::Op::kDispatchRaysIndex, lower_ids<spv::BuiltIn::LaunchIdKHR>},
    {dxil::Op::kDispatchRaysDimensions, lower_ids<spv::BuiltIn::LaunchSizeKHR>},
    {dxil::Op::kWorldRayOrigin, lower_vector<spv::BuiltIn::WorldRayOriginKHR>},
    {dxil::Op::kWorldRayDirection, lower_vector<spv::BuiltIn::WorldRayDirectionKHR>},
    {dxil::Op::kObjectRayOrigin, lower_vector<spv::BuiltIn::ObjectRayOriginKHR>},
    {dxil::Op::kObjectRayDirection, lower_vector<spv::BuiltIn::ObjectRayDirectionKHR>},
    {dxil::Op::kObjectToWorld, lower_matrix<spv::BuiltIn::ObjectToWorldKHR>},
    {dxil::Op::kWorldToObject, lower_matrix<spv::BuiltIn::WorldToObjectKHR>},
    {dxil::Op::kRayTMin, lower_number<spv::BuiltIn::RayTminKHR>},
    {dxil::Op::kRayTCurrent, lower_number<spv::BuiltIn::RayTmaxKHR>},
    {dxil::Op::kIgnoreHit, lower_end_of_search<Op::OpIgnoreIntersectionKHR>},
    {dxil::Op::kAcceptHitAndEndSearch, lower_end_of_search<Op::OpTerminateRayKHR>},
    {dxil::Op::kTraceRay, lower_trace_ray},
    {dxil::Op::kReportHit, lower_report_hit},
    {dxil::Op::kCallShader, lower_call_shader},
    {dxil::Op::kPrimitiveIndex, lower_word<spv::BuiltIn::PrimitiveId>},
    {dxil::Op::kGeometryIndex, lower_word<spv::BuiltIn::RayGeometryIndexKHR>},
};

}  // namespace

// Operands: structure, flags, mask, contribution, multiplier, miss index, origin, t min, direction, t max,
// payload. Both D3D and SPIR-V use 8 bits of the mask, 4 of the contribution and the multiplier, 16 of the
// miss index.
Result<void> trace_ray(FunctionEmitter& e, const Instruction& i, const Instruction& hands_on) {
  const Result<Id> structure = acceleration_structure(e, i, 0);
  if (!structure) return structure.error();
  require_ray_flags(e, e.operand_value(i, 1), 0);
  const Result<HandedObject> payload = hand_on(e, hands_on);
  if (!payload) return payload.error();
  const Id flags = e.operand(i, 1), mask = e.operand(i, 2), contribution = e.operand(i, 3);
  const Id multiplier = e.operand(i, 4), miss = e.operand(i, 5);
  const Id origin = vector3_operand(e, i, 6), t_min = e.operand(i, 9);
  const Id direction = vector3_operand(e, i, 10), t_max = e.operand(i, 13);
  e.op_void(Op::OpTraceRayKHR, *structure, flags, mask, contribution, multiplier, miss, origin, t_min,
            direction, t_max, payload->variable);
  take_back(e, hands_on, *payload);
  return {};
}

std::span<const LoweringEntry> ray_pipeline_lowerings() { return kRayPipelineLowerings; }

}  // namespace trellis::spirv
