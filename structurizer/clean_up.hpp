// Clean-ups on the draft: each keeps every path and every rule, and leaves fewer blocks.
#pragma once

#include "structurizer/draft.hpp"
#include "structurizer/flow.hpp"

namespace trellis::structurizer {

/// A loop's first block becomes the loop header itself where it does not head a selection (structurizer: "a
/// header may be the payload block itself").
void fold_headers(Draft& draft);

/// A block that only branches back becomes the continue block itself.
void fold_continues(const Flow& flow, Draft& draft);

/// A merge block of ours that only branches on gives way to its successor where merge blocks stay unique.
void fold_merges(Draft& draft);

/// Puts blocks in structured order (header, arms, continue block, merge block; a valid SPIR-V order), drops
/// what is no longer used, and renumbers: block i is order[i].
void order_blocks(Draft& draft);

}  // namespace trellis::structurizer
