#include "structurizer/check/dominators.hpp"

#include <algorithm>
#include <utility>

namespace trellis::structurizer::check {

Rows branch_rows(const Structured& function) {
  Rows rows;
  const size_t blocks = function.blocks.size();
  rows.first.reserve(blocks + 1);
  rows.entries.reserve(function.successors.size());
  for (BlockId block = 0; block < blocks; ++block) rows.append_row(function.successors_of(block));
  return rows;
}

Rows structural_rows(const Structured& function) {
  Rows rows;
  const size_t blocks = function.blocks.size();
  rows.first.reserve(blocks + 1);
  rows.entries.reserve(function.successors.size() + blocks);
  for (BlockId block = 0; block < blocks; ++block) {
    const Block& b = function.blocks[block];
    if (b.merge != MergeKind::kNone) rows.entries.push_back(b.merge_block);
    if (b.merge == MergeKind::kLoop) rows.entries.push_back(b.continue_block);
    rows.append_row(function.successors_of(block));
  }
  return rows;
}

Intervals number_forest(const Vector<uint32_t>& parent) {
  const auto count = static_cast<uint32_t>(parent.size());
  Intervals numbers;
  numbers.enter.resize(count);
  numbers.leave.assign(count, 1);  // Holds subtree sizes until the numbers are known.
  for (uint32_t node = count; node-- > 0;) {
    if (parent[node] != kNone) numbers.leave[parent[node]] += numbers.leave[node];
  }
  Vector<uint32_t> next_child(count);
  uint32_t next_root = 0;
  for (uint32_t node = 0; node < count; ++node) {
    uint32_t& place = parent[node] == kNone ? next_root : next_child[parent[node]];
    const uint32_t size = numbers.leave[node];
    numbers.enter[node] = place;
    numbers.leave[node] = place + size - 1;
    next_child[node] = place + 1;
    place += size;
  }
  return numbers;
}

namespace {

/// Works in visit numbers throughout; converts back to node numbers at the end.
class DominatorFinder {
 public:
  DominatorFinder(const Rows& graph, uint32_t root) : graph_(graph), root_(root) {}

  Dominators run() {
    walk();
    if (!sweep()) find_by_semidominators();
    return number_tree();
  }

 private:
  void walk() {
    const uint32_t nodes = graph_.row_count();
    result_.visit.assign(nodes, kNone);
    result_.last.assign(nodes, kNone);
    result_.depth_first.resize(nodes);
    tree_parent_.resize(nodes);
    finished_.resize(nodes);
    struct Open {
      uint32_t node, next;  // `next` is the position in the node's row.
    };
    Vector<Open> stack(nodes);  // Each node is on the stack at most once.
    uint32_t depth = 0, count = 0, finished = 0;
    const auto arrive = [&](uint32_t node, uint32_t from) {
      result_.visit[node] = count;
      result_.depth_first[count] = node;
      tree_parent_[count++] = from;
      stack[depth++] = {node, graph_.first[node]};
    };
    arrive(root_, 0);
    while (depth != 0) {
      Open& top = stack[depth - 1];
      if (top.next == graph_.first[top.node + 1]) {
        result_.last[top.node] = count - 1;
        finished_[finished++] = result_.visit[top.node];
        --depth;
        continue;
      }
      const uint32_t target = graph_.entries[top.next++];
      if (result_.visit[target] == kNone) arrive(target, result_.visit[top.node]);
    }
    result_.depth_first.resize(count);
    tree_parent_.resize(count);
    finished_.resize(finished);
  }

