// firstbithigh: DXIL counts from the top, HLSL and SPIR-V from the bottom. dxc turns the count over, and so
// would we: twice for nothing.
#pragma once

#include <optional>

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// Notes that the instruction's result counts from the top of a number of so many bits what `from_bottom`
/// counts from its bottom. -1 is -1 in both.
void note_high_bit(FunctionEmitter& e, const dxil::Instruction& i, uint32_t bits, Id from_bottom);

/// If the select is `f == -1 ? -1 : bits - 1 - f` of such a result f: what counts it from the bottom.
std::optional<Id> high_bit_from_bottom(FunctionEmitter& e, const dxil::Instruction& select);

}  // namespace trellis::spirv
