// Functions of the module's own that make plain hit objects of ray queries, and trace a hit object's ray
// again.
#pragma once

#include "spirv_backend/hit_objects/hit_state.hpp"
#include "spirv_backend/operations/ray_query_variables.hpp"

namespace trellis::spirv {

/// Calls the function that makes an object of what a query has committed, a nop if it is nothing.
void record_query(FunctionEmitter& e, const Query& query, Id number);

/// Calls the function that runs a query, which takes every triangle it meets, and makes an object of its hit.
/// Where it meets none, what the object has been given stays. `table_offset` and `table_stride`: to the
/// record of the shader table.
void run_query(FunctionEmitter& e, Id query_variable, Id number, Id table_offset, Id table_stride);

/// Calls the function that traces an object's ray again, so that its shader is invoked.
void invoke(FunctionEmitter& e, Id number, Id payload_variable);

/// A mark beside the mask of a ray: it must not meet procedural primitives when it is traced again.
inline constexpr uint32_t kSkipsProcedural = 1u << 31;

}  // namespace trellis::spirv
