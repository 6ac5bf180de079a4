#include "spirv_backend/operations/rays/ray_query_variables.hpp"

#include <algorithm>

#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/plan/rays/hit_plan.hpp"
#include "spirv_backend/resources/resource_access.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using spv::StorageClass;

/// A ray query in the output: its variable, and data kept about its ray; 0: not used so far.
struct QueryVariables {
  Id query = 0, t_max = 0;
  std::array<Id, 2> kept = {};  ///< Indexed by KeptWord.
};

/// Parallel to ModulePlan::ray_query_flags; a single entry for the array if queries vary.
struct RayQueries {
  Vector<QueryVariables> variables;
};

QueryVariables& variables_of(ModuleContext& context, uint32_t index) {
  Vector<QueryVariables>& variables = context.caches.get<RayQueries>().variables;
  if (index >= variables.size()) variables.resize(index + 1);
  return variables[index];
}

// Private if other functions of the module make hit objects from queries.
Id make_variable(FunctionEmitter& e, Id pointee) {
  const ModulePlan& plan = e.context().plan;
  if (!plan.ray_queries_vary) {
    return plan.hits == nullptr ? function_variable(e, pointee)
                                : e.module().variable(StorageClass::Private, pointee);
  }
  const Id array = e.module().type_array(pointee, static_cast<uint32_t>(plan.ray_query_flags.size()));
  return e.module().variable(StorageClass::Private, array);
}

Id element_pointer(FunctionEmitter& e, const Query& query, Id variable, Id pointee) {
  if (query.handle == 0) return variable;
  const Id type = e.module().type_pointer(StorageClass::Private, pointee);
  return e.op(Op::OpAccessChain, type, variable, query.handle);
}

}  // namespace

uint32_t ray_query_index(FunctionEmitter& e, ValueId allocation) {
  const Vector<FunctionPlan::RayQuery>& queries = e.plan().ray_queries;
  const auto found = std::lower_bound(queries.begin(), queries.end(), allocation,
                                      [](const FunctionPlan::RayQuery& q, ValueId v) { return q.value < v; });
  return found == queries.end() ? 0 : found->index;
}

Query query_operand(FunctionEmitter& e, const Instruction& i) {
  ModuleContext& context = e.context();
  ModuleBuilder& builder = e.module();
  builder.extension("SPV_KHR_ray_query");
  builder.capability(spv::Capability::RayQueryKHR);
  Query query;
  const bool varies = context.plan.ray_queries_vary;
  if (varies) {
    // An uninitialized handle must not index outside the array.
    const Id last = e.u32(static_cast<uint32_t>(context.plan.ray_query_flags.size()) - 1);
    query.handle = e.ext(GLSLstd450UMin, kU32, e.operand(i, 0), last);
  } else {
    query.index = ray_query_index(e, e.operand_value(i, 0));
  }
  const Id type = builder.type_ray_query();
  Id& variable = variables_of(context, query.index).query;
  if (variable == 0) variable = make_variable(e, type);
  query.variable = variable;
  query.pointer = element_pointer(e, query, variable, type);
  return query;
}

Id t_max_pointer(FunctionEmitter& e, const Query& query) {
  const Id type = e.type(kF32);
  Id& variable = variables_of(e.context(), query.index).t_max;
  if (variable == 0) variable = make_variable(e, type);
  return element_pointer(e, query, variable, type);
}

Id kept_word(FunctionEmitter& e, const Query& query, KeptWord word) {
  const Id type = e.type(kU32);
  Id& variable = variables_of(e.context(), query.index).kept[static_cast<uint32_t>(word)];
  if (variable == 0) variable = make_variable(e, type);
  return element_pointer(e, query, variable, type);
}

bool keeps_rays(const ModuleContext& context) {
  const HitPlan* hits = context.plan.hits.get();
  return hits != nullptr && (hits->fields & bit(HitField::kMask)) != 0;
}

bool keeps_structures(const ModuleContext& context) {
  const HitPlan* hits = context.plan.hits.get();
  return hits != nullptr && (hits->fields & bit(HitField::kStructure)) != 0;
}

Id structure_index(FunctionEmitter& e, const Instruction& i, uint32_t operand) {
  const Result<Handle> handle = handle_operand(e, i, operand);  // Tracing has reported errors already.
  return handle && handle->is_array ? handle->index : e.u32(0);
}

}  // namespace trellis::spirv
