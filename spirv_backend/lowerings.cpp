#include "spirv_backend/lowerings.hpp"

#include <array>

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

}  // namespace trellis::spirv
