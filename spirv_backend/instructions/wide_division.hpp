// Division of 64-bit integers. No GPU has an instruction for it, and drivers often translate OpUDiv to an
// unrolled loop over the bits: about 450 instructions in Mesa, or 290 for constant divisors. The functions
// here take about 70 and 25. They are added to the module once for each type.
#pragma once

#include "spirv_backend/module/module_builder.hpp"

namespace trellis::spirv {

/// Returns the type id of the struct of quotient and remainder that the functions below return.
Id wide_division_result(ModuleBuilder& module, NumericType type);

/// Returns the id of `(T n, T d) -> struct { T quotient, remainder }`, all unsigned; `type` is T, with 64
/// bits. d must not be 0. The result is exact for any float division at least as precise as Vulkan requires.
Id wide_division(ModuleBuilder& module, NumericType type);

/// Returns the id of `(T n, T d, T reciprocal) -> struct { T quotient, remainder }`, for a constant divisor;
/// `reciprocal` is wide_reciprocal(d).
Id wide_division_by_constant(ModuleBuilder& module, NumericType type);

/// Returns 2^64 / d, rounded down; d is at least 2 and not a power of two.
constexpr uint64_t wide_reciprocal(uint64_t d) { return UINT64_MAX / d; }

}  // namespace trellis::spirv
