// Passes over branches with several slots that turned out to lead to the same block. They drop the branch, or
// make sure that phis can tell the slots apart.
#pragma once

#include "structurizer/draft.hpp"

namespace trellis::structurizer {

/// Returns true for an inserted two-way test whose slots both lead to the same block.
bool is_idle_test(Draft& draft, BlockId id);

/// Turns idle tests (see is_idle_test) into unconditional branches.
void drop_idle_tests(Draft& draft);

/// Drops the selections of two-way program branches whose slots lead to the same block but are meant for
/// different ones. Later selectors carry the branch's condition instead (see Choice).
void reuse_conditions(const Flow& flow, const ReducibleGraph& reducible, Draft& draft);

/// Inserts a block on each slot of a switch that shares its successor with a slot meant for a different
/// block, so that phis and selectors can tell the slots apart.
void separate_edges(const Flow& flow, const ReducibleGraph& reducible, Draft& draft);

}  // namespace trellis::structurizer
