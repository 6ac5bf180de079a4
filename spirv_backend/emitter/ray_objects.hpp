// Payloads, attributes and callable parameters on their way between what the program names and the variables
// of ray stages (plan/ray_plan.hpp).
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// At the head of a ray stage's entry point: what the program has of its parameters beside the variables gets
/// what they hold.
void take_ray_parameters(FunctionEmitter& e);

/// Before the invocation ends: the payload or parameter the program has beside the variable goes back.
void return_ray_parameter(FunctionEmitter& e);

/// What an operation hands on: the variable, filled if it is not what the operation names. kBadInput if it
/// cannot be told what that is.
struct HandedObject {
  uint32_t object = kNone;  ///< Into ModulePlan::objects.
  uint32_t words = 0;
  bool is_copy = false;
  Id variable = 0;
};
Result<HandedObject> hand_on(FunctionEmitter& e, const dxil::Instruction& i);
/// After the operation: what came back goes to what the operation names.
void take_back(FunctionEmitter& e, const dxil::Instruction& i, const HandedObject& handed);

/// How many words of attributes operand `operand` points to; 0 if it points to nothing.
Result<uint32_t> attribute_words(FunctionEmitter& e, const dxil::Instruction& i, uint32_t operand);
/// The words of attributes in memory that operand `operand` points to; none if it points to nothing.
Result<Vector<Id>> read_attributes(FunctionEmitter& e, const dxil::Instruction& i, uint32_t operand);
/// Writes as many words there as it holds.
Result<void> write_attributes(FunctionEmitter& e, const dxil::Instruction& i, uint32_t operand,
                              std::span<const Id> words);

/// Whether nothing is behind an operation that ends the invocation: the block ends there.
bool ends_block(const dxil::Function& function, const dxil::Instruction& operation);
/// The terminator of a block that ends so, or OpUnreachable.
Op end_of_search(const dxil::Function& function, const dxil::Instruction& terminator);

}  // namespace trellis::spirv
