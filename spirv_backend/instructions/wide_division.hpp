// Division of 64-bit integers. No GPU has an instruction for it, and what drivers make of OpUDiv there is
// often a loop over the bits, unrolled: some 450 instructions in Mesa's, for constant divisors 290. The
// functions here take about 70 and 25. They are functions of the module, one for each type that is divided.
#pragma once

#include "spirv_backend/module/module_builder.hpp"

namespace trellis::spirv {

/// The struct of quotient and remainder that the functions below return.
Id wide_division_result(ModuleBuilder& module, NumericType type);

/// The id of `(T n, T d) -> struct { T quotient, remainder }`, all unsigned; `type` is T, of 64 bits. d is
/// not 0. Exact, whatever precision above Vulkan's minimum the device's float division has.
Id wide_division(ModuleBuilder& module, NumericType type);

/// The id of `(T n, T d, T reciprocal) -> struct { T quotient, remainder }` for a divisor that is known when
/// the module is written; `reciprocal` is wide_reciprocal(d).
Id wide_division_by_constant(ModuleBuilder& module, NumericType type);

/// 2^64 / d, rounded down; d is at least 2 and no power of two.
constexpr uint64_t wide_reciprocal(uint64_t d) { return UINT64_MAX / d; }

}  // namespace trellis::spirv
