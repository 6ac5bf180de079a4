#include "cfg/dominators.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "cfg/strongly_connected.hpp"
#include "support/containers.hpp"

namespace trellis::cfg {

DominatorTree::DominatorTree(Vector<BlockId> parents, std::span<const BlockId> order)
    : parent_(std::move(parents)) {
  const size_t nodes = parent_.size();
  depth_.assign(nodes, 0);
  enter_.assign(nodes, 0);
  leave_.assign(nodes, 0);
  RowBuilder<BlockId> children(static_cast<uint32_t>(nodes));
  // Compute subtree sizes, children before parents. leave_ holds them until the numbers are known.
  for (size_t i = order.size(); i-- > 0;) {
    const BlockId block = order[i];
    const BlockId parent = parent_[block];
    ++leave_[block];
    if (parent == kNone) continue;
    leave_[parent] += leave_[block];
    children.count(parent);
  }
  children.place();

  // With the sizes known, each block's number follows from its parent's number and its earlier siblings'
  // sizes.
  Vector<uint32_t> next_number(nodes, 0);
  uint32_t next_root = 1;
  for (BlockId block : order) {
    const BlockId parent = parent_[block];
    uint32_t& number = parent == kNone ? next_root : next_number[parent];
    const uint32_t size = leave_[block];
    enter_[block] = number;
    leave_[block] = number + size - 1;
    next_number[block] = number + 1;
    number += size;
    if (parent == kNone) continue;
    depth_[block] = depth_[parent] + 1;
    children.add(parent, block);
  }
  children_ = children.finish();
}

BlockId DominatorTree::nearest_common(BlockId a, BlockId b) const {
  if (!in_tree(a) || !in_tree(b)) return kNone;
  while (a != kNone && !dominates(a, b)) a = parent_[a];
  return a;
}

namespace {

// A View is a graph seen in one direction: node_count(), root(), next(node, i) (the i-th node after it; kNone
// past the last), contains(node), and for_each_previous(node, f).

/// Lengauer and Tarjan's algorithm in its simple form. Nodes are identified by their number in a depth-first
/// walk from the root; the root has number 0.
template <class View>
class LengauerTarjan {
 public:
  explicit LengauerTarjan(const View& view) : view_(view), number_(view.node_count(), kNone) {
    nodes_.reserve(view.node_count());
    add(view.root(), 0);
  }

  /// Continues the walk from the root as far as possible. May be called again after the root has gained
  /// successors.
  void walk() {
    uint32_t current = 0;
    while (true) {
      Node& node = nodes_[current];
      const uint32_t target = view_.next(node.block, node.cursor);
      if (target == kNone) {
        if (current == 0) return;
        current = node.parent;
        continue;
      }
      ++node.cursor;
      if (number_[target] != kNone || !view_.contains(target)) continue;
      add(target, current);
      current = static_cast<uint32_t>(nodes_.size()) - 1;
    }
  }

  bool reached(uint32_t node) const { return number_[node] != kNone; }

  /// Returns the immediate dominator of each node; kNone for the root and for nodes that were not reached.
  Vector<BlockId> solve() {
    for (uint32_t w = static_cast<uint32_t>(nodes_.size()) - 1; w > 0; --w) {
      find_semidominator(w);
      const uint32_t parent = nodes_[w].parent;
      if (nodes_[w].semi == parent) {
        nodes_[w].dominator = parent;  // No node lies between the two.
      } else {
        Node& semi = nodes_[nodes_[w].semi];
        nodes_[w].bucket_next = semi.bucket;
        semi.bucket = w;
      }
      for (uint32_t v = nodes_[parent].bucket; v != kNone; v = nodes_[v].bucket_next) {
        const uint32_t u = evaluate(v, w);
        nodes_[v].dominator = nodes_[u].semi < nodes_[v].semi ? u : parent;
      }
      nodes_[parent].bucket = kNone;
    }
    Vector<BlockId> parents(view_.node_count(), kNone);
    for (uint32_t w = 1; w < nodes_.size(); ++w) {
      Node& node = nodes_[w];
      if (node.dominator != node.semi) node.dominator = nodes_[node.dominator].dominator;
      parents[node.block] = nodes_[node.dominator].block;
    }
    return parents;
  }

