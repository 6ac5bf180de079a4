// Last touches to a draft: tests that test nothing, and edges that phis could not tell apart.
#pragma once

#include "structurizer/draft.hpp"
#include "structurizer/regions.hpp"

namespace trellis::structurizer {

/// A test of ours both ways of which turned out to lead to one block becomes a branch.
void drop_idle_tests(Draft& draft);

/// Two slots of a block that lead to one block but are meant for different ones get a block of ours between,
/// so that phis and selectors can tell them apart.
void separate_edges(const cfg::Graph& graph, const Regions& regions, Draft& draft);

}  // namespace trellis::structurizer
