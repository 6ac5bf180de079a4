// Passes that fold blocks of ours into blocks beside them. Each keeps every path and every rule.
#pragma once

#include "structurizer/draft.hpp"
#include "structurizer/flow.hpp"

namespace trellis::structurizer {

/// A block that only branches back becomes the continue block itself, unless paths meet in it or right before
/// it: a continue target is no place to reconverge. A selection whose merge block it was is dropped if none of
/// the other arms reached it.
void fold_continues(const Flow& flow, Draft& draft);

/// A loop's first block becomes the loop header itself unless it opens a selection.
void fold_headers(Draft& draft);

/// A merge block of ours that only branches on is replaced by its successor, as long as no block becomes the
/// merge block of two headers.
void fold_merges(Draft& draft);

}  // namespace trellis::structurizer