  /// Returns the reached nodes in walk order: dominators before the nodes they dominate.
  Vector<BlockId> order() const {
    Vector<BlockId> blocks;
    blocks.reserve(nodes_.size());
    for (const Node& node : nodes_) blocks.push_back(node.block);
    return blocks;
  }

 private:
  struct Node {
    BlockId block;
    uint32_t parent;    // Parent in the tree of the walk.
    uint32_t ancestor;  // Ancestor in the forest of linked nodes; path compression moves it up.
    uint32_t label;  // Node with the least semidominator on the path to the ancestor, excluding the ancestor.
    uint32_t semi;
    uint32_t dominator;
    uint32_t bucket;       // First undecided node whose semidominator is this node; kNone if there is none.
    uint32_t bucket_next;  // Next node in the bucket that holds this node.
    uint32_t cursor;       // Index of the successor that the walk visits next.
  };

  void add(uint32_t node, uint32_t parent) {
    const uint32_t n = static_cast<uint32_t>(nodes_.size());
    number_[node] = n;
    nodes_.push_back({node, parent, parent, n, n, 0, kNone, kNone, 0});
  }

  void find_semidominator(uint32_t w) {
    uint32_t least = nodes_[w].semi;
    view_.for_each_previous(nodes_[w].block, [&](uint32_t previous) {
      const uint32_t v = number_[previous];
      if (v != kNone) least = std::min(least, nodes_[evaluate(v, w + 1)].semi);
    });
    nodes_[w].semi = least;
  }

  /// Returns the node with the least semidominator on the forest path to v, excluding the path's root (v
  /// itself if v is a root). Nodes from `linked` on are linked to their ancestors; smaller ones are roots.
  uint32_t evaluate(uint32_t v, uint32_t linked) {
    if (v < linked) return v;
    uint32_t top = v;
    while (nodes_[top].ancestor >= linked) {
      path_.push_back(top);
      top = nodes_[top].ancestor;
    }
    while (!path_.empty()) {
      Node& node = nodes_[path_.back()];
      const Node& above = nodes_[node.ancestor];
      if (nodes_[above.label].semi < nodes_[node.label].semi) node.label = above.label;
      node.ancestor = above.ancestor;
      path_.pop_back();
    }
    return nodes_[v].label;
  }

  const View& view_;
  Vector<uint32_t> number_;
  Vector<Node> nodes_;
  Vector<uint32_t> path_;
};

struct ForwardView {
  const Graph& graph;

  uint32_t node_count() const { return graph.block_count(); }
  BlockId root() const { return graph.entry(); }
  bool contains(BlockId) const { return true; }
  BlockId next(BlockId block, uint32_t i) const {
    const auto successors = graph.successors(block);
    return i < successors.size() ? successors[i] : kNone;
  }
  template <class F>
  void for_each_previous(BlockId block, F f) const {
    for (EdgeId edge : graph.in_edges(block)) f(graph.source(edge));
  }
};

/// The reached part of the graph with all edges reversed, rooted at a virtual exit.
struct BackwardView {
  const Graph& graph;
  const PostVisitOrder& order;
  Vector<BlockId> exits;    // The successors of the virtual exit.
  Vector<uint8_t> is_exit;  // By block: nonzero if the block is in `exits`.

  BackwardView(const Graph& g, const PostVisitOrder& o) : graph(g), order(o), is_exit(g.block_count(), 0) {
    for (BlockId block = 0; block < graph.block_count(); ++block) {
      if (order.reached(block) && graph.successors(block).empty()) add_exit(block);
    }
  }
  void add_exit(BlockId block) {
    exits.push_back(block);
    is_exit[block] = 1;
  }

