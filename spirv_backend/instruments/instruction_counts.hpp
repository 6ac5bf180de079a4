// Blocks that count how often they are run (docs/instrumentation.md).
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// The number of the first counter of a function's blocks, which follow one another. To be called before the
/// function is written, once, if the options ask for counts.
uint32_t add_counted_blocks(FunctionEmitter& e);
/// Counts, at the current place, a lane that runs the block of the program with this counter.
void count_block(FunctionEmitter& e, uint32_t counter);

}  // namespace trellis::spirv
