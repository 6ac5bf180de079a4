// Operations of pixel shaders, and built-ins that operations of several stages read.
#include "spirv_backend/emitter/interface/sample_positions.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/module/function_writer.hpp"
#include "spirv_backend/operations/common.hpp"
#include "spirv_backend/operations/lowerings.hpp"
#include "spirv_backend/operations/stage_common.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;

constexpr uint32_t kDemoteFunction = 0x44454D4F;  // A key of ModuleBuilder::shared_function.

/// void f(bool condition): demotes the invocation if the condition holds.
Id demote_function(ModuleBuilder& module) {
  if (const Id known = module.shared_function(kDemoteFunction); known != 0) return known;
  const Id nothing = module.type_void(), condition = module.type_bool();
  FunctionWriter f(module, nothing, {&condition, 1});
  f.label();
  const Id demote = f.new_id(), end = f.new_id();
  f.selection(f.parameter(0), demote, end, end);
  f.label(demote);
  f.op_void(Op::OpDemoteToHelperInvocation);
  f.op_void(Op::OpBranch, end);
  f.label(end);
  f.op_void(Op::OpReturn);
  const Id function = f.finish();
  module.shared_function(kDemoteFunction) = function;
  return function;
}

// D3D's discard lets the invocation continue as a helper lane, for derivatives, so it is demoted rather than
// terminated.
Result<void> lower_discard(FunctionEmitter& e, const Instruction& i) {
  const auto known = e.constant_operand(i, 0);
  if (known && (*known & 1) == 0) return {};
  Discards& discards = e.context().discards;
  if (discards.by_flag) {
    store_discard_flag(discards, e.code(), known ? 0 : e.operand(i, 0));
    return {};
  }
  e.module().extension("SPV_EXT_demote_to_helper_invocation", kSpirv16);
  e.module().capability(spv::Capability::DemoteToHelperInvocation);
  if (known) {
    e.op_void(Op::OpDemoteToHelperInvocation);
    return {};
  }
  const Id condition = e.operand(i, 0);
  const Id function = demote_function(e.module());
  e.op(Op::OpFunctionCall, e.module().type_void(), function, condition);
  return {};
}

template <spv::BuiltIn kBuiltIn, Feature kFeature>
Result<void> lower_builtin(FunctionEmitter& e, const Instruction& i) {
  declare_feature(e.module(), kFeature);
  e.set_result(i, load_builtin(e, kBuiltIn, kU32));
  return {};
}

Result<void> lower_pull_model(FunctionEmitter& e, const Instruction& i) {
  const std::optional<uint64_t> component = e.constant_operand(i, 0);
  if (!component || *component > 2) return e.bad_input(i, "the component of barycentrics is not known");
  e.module().extension("SPV_AMD_shader_explicit_vertex_parameter");
  e.set_result(i, load_builtin_component(e, spv::BuiltIn::BaryCoordPullModelAMD, kVector3,
                                         static_cast<uint32_t>(*component)));
  return {};
}

Result<void> lower_view_id(FunctionEmitter& e, const Instruction& i) {
  e.set_result(i, view_id(e));
  return {};
}

Result<void> lower_coverage(FunctionEmitter& e, const Instruction& i) {
  const Id mask = e.context().interface.sample_mask_input();
  const Id pointer_type = e.module().type_pointer(spv::StorageClass::Input, e.type(kU32));
  const Id zero = e.u32(0);
  const Id pointer = e.op(Op::OpAccessChain, pointer_type, mask, zero);
  e.define(i, Op::OpLoad, pointer);
  return {};
}

Result<void> lower_inner_coverage(FunctionEmitter& e, const Instruction& i) {
  declare_feature(e.module(), Feature::kFullyCovered);
  const Id covered = load_builtin(e, spv::BuiltIn::FullyCoveredEXT, kBool);
  const Id one = e.u32(1), zero = e.u32(0);
  e.define(i, Op::OpSelect, covered, one, zero);
  return {};
}

// attributeAtVertex(element, row, column, vertex).
Result<void> lower_attribute_at_vertex(FunctionEmitter& e, const Instruction& i) {
  constexpr uint64_t kVertices = 3;
  const auto vertex = e.constant_operand(i, 3);
  if (!vertex || *vertex >= kVertices) return e.bad_input(i, "the vertex is not 0, 1 or 2");
  Result<ElementPlace> place = element_place(e, i, SignatureSide::kInput);
  if (!place) return place.error();
  place->vertex = e.u32(static_cast<uint32_t>(*vertex));
  return load_element(e, i, *place);
}

