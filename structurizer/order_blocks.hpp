// The last pass over the draft's blocks: their order, and their final numbers.
#pragma once

#include "structurizer/draft.hpp"

namespace trellis::structurizer {

/// Puts blocks in structured order (header, arms, continue block, merge block), which is a valid order of
/// SPIR-V, drops blocks that are no longer used, and numbers the others anew: block i is order[i].
void order_blocks(Draft& draft);

}  // namespace trellis::structurizer
