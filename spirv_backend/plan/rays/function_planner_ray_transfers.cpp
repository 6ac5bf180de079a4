// The part of FunctionPlanner that records what operations pass to other ray stages.
#include <algorithm>

#include "lower/analysis/locate.hpp"
#include "spirv_backend/plan/rays/ray_plan.hpp"

namespace trellis::spirv {

Result<void> FunctionPlanner::note_ray_transfer(const dxil::Instruction& i) {
  const std::span<const ValueId> operands = function_.operands_of(i);
  const uint32_t operand = handed_operand(i.op());
  if (operand >= operands.size()) {
    return lower::diagnose(ErrorCode::kBadInput, function_, i, "the operation has too few operands");
  }
  Result<Reference> source = reference(operands[operand]);
  if (!source) return source.error();
  if (source->kind != ReferenceKind::kMemory && source->kind != ReferenceKind::kNothing) {
    return fail(i, "cannot find the object of the payload, parameter or attributes");
  }
  RayTransfer transfer{*source, handed_storage(i.op()), 0};
  transfer.bytes = handed_bytes(context_.plan, context_.layouts, i, *source);
  if (source->kind == ReferenceKind::kMemory) {
    const uint32_t root = source->root;
    const auto& parameters = context_.ray_parameters;
    const auto own = std::find(parameters.begin(), parameters.end(), root);
    if (transfer.bytes == 0 && own != parameters.end()) {
      const auto number = static_cast<uint32_t>(own - parameters.begin());
      const dxil::EntryPoint& entry = *context_.plan.entry_point;
      transfer.bytes = declared_bytes(entry, ray_parameter_storage(entry.kind, number));
    }
    ObjectUse& use = context_.object_uses[root];
    use.is_read = true;
    use.is_written |= i.op() != dxil::Op::kReportHit;
    if (source->is_static) {
      use.static_end = std::max(use.static_end, source->static_index + transfer.bytes);
    } else {
      use.dynamic_access = true;
    }
  }
  context_.ray_transfers.push_back(transfer);
  return {};
}

}  // namespace trellis::spirv
