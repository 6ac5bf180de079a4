// The part of FunctionPlanner that follows inline ray queries. A 32-bit handle identifies a query. It is the
// result of the query's allocation, or comes from a phi, a select, memory or another function.
#include <algorithm>

#include "lower/analysis/locate.hpp"
#include "spirv_backend/plan/function_planner.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using dxil::Opcode;

bool allocates_ray_query(const Instruction& i) {
  const dxil::DxilOp* op = i.opcode == Opcode::kDxOp ? dxil::find_op(i.op()) : nullptr;
  return op != nullptr && op->allocates_ray_query();
}

/// Whether the value may be a handle from somewhere else. Operations on it then consider all queries.
bool hands_on(const Instruction& i) {
  return i.opcode == Opcode::kLoad || i.opcode == Opcode::kCall || i.opcode == Opcode::kExtractValue;
}

/// Whether control can return to the block after it has run.
bool is_in_loop(const dxil::Function& function, dxil::BlockId block) {
  Vector<uint8_t> is_seen(function.blocks.size(), 0);
  Vector<dxil::BlockId> pending = {block};
  while (!pending.empty()) {
    const dxil::BlockId at = pending.back();
    pending.pop_back();
    for (dxil::BlockId next : function.graph.successors(at)) {
      if (next == block) return true;
      if (is_seen[next] != 0) continue;
      is_seen[next] = 1;
      pending.push_back(next);
    }
  }
  return false;
}

}  // namespace

Result<void> FunctionPlanner::note_ray_query(const Instruction& i, const dxil::DxilOp& op) {
  const std::span<const ValueId> operands = function_.operands_of(i);
  if (op.allocates_ray_query()) {
    const std::optional<uint64_t> flags = module_.scalar_bits(operands[0]);
    if (!flags) return fail(i, "the ray flags of an allocation are not constant");
    origin_[i.result - function_.first_local] = Origin::kRayQuery;
    const auto index = static_cast<uint32_t>(context_.plan.ray_query_flags.size());
    result_.ray_queries.push_back({i.result, index});
    context_.plan.ray_query_flags.push_back(static_cast<uint32_t>(*flags));
    return {};
  }
  if (op.id == dxil::Op::kRayQuery_CommittedRayT) context_.plan.asks_committed_t = true;
  if (!is_local(operands[0]) || origin_[operands[0] - function_.first_local] != Origin::kRayQuery) {
    context_.plan.ray_queries_vary = true;
    ray_query_uses_.push_back(&i);
  }
  return {};
}

// An allocation is one query, however often it runs. That suffices for an object of HLSL, which ends with its
// scope, but not for a loop that fills an array.
Result<void> FunctionPlanner::check_query_stores() {
  for (dxil::BlockId block = 0; block < function_.blocks.size(); ++block) {
    if (!order_.reached(block)) continue;
    for (const Instruction& i : function_.instructions_of(block)) {
      if (i.opcode != Opcode::kStore) continue;
      const std::span<const ValueId> operands = function_.operands_of(i);
      if (!is_local(operands[0]) || origin_[operands[0] - function_.first_local] != Origin::kRayQuery)
        continue;
      const Result<Reference> pointer = reference(operands[1]);
      if (!pointer) return pointer.error();
      if (pointer->is_static || !is_in_loop(function_, block)) continue;
      return lower::diagnose(ErrorCode::kUnsupported, function_, i,
                             "an array of ray queries allocated in a loop is not supported");
    }
  }
  return {};
}

// Checks that every handle comes from an allocation.
Result<void> FunctionPlanner::check_ray_queries() {
  std::sort(result_.ray_queries.begin(), result_.ray_queries.end(),
            [](const auto& a, const auto& b) { return a.value < b.value; });
  if (!result_.ray_queries.empty()) {
    TRELLIS_RETURN_IF_ERROR(check_query_stores());
  }
  if (ray_query_uses_.empty()) return {};
  Vector<const Instruction*> definitions(function_.local_types.size(), nullptr);
  for (const Instruction& i : function_.instructions) {
    if (i.result != dxil::kNone) definitions[i.result - function_.first_local] = &i;
  }
  Vector<uint8_t> is_seen(function_.local_types.size(), 0);
  for (const Instruction* use : ray_query_uses_) {
    Vector<ValueId> pending = {function_.operands_of(*use)[0]};
    while (!pending.empty()) {
      const ValueId value = pending.back();
      pending.pop_back();
      if (module_.is_undef(value)) continue;
      const Instruction* i = is_local(value) ? definitions[value - function_.first_local] : nullptr;
      const bool is_parameter = is_local(value) && i == nullptr;
      if (is_parameter || (i != nullptr && hands_on(*i))) continue;
      const bool is_choice = i != nullptr && (i->opcode == Opcode::kPhi || i->opcode == Opcode::kSelect);
      if (is_choice) {
        uint8_t& seen = is_seen[value - function_.first_local];
        if (seen != 0) continue;
        seen = 1;
        const std::span<const ValueId> operands = function_.operands_of(*i);
        pending.insert(pending.end(), operands.begin() + (i->opcode == Opcode::kSelect ? 1 : 0),
                       operands.end());
      } else if (i == nullptr || !allocates_ray_query(*i)) {
        return lower::diagnose(ErrorCode::kBadInput, function_, *use,
                               "cannot determine which allocation the ray query handle comes from");
      }
    }
  }
  return {};
}

}  // namespace trellis::spirv
