// Code that, according to the program's marks, was written before a `break`.
#pragma once

#include "structurizer/flow.hpp"
#include "structurizer/reducible_graph.hpp"

namespace trellis::structurizer {

/// Enlarges the loops to those of the graph with the edges of marked breaks (Flow::marked_breaks) added. Each
/// loop then holds what stands between it and a marked break out of it, and everything else that the natural
/// loops of that graph hold. A cycle that only such edges close is not a loop. Linear in the blocks and
/// edges.
///
/// Ignores the marks if the added edges change which regions have several entries; dxc generates no such
/// graph.
void keep_marked_breaks(const Flow& flow, ReducibleGraph& reducible);

}  // namespace trellis::structurizer
