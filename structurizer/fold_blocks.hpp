// Passes that fold inserted blocks into adjacent ones. Each preserves every path and every structural rule.
#pragma once

#include "structurizer/draft.hpp"
#include "structurizer/flow.hpp"

namespace trellis::structurizer {

/// Makes a block that only branches back to a loop header the continue block itself. Does not change the
/// block if paths meet in it or right before it, since a continue target guarantees no reconvergence. If the
/// block was the merge block of a selection and no other arm reaches it, the selection is dropped.
void fold_continues(const Flow& flow, Draft& draft);

/// Makes a loop's first block the loop header itself, unless it opens a selection.
void fold_headers(Draft& draft);

/// Replaces an inserted merge block that only branches to another block by that block, as long as no block
/// becomes the merge block of two headers.
void fold_merges(Draft& draft);

}  // namespace trellis::structurizer
