// The variables of ray queries: a query, and what is remembered of its ray. Where operations may be on one of
// several, all queries of the module are one array and the program's handle is the index into it.
#pragma once

#include <array>

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// The query an operation is on.
struct Query {
  uint32_t index = 0;  ///< Into ModulePlan::ray_query_flags; not if it varies.
  Id variable = 0;     ///< The query's, or that of the array.
  Id pointer = 0;
  Id handle = 0;  ///< If queries vary: the index into their array.
};

/// The query in operand 0.
Query query_operand(FunctionEmitter& e, const dxil::Instruction& i);
/// The number of the query that an allocation of the function is.
uint32_t ray_query_index(FunctionEmitter& e, ValueId allocation);

/// Where the far end of the query's ray is kept.
Id t_max_pointer(FunctionEmitter& e, const Query& query);

/// What else is kept of a ray that a hit object may be made from, to trace it again.
enum class KeptWord : uint8_t { kMask, kStructure };
Id kept_word(FunctionEmitter& e, const Query& query, KeptWord word);
bool keeps_rays(const ModuleContext& context);
/// Whether rays are in different elements of an array of structures.
bool keeps_structures(const ModuleContext& context);
/// The index of the descriptor in operand `operand`; 0 if it is no array's.
Id structure_index(FunctionEmitter& e, const dxil::Instruction& i, uint32_t operand);

}  // namespace trellis::spirv
