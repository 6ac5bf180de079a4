#include "structurizer/dominator_intervals.hpp"

namespace trellis::structurizer {
namespace {

/// Returns the immediate dominators: positions in the function's order, each before its block; kNone for
/// roots. `place` is the position of each block.
Vector<uint32_t> parents_of(const Structured& function, const Vector<uint32_t>& place) {
  Vector<uint32_t> parent(function.order.size(), kNone);
  for (uint32_t at = 1; at < parent.size(); ++at) {
    const BlockId block = function.order[at];
    const bool is_loop = function.blocks[block].merge == MergeKind::kLoop;
    uint32_t common = kNone;
    bool is_first = true;
    for (const BlockId predecessor : function.predecessors_of(block)) {
      uint32_t from = place[predecessor];
      if (from >= at) {
        if (is_loop) continue;
        from = kNone;
      }
      if (is_first) common = from;
      is_first = false;
      while (common != from) {
        // A root has no dominator, so the two have none in common.
        if (common == kNone || from == kNone) {
          common = from = kNone;
        } else if (common > from) {
          common = parent[common];
        } else {
          from = parent[from];
        }
      }
    }
    parent[at] = common;
  }
  return parent;
}

}  // namespace

DominatorIntervals find_dominator_intervals(const Structured& function) {
  const auto count = static_cast<uint32_t>(function.order.size());
  Vector<uint32_t> place(function.blocks.size(), kNone);
  for (uint32_t at = 0; at < count; ++at) place[function.order[at]] = at;
  const Vector<uint32_t> parent = parents_of(function, place);

  DominatorIntervals tree{Vector<DominatorIntervals::Subtree>(function.blocks.size())};
  for (uint32_t at = count; at-- > 0;) {
    if (parent[at] != kNone) {
      tree.subtrees[function.order[parent[at]]].count += tree.subtrees[function.order[at]].count;
    }
  }
  Vector<uint32_t>& next = place;  // By position from now on: the next free number in the block's subtree.
  uint32_t next_root = 0;
  for (uint32_t at = 0; at < count; ++at) {
    uint32_t& free = parent[at] == kNone ? next_root : next[parent[at]];
    DominatorIntervals::Subtree& subtree = tree.subtrees[function.order[at]];
    subtree.first = free;
    free += subtree.count;
    next[at] = subtree.first + 1;
  }
  return tree;
}

}  // namespace trellis::structurizer
