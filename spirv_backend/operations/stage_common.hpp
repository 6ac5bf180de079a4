// Shared by the operations on signature elements.
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"
#include "spirv_backend/emitter/interface/stage_interface.hpp"

namespace trellis::spirv {

/// Returns the component given by operands 0, 1 and 2 (element, row, column). The caller sets the vertex.
Result<ElementPlace> element_place(FunctionEmitter& e, const dxil::Instruction& i, SignatureSide side);

/// Sets the vertex (control point) of `place` to operand `operand`, which must be inside the element's array.
Result<void> set_vertex(FunctionEmitter& e, const dxil::Instruction& i, uint32_t operand,
                        ElementPlace& place);

/// Loads the component as the instruction's result.
Result<void> load_element(FunctionEmitter& e, const dxil::Instruction& i, const ElementPlace& place);

/// Stores operand `value_operand` to the component.
Result<void> store_element(FunctionEmitter& e, const dxil::Instruction& i, const ElementPlace& place,
                           uint32_t value_operand);

}  // namespace trellis::spirv
