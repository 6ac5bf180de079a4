// Dominators, and post-dominators over a virtual exit.
#pragma once

#include <span>

#include "cfg/graph.hpp"
#include "cfg/post_visit_order.hpp"
#include "support/compressed_rows.hpp"
#include "support/containers.hpp"

namespace trellis::cfg {

/// A forest of blocks, given by their parents, with ancestor queries in constant time. Represents dominator
/// trees.
class DominatorTree {
 public:
  /// parents[b] is b's immediate dominator; kNone for roots and for blocks that are not in the tree (see
  /// in_tree). order lists the blocks of the tree, parents before children.
  DominatorTree(Vector<BlockId> parents, std::span<const BlockId> order);
  DominatorTree() = default;

  /// Returns the immediate dominator; kNone for the root and for blocks outside the tree.
  BlockId parent(BlockId block) const { return parent_[block]; }
  bool in_tree(BlockId block) const { return enter_[block] != 0; }
  /// Returns the distance from the root, which is 0 for the root.
  uint32_t depth(BlockId block) const { return depth_[block]; }
  /// Returns true if a is b or an ancestor of b. False if either is outside the tree.
  bool dominates(BlockId a, BlockId b) const {
    return enter_[a] != 0 && enter_[a] <= enter_[b] && enter_[b] <= leave_[a];
  }
  bool strictly_dominates(BlockId a, BlockId b) const { return a != b && dominates(a, b); }
  /// Returns the children, in the order in which the constructor received them.
  std::span<const BlockId> children(BlockId block) const { return children_.of(block); }
  /// Returns the block's pre-order number, counted from 1; 0 outside the tree. The subtree of a block has the
  /// numbers enter(b) .. leave(b).
  uint32_t enter(BlockId block) const { return enter_[block]; }
  uint32_t leave(BlockId block) const { return leave_[block]; }
  /// Returns the lowest common ancestor; kNone if the blocks have none. Linear in the distance.
  BlockId nearest_common(BlockId a, BlockId b) const;

 private:
  Vector<BlockId> parent_;
  Vector<uint32_t> depth_, enter_, leave_;
  CompressedRows<BlockId> children_;
};

/// Computes the immediate dominators of every block that the entry reaches: in one sweep for most reducible
/// graphs, else by the algorithm of Lengauer and Tarjan (1979, with path compression). Near-linear.
DominatorTree build_dominators(const Graph& graph, const PostVisitOrder& order);

/// Post-dominators: dominators of the reversed graph, starting from a virtual exit. Blocks without successors
/// lead to the virtual exit. A strongly connected component that no edge leaves (an infinite loop) gets a
/// fake edge to the virtual exit from its first block in post-visit order. Blocks that the entry does not
/// reach are not in the tree.
struct PostDominators {
  DominatorTree tree;  ///< Over block_count + 1 nodes; node block_count is the virtual exit, the root.
  Vector<BlockId> fake_exits;  ///< Blocks that got a fake edge, ascending.
  BlockId virtual_exit = kNone;
};
PostDominators build_post_dominators(const Graph& graph, const PostVisitOrder& order);

}  // namespace trellis::cfg
