// Mergeable queues of the merge items that control still has to reach from what has been built so far.
#pragma once

#include <cstdint>
#include <utility>

#include "cfg/graph.hpp"
#include "support/containers.hpp"

namespace trellis::structurizer {

/// Priority queues in one arena (leftist heaps: merging takes logarithmic time and copies no target). The
/// target whose immediate dominator is deepest comes first; among targets of equal depth, the first in
/// topological order.
class PendingQueues {
 public:
  using Queue = uint32_t;
  static constexpr Queue kEmpty = 0;

  PendingQueues() : nodes_(1) {}

  /// Creates a queue of one target.
  Queue single(cfg::BlockId target, uint32_t dominator_depth, uint32_t position) {
    nodes_.push_back({target, position, dominator_depth, kEmpty, kEmpty, 1});
    return static_cast<Queue>(nodes_.size() - 1);
  }
  cfg::BlockId top(Queue queue) const { return nodes_[queue].target; }
  uint32_t top_depth(Queue queue) const { return nodes_[queue].depth; }

  bool is_single(Queue queue) const {
    return queue != kEmpty && nodes_[queue].left == kEmpty && nodes_[queue].right == kEmpty;
  }

  Queue merge(Queue a, Queue b) {
    path_.clear();
    while (a != kEmpty && b != kEmpty) {
      if (before(b, a)) std::swap(a, b);
      path_.push_back(a);
      a = nodes_[a].right;
    }
    Queue merged = a != kEmpty ? a : b;
    while (!path_.empty()) {
      Node& node = nodes_[path_.back()];
      node.right = merged;
      if (nodes_[node.left].rank < nodes_[node.right].rank) std::swap(node.left, node.right);
      node.rank = nodes_[node.right].rank + 1;
      merged = path_.back();
      path_.pop_back();
    }
    return merged;
  }

  /// Removes the top target and all its duplicates.
  Queue pop(Queue queue) {
    const cfg::BlockId target = top(queue);
    while (queue != kEmpty && nodes_[queue].target == target)
      queue = merge(nodes_[queue].left, nodes_[queue].right);
    return queue;
  }

  /// Removes one target and its duplicates, wherever in the queue they are.
  Queue remove(Queue queue, cfg::BlockId target) {
    Vector<Queue> others;
    while (queue != kEmpty && top(queue) != target) {
      others.push_back(queue);
      const Queue rest = merge(nodes_[queue].left, nodes_[queue].right);
      nodes_[queue].left = nodes_[queue].right = kEmpty;
      nodes_[queue].rank = 1;
      queue = rest;
    }
    if (queue != kEmpty) queue = pop(queue);
    for (Queue other : others) queue = merge(queue, other);
    return queue;
  }

 private:
  struct Node {
    cfg::BlockId target = cfg::kNone;
    uint32_t position = 0, depth = 0;
    Queue left = kEmpty, right = kEmpty;
    uint32_t rank = 0;
  };
  bool before(Queue a, Queue b) const {
    if (nodes_[a].depth != nodes_[b].depth) return nodes_[a].depth > nodes_[b].depth;
    return nodes_[a].position < nodes_[b].position;
  }

  Vector<Node> nodes_;
  Vector<Queue> path_;
};

}  // namespace trellis::structurizer
