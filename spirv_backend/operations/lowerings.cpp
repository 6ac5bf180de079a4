#include "spirv_backend/operations/lowerings.hpp"

#include <array>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "spirv_backend/operations/helper_lanes.hpp"
#include "spirv_backend/operations/refusals.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using Groups = std::array<std::span<const LoweringEntry>, 19>;
using Table = std::array<Lowering, dxil::kOpCount + 1>;  // By index_of(). The last: no operation.

Groups make_groups() {
  return {math_lowerings(),      integer_lowerings(),      packed_lowerings(),
          wave_lowerings(),      quad_lowerings(),         thread_lowerings(),
          handle_lowerings(),    buffer_lowerings(),       constant_buffer_lowerings(),
          atomic_lowerings(),    query_lowerings(),        sample_lowerings(),
          texture_lowerings(),   stage_io_lowerings(),     ray_query_lowerings(),
          primitive_lowerings(), tessellation_lowerings(), payload_lowerings(),
          pixel_lowerings()};
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
  const Lowering lowering = lowering_of(i.op());
  if (lowering != nullptr) {
    if (excludes_discarded_lanes(e, i)) return lower_without_discarded_lanes(e, i, lowering);
    return excludes_helper_lanes(e, i) ? lower_without_helper_lanes(e, i, lowering) : lowering(e, i);
  }
  const dxil::DxilOp* op = dxil::find_op(i.op());
  return e.unsupported(i, String("the operation is not supported: ") +
                              (op == nullptr ? "there is no such operation" : refusal_of(*op)));
}

}  // namespace trellis::spirv
