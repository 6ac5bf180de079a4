// Functions of the module that create plain hit objects from ray queries, and trace a hit object's ray again.
#pragma once

#include "spirv_backend/hit_objects/hit_state.hpp"
#include "spirv_backend/operations/rays/ray_query_variables.hpp"

namespace trellis::spirv {

/// Calls the function that creates an object from a query's committed hit; a nop object if nothing is
/// committed.
void record_query(FunctionEmitter& e, const Query& query, Id number);

/// Calls the function that runs a query, accepting every triangle, and fills in an object from its hit. If
/// there is no hit, the object keeps its contents. `table_offset` and `table_stride` give the record in the
/// shader table.
void run_query(FunctionEmitter& e, Id query_variable, Id number, Id table_offset, Id table_stride);

/// Calls the function that traces an object's ray again, which invokes its shader.
void invoke(FunctionEmitter& e, Id number, Id payload_variable);

/// A flag stored with the ray's mask: the ray must skip procedural primitives when it is traced again.
inline constexpr uint32_t kSkipsProcedural = 1u << 31;

}  // namespace trellis::spirv
