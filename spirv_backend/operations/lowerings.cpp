#include "spirv_backend/operations/lowerings.hpp"

#include <array>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "spirv_backend/operations/helper_lanes.hpp"
#include "spirv_backend/operations/refusals.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

// All ordinary operations of shader model 6.9; those of 6.10 (0x80000000 on) follow.
constexpr uint32_t kOrdinary = 320, kExperimental = 64, kFirstExperimental = 0x80000000;
using Table = std::array<Lowering, kOrdinary + kExperimental>;

uint32_t slot_of(uint32_t opcode) {
  if (opcode < kOrdinary) return opcode;
  if (opcode >= kFirstExperimental && opcode - kFirstExperimental < kExperimental) {
    return kOrdinary + (opcode - kFirstExperimental);
  }
  return kNone;
}

Table make_table() {
  Table table = {};
  const std::span<const LoweringEntry> groups[] = {
      math_lowerings(),      integer_lowerings(),      packed_lowerings(),
      wave_lowerings(),      quad_lowerings(),         thread_lowerings(),
      handle_lowerings(),    buffer_lowerings(),       constant_buffer_lowerings(),
      atomic_lowerings(),    query_lowerings(),        sample_lowerings(),
      texture_lowerings(),   stage_io_lowerings(),     ray_query_lowerings(),
      primitive_lowerings(), tessellation_lowerings(), payload_lowerings(),
      pixel_lowerings(),
  };
  for (std::span<const LoweringEntry> group : groups) {
    for (const LoweringEntry& entry : group) {
      if (const uint32_t slot = slot_of(entry.opcode); slot != kNone) table[slot] = entry.lower;
    }
  }
  return table;
}

}  // namespace

Lowering lowering_of(uint32_t dxil_opcode) {
  static const Table kTable = make_table();
  const uint32_t slot = slot_of(dxil_opcode);
  return slot == kNone ? nullptr : kTable[slot];
}

Result<void> lower_operation(FunctionEmitter& e, const dxil::Instruction& i) {
  const Lowering lowering = lowering_of(i.aux);
  if (lowering != nullptr) {
    if (excludes_discarded_lanes(e, i)) return lower_without_discarded_lanes(e, i, lowering);
    return excludes_helper_lanes(e, i) ? lower_without_helper_lanes(e, i, lowering) : lowering(e, i);
  }
  const dxil::DxilOp* op = dxil::find_op(i.aux);
  return e.unsupported(i, String("the operation is not supported: ") +
                              (op == nullptr ? "there is no such operation" : refusal_of(*op)));
}

}  // namespace trellis::spirv
