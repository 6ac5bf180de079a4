// A barrier of a wave, which no program has: lowering makes it of BarrierByMemoryType and a flag of its own.
#pragma once

#include <cstdint>

#include "dxil_frontend/program/dxil_op.hpp"
#include "dxil_frontend/program/ir.hpp"

namespace trellis::dxil {

/// All memory that threads share, and the semantic flags of the barrier.
inline constexpr uint32_t kWaveBarrierMemory = 3, kWaveBarrierFlags = 0x80000000;

/// Whether it is a wave barrier. `flags` are the bits of its second operand.
inline bool is_wave_barrier(const Instruction& i, uint64_t flags) {
  return i.is(Op::kBarrierByMemoryType) && flags == kWaveBarrierFlags;
}

}  // namespace trellis::dxil
