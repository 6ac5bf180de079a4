// Loads and stores of signature elements.
#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/operations/common.hpp"
#include "spirv_backend/operations/lowerings.hpp"
#include "spirv_backend/operations/stage_common.hpp"
#include "spirv_backend/plan/stage/stage_locations.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

using dxil::Instruction;

Result<ElementPlace> element_place(FunctionEmitter& e, const Instruction& i, SignatureSide side) {
  ElementPlace place;
  const InterfaceElement& element =
      e.context().interface.element(side, e.constant_operand(i, 0).value_or(UINT64_MAX));
  place.element = &element;
  if (const auto row = e.constant_operand(i, 1)) {
    place.row = static_cast<uint32_t>(*row);
  } else {
    place.dynamic_row = e.operand(i, 1);
  }
  place.column = static_cast<uint32_t>(e.constant_operand(i, 2).value_or(0));
  return place;
}

Result<void> set_vertex(FunctionEmitter& e, const Instruction& i, uint32_t operand, ElementPlace& place) {
  if (i.operand_count <= operand) return e.bad_input(i, "the operation has no vertex index");
  const auto vertex = e.constant_operand(i, operand);
  if (vertex && *vertex >= place.element->vertices) {
    return e.bad_input(i, "no such vertex: " + decimal(*vertex));
  }
  // If the vertex is undefined, any vertex is correct.
  place.vertex = e.operand_is_undef(i, operand) ? e.u32(0) : e.operand(i, operand);
  return {};
}

Result<void> load_element(FunctionEmitter& e, const Instruction& i, const ElementPlace& place) {
  const NumericType wanted = e.result_type(i);
  if (!converts(*place.element, wanted)) {
    return e.bad_input(i, "the signature element is not of the loaded type");
  }
  const Id value = load_component(e, place, wanted);
  e.set_result(i, value);
  return {};
}

Result<void> store_element(FunctionEmitter& e, const Instruction& i, const ElementPlace& place,
                           uint32_t value_operand) {
  const NumericType given = e.operand_type(i, value_operand);
  if (!converts(*place.element, given)) {
    return e.bad_input(i, "the signature element is not of the stored type");
  }
  if (e.operand_is_undef(i, value_operand)) return {};  // Storing an undefined value can be omitted.
  const Id value = e.operand(i, value_operand);
  store_component(e, place, value, given);
  return {};
}

namespace {

// loadInput(element, row, column, vertex). The vertex is used only if inputs are arrays over vertices.
Result<void> lower_load_input(FunctionEmitter& e, const Instruction& i) {
  constexpr uint32_t kVertex = 3;
  Result<ElementPlace> place = element_place(e, i, SignatureSide::kInput);
  if (!place) return place.error();
  if (place->element->vertices != 0) {
    // A plain load of an input that is also read at vertices: it is flat, so the provoking vertex determines
    // it.
    const bool is_pixel = e.entry_point().kind == dxil::ShaderKind::kPixel;
    if (is_pixel) {
      place->vertex = e.u32(0);
    } else if (Result<void> done = set_vertex(e, i, kVertex, *place); !done) {
      return done;
    }
  }
  return load_element(e, i, *place);
}

// storeOutput(element, row, column, value).
Result<void> lower_store_output(FunctionEmitter& e, const Instruction& i) {
  Result<ElementPlace> place = element_place(e, i, SignatureSide::kOutput);
  if (!place) return place.error();
  const dxil::ShaderKind stage = e.entry_point().kind;
  if (stage == dxil::ShaderKind::kMesh) return e.bad_input(i, "the operation has no vertex index");
  if (is_dropped_target(e.context().plan, SignatureSide::kOutput, *place->element->element)) return {};
  // A hull shader's thread writes its own control point.
  if (stage == dxil::ShaderKind::kHull) place->vertex = load_builtin(e, spv::BuiltIn::InvocationId, kU32);
  return store_element(e, i, *place, 3);
}

constexpr LoweringEntry kStageIoLowerings[] = {
    {dxil::Op::kLoadInput, lower_load_input},
    {dxil::Op::kStoreOutput, lower_store_output},
};

}  // namespace

std::span<const LoweringEntry> stage_io_lowerings() { return kStageIoLowerings; }

}  // namespace trellis::spirv
