// Passes on branches several slots of which turned out to lead to one block: drop the branch, or see to it
// that phis can tell the slots apart.
#pragma once

#include "structurizer/draft.hpp"

namespace trellis::structurizer {

/// True for a two-way test of ours both slots of which lead to one block.
bool is_idle_test(Draft& draft, BlockId id);

/// Such tests become branches.
void drop_idle_tests(Draft& draft);

/// A two-way branch of the program both slots of which lead to one block, but are meant for different ones,
/// needs no selection: the selectors further on carry its condition instead (see Choice).
void reuse_conditions(const Flow& flow, const ReducibleGraph& reducible, Draft& draft);

/// Two slots of a switch that lead to one block but are meant for different ones get a block of ours in
/// between, so that phis and selectors can tell them apart.
void separate_edges(const Flow& flow, const ReducibleGraph& reducible, Draft& draft);

}  // namespace trellis::structurizer
