// Blocks that count how often they run (docs/instrumentation.md).
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// Allocates consecutive counters for a function's blocks and returns the first. Call it once before the
/// function is written, if the options enable counting.
uint32_t add_counted_blocks(FunctionEmitter& e);
/// Emits code at the current position that counts a lane in the counter of a block.
void count_block(FunctionEmitter& e, uint32_t counter);

}  // namespace trellis::spirv
