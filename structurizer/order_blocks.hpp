// The last pass over the draft's blocks: determines their order and final numbers.
#pragma once

#include "structurizer/draft.hpp"

namespace trellis::structurizer {

/// Puts blocks in structured order (header, arms, continue block, merge block), which is a valid SPIR-V
/// order. Drops blocks that are no longer used and renumbers the others: block i is order[i].
void order_blocks(Draft& draft);

}  // namespace trellis::structurizer