  uint32_t node_count() const { return graph.block_count() + 1; }
  BlockId root() const { return graph.block_count(); }
  bool contains(BlockId block) const { return order.reached(block); }
  BlockId next(BlockId block, uint32_t i) const {
    if (block == root()) return i < exits.size() ? exits[i] : kNone;
    const auto edges = graph.in_edges(block);
    return i < edges.size() ? graph.source(edges[i]) : kNone;
  }
  template <class F>
  void for_each_previous(BlockId block, F f) const {
    for (BlockId successor : graph.successors(block)) f(successor);
    if (is_exit[block] != 0) f(root());
  }
};

/// Considers the blocks that reach no exit. For each of their components that no edge leaves, returns the
/// first block in post-visit order. Ascending.
Vector<BlockId> find_fake_exits(const Graph& graph, const PostVisitOrder& order,
                                std::span<const BlockId> trapped) {
  const Components components = ComponentFinder(graph.block_count()).find(trapped, graph);
  Vector<uint32_t> component_of(graph.block_count(), kNone);
  for (uint32_t c = 0; c < components.count(); ++c) {
    for (BlockId block : components.blocks_of(c)) component_of[block] = c;
  }
  Vector<BlockId> result;
  for (uint32_t c = 0; c < components.count(); ++c) {
    bool closed = true;
    BlockId first = components.blocks_of(c)[0];
    for (BlockId block : components.blocks_of(c)) {
      for (BlockId successor : graph.successors(block)) closed = closed && component_of[successor] == c;
      if (order.position(block) > order.position(first)) first = block;
    }
    if (closed) result.push_back(first);
  }
  std::sort(result.begin(), result.end());
  return result;
}

/// Finds the immediate dominators in one sweep in reverse post-visit order (Cooper, Harvey and Kennedy,
/// 2001): a block's dominator is the nearest common ancestor of its predecessors. If each retreating edge
/// leads to a dominator of its source, these edges do not matter, and one sweep is enough. Returns nothing if
/// it is not, or if the paths to common ancestors are so long that the sweep would not take linear time.
std::optional<Vector<BlockId>> sweep_dominators(const Graph& graph, const PostVisitOrder& order) {
  constexpr size_t kMostStepsPerEdge = 8;
  const auto blocks = order.reverse_post_order();
  size_t steps = kMostStepsPerEdge * (size_t{graph.edge_count()} + 1);
  Vector<uint32_t> above(blocks.size(), kNone);  // By position: the position of the immediate dominator.
  for (uint32_t p = 0; p < blocks.size(); ++p) {
    for (const BlockId target : graph.successors(blocks[p])) {
      const uint32_t t = order.position(target);
      uint32_t a = p;
      if (t <= p) {  // A retreating edge.
        for (; a > t && steps != 0; --steps) a = above[a];
        if (a != t) return std::nullopt;
        continue;
      }
      uint32_t b = above[t] != kNone ? above[t] : p;
      for (; a != b && steps != 0; --steps) {
        uint32_t& lower = a > b ? a : b;
        lower = above[lower];
      }
      if (a != b) return std::nullopt;
      above[t] = a;
    }
  }
  Vector<BlockId> parents(graph.block_count(), kNone);
  for (uint32_t p = 1; p < blocks.size(); ++p) parents[blocks[p]] = blocks[above[p]];
  return parents;
}

}  // namespace

DominatorTree build_dominators(const Graph& graph, const PostVisitOrder& order) {
  if (graph.block_count() == 0) return DominatorTree({}, {});
  if (auto parents = sweep_dominators(graph, order)) {
    return DominatorTree(std::move(*parents), order.reverse_post_order());
  }
  const ForwardView view{graph};
  LengauerTarjan solver(view);
  solver.walk();
  return DominatorTree(solver.solve(), order.reverse_post_order());
}

PostDominators build_post_dominators(const Graph& graph, const PostVisitOrder& order) {
  BackwardView view(graph, order);
  LengauerTarjan solver(view);
  solver.walk();

  PostDominators result;
  result.virtual_exit = view.root();
  Vector<BlockId> trapped;
  for (BlockId block : order.reverse_post_order()) {
    if (!solver.reached(block)) trapped.push_back(block);
  }
  if (!trapped.empty()) {
    result.fake_exits = find_fake_exits(graph, order, trapped);
    for (BlockId block : result.fake_exits) view.add_exit(block);
    solver.walk();
  }
  Vector<BlockId> parents = solver.solve();
  result.tree = DominatorTree(std::move(parents), solver.order());
  return result;
}

}  // namespace trellis::cfg
