// The variables of ray queries: a query, and data kept about its ray. If an operation can refer to different
// queries, all queries of the module are one array, and the program's handle is an index into it.
#pragma once

#include <array>

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// The query that an operation refers to.
struct Query {
  uint32_t index = 0;  ///< Index into ModulePlan::ray_query_flags; unused if the query varies.
  Id variable = 0;     ///< The query's variable, or that of the array.
  Id pointer = 0;
  Id handle = 0;  ///< If queries vary: index into their array.
};

/// Returns the query in operand 0.
Query query_operand(FunctionEmitter& e, const dxil::Instruction& i);
/// Returns the index of the query that the function's allocation creates.
uint32_t ray_query_index(FunctionEmitter& e, ValueId allocation);

/// Returns a pointer to the stored far end of the query's ray.
Id t_max_pointer(FunctionEmitter& e, const Query& query);

/// Other data kept about a ray from which a hit object may be made, for tracing it again.
enum class KeptWord : uint8_t { kMask, kStructure };
Id kept_word(FunctionEmitter& e, const Query& query, KeptWord word);
bool keeps_rays(const ModuleContext& context);
/// Returns true if rays can use different elements of an array of acceleration structures.
bool keeps_structures(const ModuleContext& context);
/// Returns the index of the descriptor in operand `operand`; 0 if it is not in an array.
Id structure_index(FunctionEmitter& e, const dxil::Instruction& i, uint32_t operand);

}  // namespace trellis::spirv
