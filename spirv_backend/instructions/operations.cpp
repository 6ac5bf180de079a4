#include "spirv_backend/instructions/operations.hpp"

#include <array>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "spirv_backend/hit_objects/hit_objects.hpp"
#include "spirv_backend/instructions/refusals.hpp"
#include "spirv_backend/operations/common.hpp"
#include "spirv_backend/operations/helper_lanes.hpp"
#include "spirv_backend/plan/bindings/missing_resources.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::HandleUse;
using Groups = std::array<std::span<const LoweringEntry>, 24>;
// Indexed by index_of(). Entry kOpCount: no operation.
using Table = std::array<Lowering, dxil::kEndOfOpIndices>;

Groups make_groups() {
  return {math_lowerings(),         integer_lowerings(),    packed_lowerings(),
          wave_lowerings(),         quad_lowerings(),       thread_lowerings(),
          handle_lowerings(),       buffer_lowerings(),     constant_buffer_lowerings(),
          atomic_lowerings(),       matrix_lowerings(),     query_lowerings(),
          sample_lowerings(),       texture_lowerings(),    stage_io_lowerings(),
          ray_query_lowerings(),    primitive_lowerings(),  tessellation_lowerings(),
          payload_lowerings(),      pixel_lowerings(),      feedback_lowerings(),
          ray_pipeline_lowerings(), hit_object_lowerings(), triangle_lowerings()};
}

/// Returns true if a handle of the operation refers to no resource.
bool is_on_nothing(const FunctionEmitter& e, const dxil::Instruction& i) {
  const dxil::DxilOp* op = dxil::find_op(i.op());
  if (op == nullptr || op->handle == HandleUse::kNoHandle || op->handle == HandleUse::kMakesHandle ||
      op->handle == HandleUse::kTraces) {
    return false;
  }
  const uint32_t first = op->first_handle();
  for (uint32_t n = first + 1; n < i.operand_count; ++n) {
    if (op->is_handle(n) && e.reference(e.operand_value(i, n)).kind == ReferenceKind::kNothing) return true;
  }
  return first < i.operand_count &&
         !has_resource(e.context().plan, e.reference(e.operand_value(i, first)), op->handle);
}

/// The result of a null descriptor: loads give zeros, stores do nothing.
Result<void> lower_on_nothing(FunctionEmitter& e, const dxil::Instruction& i) {
  if (i.result == kNone) return {};
  const dxil::Type& type = e.program().types[i.type];
  if (type.kind != dxil::TypeKind::kStruct) {
    e.set_result(i, e.constant(e.result_type(i), 0));
    return {};
  }
  for (uint32_t n = 0; n < type.members.size(); ++n) {
    set_if_used(e, i, n, [&] { return e.constant(e.field_type(i, n), 0); });
  }
  return {};
}

Table make_table() {
  Table table = {};
  for (const std::span<const LoweringEntry> group : lowering_groups()) {
    for (const LoweringEntry& entry : group) table[dxil::index_of(entry.op)] = entry.lower;
  }
  return table;
}

}  // namespace

std::span<const std::span<const LoweringEntry>> lowering_groups() {
  static const Groups kGroups = make_groups();
  return kGroups;
}

Lowering lowering_of(dxil::Op op) {
  static const Table kTable = make_table();
  return kTable[dxil::index_of(op)];
}

Result<void> lower_operation(FunctionEmitter& e, const dxil::Instruction& i) {
  const Lowering lowering = is_on_nothing(e, i) ? lower_on_nothing : lowering_of(i.op());
  if (lowering != nullptr) {
    if (excludes_discarded_lanes(e, i)) return lower_without_discarded_lanes(e, i, lowering);
    return excludes_helper_lanes(e, i) ? lower_without_helper_lanes(e, i, lowering) : lowering(e, i);
  }
  const dxil::DxilOp* op = dxil::find_op(i.op());
  return e.unsupported(i, String("the operation is not supported: ") +
                              (op == nullptr ? "no such operation" : refusal_of(*op)));
}

}  // namespace trellis::spirv
