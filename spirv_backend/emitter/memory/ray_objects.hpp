// Copies payloads, attributes and callable parameters between the objects that the program names and the
// variables of ray stages (plan/rays/ray_plan.hpp).
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// At the start of a ray stage's entry point: copies the stage's variables to the objects that the program
/// uses for its parameters, where these are separate.
void take_ray_parameters(FunctionEmitter& e);

/// Before the invocation ends: copies the payload or callable parameter back to the variable if the program
/// uses a separate object.
void return_ray_parameter(FunctionEmitter& e);

/// The variable that an operation passes on. If the operation names another object, the variable receives a
/// copy of it.
struct HandedObject {
  uint32_t object = kNone;  ///< Index into ModulePlan::objects.
  uint32_t words = 0;
  bool is_copy = false;
  Id variable = 0;
};
Result<HandedObject> hand_on(FunctionEmitter& e, const dxil::Instruction& i);
/// After the operation: copies the variable back to the object that the operation names.
void take_back(FunctionEmitter& e, const dxil::Instruction& i, const HandedObject& handed);

/// Returns the number of attribute words that operand `operand` points to; 0 if it points to nothing.
Result<uint32_t> attribute_words(FunctionEmitter& e, const dxil::Instruction& i, uint32_t operand);
/// Returns the attribute words in memory that operand `operand` points to; none if it points to nothing.
Result<Vector<Id>> read_attributes(FunctionEmitter& e, const dxil::Instruction& i, uint32_t operand);
/// Stores the words there, up to the size of the attributes.
Result<void> write_attributes(FunctionEmitter& e, const dxil::Instruction& i, uint32_t operand,
                              std::span<const Id> words);

/// Returns true if no instruction follows an operation that ends the invocation: the operation then ends the
/// block.
bool ends_block(const dxil::Function& function, const dxil::Instruction& operation);
/// Returns the terminator of a block that such an operation ends, or OpUnreachable.
Op end_of_search(const dxil::Function& function, const dxil::Instruction& terminator);

}  // namespace trellis::spirv
