// Lowerings of LLVM's instructions; FunctionAssembly writes terminators and phis.
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// Lowers any instruction except terminators and phis.
Result<void> lower_instruction(FunctionEmitter& e, const dxil::Instruction& i);

// The groups of instructions.
Result<void> lower_arithmetic(FunctionEmitter& e,
                              const dxil::Instruction& i);                    ///< arithmetic.cpp
Result<void> lower_division(FunctionEmitter& e, const dxil::Instruction& i);  ///< division.cpp
Result<void> lower_compare(FunctionEmitter& e, const dxil::Instruction& i);   ///< compare.cpp
Result<void> lower_conversion(FunctionEmitter& e,
                              const dxil::Instruction& i);  ///< conversion.cpp
Result<void> lower_bitcast_instruction(FunctionEmitter& e,
                                       const dxil::Instruction& i);         ///< bitcast.cpp
Result<void> lower_memory(FunctionEmitter& e, const dxil::Instruction& i);  ///< memory.cpp
Result<void> lower_vector(FunctionEmitter& e, const dxil::Instruction& i);  ///< vector.cpp
Result<void> lower_call(FunctionEmitter& e, const dxil::Instruction& i);    ///< call.cpp

}  // namespace trellis::spirv
