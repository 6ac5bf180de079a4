// Control points, patch constants and positions in a patch.
#include <algorithm>

#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/operations/common.hpp"
#include "spirv_backend/operations/lowerings.hpp"
#include "spirv_backend/operations/stage_common.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using dxil::ShaderKind;

constexpr uint32_t kTriangles = 2;

// loadOutputControlPoint(element, row, column, control point): loads an output of the hull shader's control
// point phase.
Result<void> lower_load_output_control_point(FunctionEmitter& e, const Instruction& i) {
  constexpr uint32_t kVertex = 3;
  const bool is_hull = e.entry_point().kind == ShaderKind::kHull;
  Result<ElementPlace> place = element_place(e, i, is_hull ? SignatureSide::kOutput : SignatureSide::kInput);
  if (!place) return place.error();
  TRELLIS_RETURN_IF_ERROR(set_vertex(e, i, kVertex, *place));
  return load_element(e, i, *place);
}

Result<void> lower_load_patch_constant(FunctionEmitter& e, const Instruction& i) {
  Result<ElementPlace> place = element_place(e, i, SignatureSide::kThird);
  if (!place) return place.error();
  return load_element(e, i, *place);
}

/// Clamps a tessellation factor to the shader's limit and the option's. NaN is preserved, because it culls
/// the patch. Devices enforce the limit of 64 themselves.
Id limit_factor(FunctionEmitter& e, Id value) {
  constexpr float kLargest = 64;
  const float most =
      std::min(e.entry_point().hull->max_tess_factor, e.context().plan.options.stage.max_tess_factor);
  if (!(most < kLargest)) return value;
  const Id limit = e.module().constant_f32(most);
  const Id is_above = e.op(Op::OpFOrdGreaterThan, kBool, value, limit);
  return e.op(Op::OpSelect, kF32, is_above, limit, value);
}

Result<void> lower_store_patch_constant(FunctionEmitter& e, const Instruction& i) {
  constexpr uint32_t kValue = 3;
  Result<ElementPlace> place = element_place(e, i, SignatureSide::kThird);
  if (!place) return place.error();
  const SemanticKind kind = kind_of(*place->element->element);
  const bool is_factor = kind == SemanticKind::kTessFactor || kind == SemanticKind::kInsideTessFactor;
  if (!is_factor || e.operand_is_undef(i, kValue) || e.operand_type(i, kValue) != kF32) {
    return store_element(e, i, *place, kValue);
  }
  const Id factor = limit_factor(e, e.operand(i, kValue));
  store_component(e, *place, factor, kF32);
  return {};
}

Result<void> lower_domain_location(FunctionEmitter& e, const Instruction& i) {
  constexpr NumericType kThreeFloats{BaseType::kFloat, 32, 3};
  const auto component = e.constant_operand(i, 0);
  const bool is_triangle = e.entry_point().domain && e.entry_point().domain->domain == kTriangles;
  if (!component || *component >= (is_triangle ? 3u : 2u)) {
    return e.bad_input(i, "the domain has no such component");
  }
  e.set_result(
      i, load_builtin_component(e, spv::BuiltIn::TessCoord, kThreeFloats, static_cast<uint32_t>(*component)));
  return {};
}

constexpr LoweringEntry kTessellationLowerings[] = {
    {dxil::Op::kLoadOutputControlPoint, lower_load_output_control_point},
    {dxil::Op::kLoadPatchConstant, lower_load_patch_constant},
    {dxil::Op::kDomainLocation, lower_domain_location},
    {dxil::Op::kStorePatchConstant, lower_store_patch_constant},
};

}  // namespace

std::span<const LoweringEntry> tessellation_lowerings() { return kTessellationLowerings; }

}  // namespace trellis::spirv
