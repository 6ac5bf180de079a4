// Code that the program says was written before a `break`.
#pragma once

#include "structurizer/flow.hpp"
#include "structurizer/reducible_graph.hpp"

namespace trellis::structurizer {

/// Enlarges the loops to those of the graph with the edges that marked breaks had (Flow::marked_breaks): what
/// stands between a loop and a marked break out of it is in the loop, and so is whatever the natural loops of
/// that graph hold. A loop that goes round by such edges alone is none. Linear in the blocks and edges.
///
/// Marks are ignored if the edges change which regions of several entries there are: dxc gives no such graph.
void keep_marked_breaks(const Flow& flow, ReducibleGraph& reducible);

}  // namespace trellis::structurizer
