// What the operations on elements of signatures share.
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"
#include "spirv_backend/emitter/stage_interface.hpp"

namespace trellis::spirv {

/// The component that operands 0, 1 and 2 (element, row, column) name. The vertex is left to the caller.
Result<ElementPlace> element_place(FunctionEmitter& e, const dxil::Instruction& i, SignatureSide side);

/// Sets the place's vertex (control point) to operand `operand`, which must lie in the element's array.
Result<void> set_vertex(FunctionEmitter& e, const dxil::Instruction& i, uint32_t operand,
                        ElementPlace& place);

/// The component as the instruction's result.
Result<void> load_element(FunctionEmitter& e, const dxil::Instruction& i, const ElementPlace& place);

/// Operand `value_operand` into the component.
Result<void> store_element(FunctionEmitter& e, const dxil::Instruction& i, const ElementPlace& place,
                           uint32_t value_operand);

}  // namespace trellis::spirv