  /// One sweep in reverse order of finishing, as in Cooper, Harvey and Kennedy, 2001: the dominator of a node
  /// is the nearest common ancestor of its predecessors. If each edge back leads to a dominator of its
  /// source, these edges do not matter, and one sweep is enough. Returns false if it is not, or if the paths
  /// to common ancestors are so long that the sweep would not take linear time.
  bool sweep() {
    constexpr size_t kMostStepsPerEdge = 8;
    const auto count = static_cast<uint32_t>(finished_.size());
    size_t steps = kMostStepsPerEdge * (graph_.entries.size() + 1);
    Vector<uint32_t> place(count);         // By visit number.
    Vector<uint32_t> above(count, kNone);  // By place: the dominator's place.
    for (uint32_t p = 0; p < count; ++p) place[finished_[count - 1 - p]] = p;
    for (uint32_t p = 0; p < count; ++p) {
      for (const uint32_t target : graph_.of(result_.depth_first[finished_[count - 1 - p]])) {
        const uint32_t t = place[result_.visit[target]];
        uint32_t a = p;
        if (t <= p) {  // An edge back.
          for (; a > t && steps != 0; --steps) a = above[a];
          if (a != t) return false;
          continue;
        }
        uint32_t b = above[t] != kNone ? above[t] : p;
        for (; a != b && steps != 0; --steps) {
          uint32_t& lower = a > b ? a : b;
          lower = above[lower];
        }
        if (a != b) return false;
        above[t] = a;
      }
    }
    immediate_.resize(count);
    for (uint32_t p = 1; p < count; ++p) {
      immediate_[finished_[count - 1 - p]] = finished_[count - 1 - above[p]];
    }
    return true;
  }

  void list_predecessors() {
    const auto count = static_cast<uint32_t>(result_.depth_first.size());
    before_ = collect_rows<uint32_t>(count, [&](const auto& add) {
      for (uint32_t source = 0; source < count; ++source) {
        for (const uint32_t target : graph_.of(result_.depth_first[source]))
          add(result_.visit[target], source);
      }
    });
  }

  /// Returns the node with the smallest semidominator on the linked path above v.
  uint32_t evaluate(uint32_t v) {
    if (above_[v] == kNone) return v;
    path_.clear();
    for (uint32_t u = v; above_[above_[u]] != kNone; u = above_[u]) path_.push_back(u);
    for (size_t i = path_.size(); i-- > 0;) {
      const uint32_t u = path_[i], up = above_[u];
      if (semi_[best_[up]] < semi_[best_[u]]) best_[u] = best_[up];
      above_[u] = above_[up];
    }
    return best_[v];
  }

  /// Lengauer and Tarjan's algorithm.
  void find_by_semidominators() {
    list_predecessors();
    const uint32_t count = static_cast<uint32_t>(result_.depth_first.size());
    immediate_.assign(count, 0);
    above_.assign(count, kNone);
    semi_.resize(count);
    best_.resize(count);
    for (uint32_t i = 0; i < count; ++i) semi_[i] = best_[i] = i;
    Vector<uint32_t> bucket(count, kNone), chain(count, kNone);
    for (uint32_t w = count; w-- > 1;) {
      for (const uint32_t v : before_.of(w)) semi_[w] = std::min(semi_[w], semi_[evaluate(v)]);
      chain[w] = bucket[semi_[w]];
      bucket[semi_[w]] = w;
      const uint32_t parent = tree_parent_[w];
      above_[w] = parent;
      for (uint32_t v = bucket[parent]; v != kNone; v = chain[v]) {
        const uint32_t u = evaluate(v);
        immediate_[v] = semi_[u] < semi_[v] ? u : parent;
      }
      bucket[parent] = kNone;
    }
    for (uint32_t w = 1; w < count; ++w) {
      if (immediate_[w] != semi_[w]) immediate_[w] = immediate_[immediate_[w]];
    }
  }

  Dominators number_tree() {
    const auto count = static_cast<uint32_t>(result_.depth_first.size());
    const uint32_t nodes = graph_.row_count();
    immediate_[0] = kNone;
    const Intervals tree = number_forest(immediate_);
    result_.parent.assign(nodes, kNone);
    result_.enter.assign(nodes, kNone);
    result_.leave.assign(nodes, kNone);
    for (uint32_t w = 0; w < count; ++w) {
      const uint32_t node = result_.depth_first[w];
      if (w != 0) result_.parent[node] = result_.depth_first[immediate_[w]];
      result_.enter[node] = tree.enter[w];
      result_.leave[node] = tree.leave[w];
    }
    return std::move(result_);
  }

  const Rows& graph_;
  uint32_t root_;
  Dominators result_;
  Rows before_;
  Vector<uint32_t> finished_;  ///< Visit numbers, in the order in which the walk left the nodes.
  Vector<uint32_t> tree_parent_, semi_, best_, above_, immediate_, path_;
};

}  // namespace

Dominators find_dominators(const Rows& graph, uint32_t root) { return DominatorFinder(graph, root).run(); }

}  // namespace trellis::structurizer::check
