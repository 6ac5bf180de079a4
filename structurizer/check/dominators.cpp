#include "structurizer/check/dominators.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "support/uninitialized_allocator.hpp"

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

namespace {

/// Numbers a forest in pre-order: see number_forest(). `next_child` is scratch memory.
void number_forest_into(std::span<const uint32_t> parent, std::span<uint32_t> enter,
                        std::span<uint32_t> leave, std::span<uint32_t> next_child) {
  const auto count = static_cast<uint32_t>(parent.size());
  std::fill(leave.begin(), leave.end(), 1);  // Holds subtree sizes until the numbers are known.
  for (uint32_t node = count; node-- > 0;) {
    if (parent[node] != kNone) leave[parent[node]] += leave[node];
  }
  uint32_t next_root = 0;
  for (uint32_t node = 0; node < count; ++node) {
    uint32_t& place = parent[node] == kNone ? next_root : next_child[parent[node]];
    const uint32_t size = leave[node];
    enter[node] = place;
    leave[node] = place + size - 1;
    next_child[node] = place + 1;
    place += size;
  }
}

}  // namespace

Intervals number_forest(const Vector<uint32_t>& parent) {
  Intervals numbers;
  numbers.enter.resize(parent.size());
  numbers.leave.resize(parent.size());
  Vector<uint32_t> next_child(parent.size());
  number_forest_into(parent, numbers.enter, numbers.leave, next_child);
  return numbers;
}

namespace {

/// Works in visit numbers throughout; converts back to node numbers at the end.
class DominatorFinder {
 public:
  DominatorFinder(const Rows& graph, uint32_t root) : graph_(graph), root_(root) {
    const uint32_t nodes = graph.row_count();
    memory_.resize(size_t{5} * nodes);
    uint32_t* next = memory_.data();
    for (auto* list : {&finished_, &tree_parent_, &immediate_, &scratch_, &more_scratch_}) {
      *list = {next, nodes};
      next += nodes;
    }
  }

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
    // The nodes on the path to the current one, and the position in each one's row.
    const std::span<uint32_t> open = scratch_, next = more_scratch_;
    uint32_t depth = 0, count = 0, finished = 0;
    const auto arrive = [&](uint32_t node, uint32_t from) {
      result_.visit[node] = count;
      result_.depth_first[count] = node;
      tree_parent_[count++] = from;
      open[depth] = node;
      next[depth++] = graph_.first[node];
    };
    arrive(root_, 0);
    while (depth != 0) {
      const uint32_t node = open[depth - 1];
      if (next[depth - 1] == graph_.first[node + 1]) {
        result_.last[node] = count - 1;
        finished_[finished++] = result_.visit[node];
        --depth;
        continue;
      }
      const uint32_t target = graph_.entries[next[depth - 1]++];
      if (result_.visit[target] == kNone) arrive(target, result_.visit[node]);
    }
    result_.depth_first.resize(count);
    for (auto* list : {&finished_, &tree_parent_, &immediate_, &scratch_, &more_scratch_}) {
      *list = list->first(count);
    }
  }

  /// One sweep in reverse order of finishing, as in Cooper, Harvey and Kennedy, 2001: the dominator of a node
  /// is the nearest common ancestor of its predecessors. If each edge back leads to a dominator of its
  /// source, these edges do not matter, and one sweep is enough. Returns false if it is not, or if the paths
  /// to common ancestors are so long that the sweep would not take linear time.
  bool sweep() {
    constexpr size_t kMostStepsPerEdge = 8;
    const auto count = static_cast<uint32_t>(finished_.size());
    size_t steps = kMostStepsPerEdge * (graph_.entries.size() + 1);
    const std::span<uint32_t> place = scratch_;       // By visit number.
    const std::span<uint32_t> above = more_scratch_;  // By place: the dominator's place.
    std::fill(above.begin(), above.end(), kNone);
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
    std::fill(immediate_.begin(), immediate_.end(), 0);
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
    const std::span<uint32_t> enter = scratch_, leave = more_scratch_;
    number_forest_into(immediate_, enter, leave, finished_);
    result_.parent.assign(nodes, kNone);
    result_.enter.assign(nodes, kNone);
    result_.leave.assign(nodes, kNone);
    for (uint32_t w = 0; w < count; ++w) {
      const uint32_t node = result_.depth_first[w];
      if (w != 0) result_.parent[node] = result_.depth_first[immediate_[w]];
      result_.enter[node] = enter[w];
      result_.leave[node] = leave[w];
    }
    return std::move(result_);
  }

  const Rows& graph_;
  uint32_t root_;
  Dominators result_;
  Rows before_;
  std::vector<uint32_t, UninitializedAllocator<uint32_t>> memory_;  ///< Of the following lists.
  std::span<uint32_t> finished_;  ///< Visit numbers, in the order in which the walk left the nodes.
  std::span<uint32_t> tree_parent_, immediate_, scratch_, more_scratch_;
  Vector<uint32_t> semi_, best_, above_, path_;  ///< Of Lengauer and Tarjan's algorithm.
};

}  // namespace

Dominators find_dominators(const Rows& graph, uint32_t root) { return DominatorFinder(graph, root).run(); }

}  // namespace trellis::structurizer::check