/// Interpolates the input with `instruction`.
template <Word... Operands>
Result<void> evaluate(FunctionEmitter& e, const Instruction& i, GLSLstd450 instruction,
                      Operands... operands) {
  Result<ElementPlace> place = element_place(e, i, SignatureSide::kInput);
  if (!place) return place.error();
  const InterfaceElement& element = *place->element;
  const NumericType wanted = e.result_type(i);
  if (!converts(element, wanted)) {
    return e.bad_input(i, "the signature element is not of the operation's type");
  }
  if (element.rule != nullptr && element.rule->kind != SemanticKind::kBarycentrics)
    return e.unsupported(i, "evaluating a system value at another position is not supported");
  if (element.vertices != 0) {
    return e.unsupported(i, "interpolating an input that is also read at vertices is not supported");
  }
  if (!e.context().interface.is_interpolated(element)) return load_element(e, i, *place);
  if (element.scalar.bits != 32) {
    return e.unsupported(i, "evaluating a 16-bit input at another position is not supported");
  }
  declare_feature(e.module(), Feature::kInterpolation);
  // The pointer must be to the whole row: a pointer to a component is not an interpolant.
  const Id pointer = row_pointer(e, *place);
  const uint32_t columns = element.element->columns;
  const NumericType row_type = element.scalar.with_count(static_cast<uint8_t>(columns));
  Id value = e.ext(instruction, row_type, pointer, operands...);
  if (columns > 1) value = extract(e, element.scalar, value, place->column);
  e.set_result(i, from_interface(e, element, value, wanted));
  return {};
}

Result<void> lower_eval_centroid(FunctionEmitter& e, const Instruction& i) {
  return evaluate(e, i, GLSLstd450InterpolateAtCentroid);
}

Result<void> lower_eval_sample_index(FunctionEmitter& e, const Instruction& i) {
  const Id sample = e.operand(i, 3);
  return evaluate(e, i, GLSLstd450InterpolateAtSample, sample);
}

// The offset is the low four bits, signed, in sixteenths of a pixel.
Result<void> lower_eval_snapped(FunctionEmitter& e, const Instruction& i) {
  Id offsets[2] = {};
  const Id zero = e.u32(0), four = e.u32(4), sixteenth = e.module().constant_f32(1.0F / 16);
  for (uint32_t n = 0; n < 2; ++n) {
    const Id raw = e.operand(i, 3 + n);
    const Id steps = e.op(Op::OpBitFieldSExtract, kU32, raw, zero, four);
    const Id whole = e.op(Op::OpConvertSToF, kF32, steps);
    offsets[n] = e.op(Op::OpFMul, kF32, whole, sixteenth);
  }
  const Id offset = e.op(Op::OpCompositeConstruct, kF32.with_count(2), offsets[0], offsets[1]);
  return evaluate(e, i, GLSLstd450InterpolateAtOffset, offset);
}

/// The specialization constant; 0 until first use.
struct TargetSampleCount {
  Id id = 0;
};

// Vulkan has no such query: the creator of the pipeline provides the count as a specialization constant.
Id target_sample_count(FunctionEmitter& e) {
  Id& count = e.context().caches.get<TargetSampleCount>().id;
  if (const auto known = e.context().plan.options.stage.target_sample_count) return e.u32(*known);
  if (count == 0) {
    count = e.module().spec_constant_u32(1, e.context().plan.options.stage.target_sample_count_spec_id);
    if (e.context().plan.options.debug_names) e.module().name(count, "render_target_sample_count");
  }
  return count;
}

Result<void> lower_target_sample_count(FunctionEmitter& e, const Instruction& i) {
  e.set_result(i, target_sample_count(e));
  return {};
}

Result<void> lower_target_sample_position(FunctionEmitter& e, const Instruction& i) {
  const Id count = target_sample_count(e), index = e.operand(i, 0);
  set_sample_position(e, i, count, index);
  return {};
}

constexpr LoweringEntry kPixelLowerings[] = {
    {dxil::Op::kRenderTargetGetSamplePosition, lower_target_sample_position},
    {dxil::Op::kRenderTargetGetSampleCount, lower_target_sample_count},
    {dxil::Op::kDiscard, lower_discard},
    {dxil::Op::kEvalSnapped, lower_eval_snapped},
    {dxil::Op::kEvalSampleIndex, lower_eval_sample_index},
    {dxil::Op::kEvalCentroid, lower_eval_centroid},
    {dxil::Op::kSampleIndex, lower_builtin<spv::BuiltIn::SampleId, Feature::kSampleRate>},
    {dxil::Op::kCoverage, lower_coverage},
    {dxil::Op::kInnerCoverage, lower_inner_coverage},
    {dxil::Op::kAttributeAtVertex, lower_attribute_at_vertex},
    {dxil::Op::kViewID, lower_view_id},
    {dxil::Op::kStartVertexLocation, lower_builtin<spv::BuiltIn::BaseVertex, Feature::kDrawParameters>},
    {dxil::Op::kStartInstanceLocation, lower_builtin<spv::BuiltIn::BaseInstance, Feature::kDrawParameters>},
    {dxil::Op::kVendorPullModel, lower_pull_model},
    {dxil::Op::kVendorDrawIndex, lower_builtin<spv::BuiltIn::DrawIndex, Feature::kDrawParameters>},
};

}  // namespace

std::span<const LoweringEntry> pixel_lowerings() { return kPixelLowerings; }

}  // namespace trellis::spirv
