// LLVM's own instructions; terminators and phis are the business of FunctionAssembly.
#pragma once

#include "spirv_backend/function_emitter.hpp"

namespace trellis::spirv {

/// Lowers any instruction that is no terminator and no phi.
Result<void> lower_instruction(FunctionEmitter& e, const dxil::Instruction& i);

// The groups.
Result<void> lower_arithmetic(FunctionEmitter& e,
                              const dxil::Instruction& i);                   ///< instructions_arithmetic.cpp
Result<void> lower_compare(FunctionEmitter& e, const dxil::Instruction& i);  ///< instructions_compare.cpp
Result<void> lower_conversion(FunctionEmitter& e,
                              const dxil::Instruction& i);                  ///< instructions_conversion.cpp
Result<void> lower_memory(FunctionEmitter& e, const dxil::Instruction& i);  ///< instructions_memory.cpp
Result<void> lower_vector(FunctionEmitter& e, const dxil::Instruction& i);  ///< instructions_vector.cpp
Result<void> lower_call(FunctionEmitter& e, const dxil::Instruction& i);    ///< instructions_call.cpp
/// A DXIL operation, by the table of lowerings.
Result<void> lower_operation(FunctionEmitter& e, const dxil::Instruction& i);

}  // namespace trellis::spirv
