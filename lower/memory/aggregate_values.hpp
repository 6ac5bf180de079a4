// Splits values of struct and array type into their scalars and vectors: parameters and results of a
// library's functions, and the values between them (insertvalue, phis, selects, whole loads and stores). The
// rest of the back end supports structs only as results of operations.
#pragma once

#include <cstdint>
#include <span>

#include "dxil_frontend/program/shader.hpp"
#include "support/result.hpp"

namespace trellis::lower {

/// Whether a function with a 1 in `is_reached` (any function if it is empty) has such values. A library's
/// resource objects, handles, and results of operations that are only used by extractvalue do not count.
bool has_aggregate_values(const dxil::Shader& shader, std::span<const uint8_t> is_reached = {});

/// Splits these values in all functions: a parameter becomes several, and a result is returned through a
/// local variable of the caller. Errors: kUnsupported, for aggregates of more than 1024 parts and for uses
/// that no known compiler emits.
Result<void> split_aggregate_values(dxil::Shader& shader);

}  // namespace trellis::lower
