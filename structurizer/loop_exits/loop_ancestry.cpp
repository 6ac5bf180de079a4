#include "structurizer/loop_exits/loop_ancestry.hpp"

#include <algorithm>

namespace trellis::structurizer {

using cfg::LoopId;

void LoopAncestry::put(LoopId loop, LoopId outer) {
  const uint32_t above = index_of(outer), jump = nodes_[above].jump;
  // Two jumps of equal length are combined into one that is one step longer than both together.
  const bool are_even =
      nodes_[above].depth - nodes_[jump].depth == nodes_[jump].depth - nodes_[nodes_[jump].jump].depth;
  nodes_[index_of(loop)] = {above, are_even ? nodes_[jump].jump : above, nodes_[above].depth + 1};
}

uint32_t LoopAncestry::at_depth(uint32_t index, uint32_t depth) const {
  while (nodes_[index].depth > depth) {
    const Node& node = nodes_[index];
    index = nodes_[node.jump].depth >= depth ? node.jump : node.outer;
  }
  return index;
}

bool LoopAncestry::holds(LoopId loop, LoopId inner) const {
  return at_depth(index_of(inner), depth(loop)) == index_of(loop);
}

LoopId LoopAncestry::common(LoopId a, LoopId b) const {
  const uint32_t depth = std::min(this->depth(a), this->depth(b));
  uint32_t left = at_depth(index_of(a), depth), right = at_depth(index_of(b), depth);
  while (left != right) {
    const bool jumps = nodes_[left].jump != nodes_[right].jump;
    left = jumps ? nodes_[left].jump : nodes_[left].outer;
    right = jumps ? nodes_[right].jump : nodes_[right].outer;
  }
  return loop_of(left);
}

}  // namespace trellis::structurizer
