// Values of struct and array type: parameters and results of a library's functions, and what lies between
// them (insertvalue, phis, selects, whole loads and stores). The rest of the back end has structs only as
// results of operations; here the others become their scalars and vectors.
#pragma once

#include <cstdint>
#include <span>

#include "dxil_frontend/program/shader.hpp"
#include "support/result.hpp"

namespace trellis::lower {

/// Whether one of the functions with a 1 in `is_reached` (of all, if it is empty) has such values. Resource
/// objects of a library, handles and results of operations that are only taken apart are none.
bool has_aggregate_values(const dxil::Shader& shader, std::span<const uint8_t> is_reached = {});

/// Takes them apart, in all functions: a parameter becomes several; a result goes by way of a local variable
/// of the caller's. Errors: kUnsupported, for aggregates of more than 1024 parts and uses that no producer
/// has.
Result<void> split_aggregate_values(dxil::Shader& shader);

}  // namespace trellis::lower
