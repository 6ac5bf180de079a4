// firstbithigh: DXIL counts from the top bit, HLSL and SPIR-V from the bottom. dxc inverts DXIL's count, and
// a direct translation would invert SPIR-V's: these functions remove both inversions.
#pragma once

#include <optional>

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// Records that the instruction's result is the position, counted from the top of a `bits`-bit number, that
/// `from_bottom` counts from the bottom. -1 is -1 in both.
void note_high_bit(FunctionEmitter& e, const dxil::Instruction& i, uint32_t bits, Id from_bottom);

/// If the select is `f == -1 ? -1 : bits - 1 - f` for a recorded result f, returns the position counted from
/// the bottom.
std::optional<Id> high_bit_from_bottom(FunctionEmitter& e, const dxil::Instruction& select);

}  // namespace trellis::spirv
