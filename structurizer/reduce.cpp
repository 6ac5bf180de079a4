#include "structurizer/reduce.hpp"

#include <algorithm>
#include <utility>

#include "cfg/dominators.hpp"
#include "cfg/loop_forest.hpp"

namespace trellis::structurizer {

using cfg::BlockId;
using cfg::EdgeId;
using cfg::kNone;

namespace {

/// The graph while dispatch nodes are being added.
class Reducer {
 public:
  explicit Reducer(const cfg::Graph& graph, std::vector<uint8_t> bad_targets)
      : successors_(graph.block_count()),
        wanted_(graph.block_count()),
        in_(graph.block_count()),
        bad_(std::move(bad_targets)) {
    const cfg::PostVisitOrder order(graph);
    for (BlockId block = 0; block < graph.block_count(); ++block) {
      const auto targets = graph.successors(block);
      successors_[block].assign(targets.begin(), targets.end());
      wanted_[block].assign(targets.size(), kNone);
      if (!order.reached(block)) continue;
      for (uint32_t slot = 0; slot < targets.size(); ++slot) in_[targets[slot]].push_back({block, slot});
    }
    std::vector<BlockId> all(order.reverse_post_order().begin(), order.reverse_post_order().end());
    std::sort(all.begin(), all.end());
    work_.push_back(std::move(all));
  }

  void run() {
    while (!work_.empty()) {
      const std::vector<BlockId> nodes = std::move(work_.back());
      work_.pop_back();
      if (std::any_of(nodes.begin(), nodes.end(), [&](BlockId b) { return bad_[b] != 0; })) visit(nodes);
    }
  }

  std::vector<std::vector<BlockId>> successors_, wanted_;

 private:
  struct InEdge {
    BlockId source;
    uint32_t slot;
  };

  /// Finds the strongly connected regions among nodes, gives each with several entries a dispatch node, and
  /// queues what is inside each without its header.
  void visit(const std::vector<BlockId>& nodes) {
    for (std::vector<BlockId>& region : components(nodes)) {
      std::sort(region.begin(), region.end());
      mark(region);
      const std::vector<BlockId> entries = entries_of(region);
      if (entries.size() > 1) {
        add_dispatch(entries);
      } else if (!entries.empty()) {
        region.erase(std::find(region.begin(), region.end(), entries[0]));
      }
      work_.push_back(std::move(region));
    }
  }

  void mark(const std::vector<BlockId>& region) {
    ++stamp_;
    stamps_.resize(successors_.size(), 0);
    for (BlockId block : region) stamps_[block] = stamp_;
  }
  bool marked(BlockId block) const { return block < stamps_.size() && stamps_[block] == stamp_; }

  std::vector<BlockId> entries_of(const std::vector<BlockId>& region) const {
    std::vector<BlockId> entries;
    for (BlockId block : region) {
      const auto outside = [&](const InEdge& e) { return !marked(e.source); };
      if (std::any_of(in_[block].begin(), in_[block].end(), outside)) entries.push_back(block);
    }
    return entries;
  }

  void add_dispatch(const std::vector<BlockId>& entries) {
    const BlockId dispatch = static_cast<BlockId>(successors_.size());
    successors_.push_back(entries);
    wanted_.emplace_back(entries.size(), kNone);
    in_.emplace_back();
    bad_.push_back(0);
    for (uint32_t slot = 0; slot < entries.size(); ++slot) {
      const BlockId entry = entries[slot];
      for (const InEdge& edge : in_[entry]) {
        successors_[edge.source][edge.slot] = dispatch;
        if (wanted_[edge.source][edge.slot] == kNone) wanted_[edge.source][edge.slot] = entry;
        in_[dispatch].push_back(edge);
      }
      in_[entry] = {{dispatch, slot}};
    }
  }

  /// Strongly connected components with a cycle, of the graph that nodes induce (Tarjan, 1972; iterative).
  std::vector<std::vector<BlockId>> components(const std::vector<BlockId>& nodes) {
    mark(nodes);
    index_.resize(successors_.size(), 0);
    low_.resize(successors_.size(), 0);
    on_stack_.resize(successors_.size(), 0);
    for (BlockId block : nodes) index_[block] = 0;
    std::vector<std::vector<BlockId>> found;
    std::vector<BlockId> stack;
    std::vector<std::pair<BlockId, uint32_t>> walk;
    uint32_t counter = 0;
    for (BlockId root : nodes) {
      if (index_[root] != 0) continue;
      walk.push_back({root, 0});
      while (!walk.empty()) {
        auto& [block, next] = walk.back();
        if (next == 0) {
          index_[block] = low_[block] = ++counter;
          stack.push_back(block);
          on_stack_[block] = 1;
        }
        BlockId child = kNone;
        while (next < successors_[block].size()) {
          const BlockId target = successors_[block][next++];
          if (!marked(target)) continue;
          if (index_[target] == 0) {
            child = target;
            break;
          }
          if (on_stack_[target] != 0) low_[block] = std::min(low_[block], index_[target]);
        }
        if (child != kNone) {
          walk.push_back({child, 0});
          continue;
        }
        const BlockId done = block;
        const bool childless = successors_[done].empty();
        walk.pop_back();
        if (!walk.empty()) low_[walk.back().first] = std::min(low_[walk.back().first], low_[done]);
        if (low_[done] != index_[done]) continue;
        std::vector<BlockId> component;
        BlockId member = kNone;
        do {
          member = stack.back();
          stack.pop_back();
          on_stack_[member] = 0;
          component.push_back(member);
        } while (member != done);
        const auto& own = successors_[done];
        const bool cyclic =
            component.size() > 1 || (!childless && std::find(own.begin(), own.end(), done) != own.end());
        if (cyclic) found.push_back(std::move(component));
      }
    }
    return found;
  }

  std::vector<std::vector<InEdge>> in_;
  std::vector<uint8_t> bad_;  ///< Targets of retreating edges that do not dominate the source.
  std::vector<std::vector<BlockId>> work_;
  std::vector<uint32_t> stamps_, index_, low_;
  std::vector<uint8_t> on_stack_;
  uint32_t stamp_ = 0;
};

}  // namespace

ReducibleGraph make_reducible(const cfg::Graph& graph) {
  ReducibleGraph result;
  result.payload_count = graph.block_count();
  const bool entry_is_target = !graph.in_edges(graph.entry()).empty();
  result.first_dispatch = result.payload_count + (entry_is_target ? 1 : 0);

  std::vector<uint32_t> first;
  std::vector<BlockId> targets;
  first.reserve(graph.block_count() + 2);
  first.push_back(0);
  for (BlockId block = 0; block < graph.block_count(); ++block) {
    const auto list = graph.successors(block);
    targets.insert(targets.end(), list.begin(), list.end());
    first.push_back(static_cast<uint32_t>(targets.size()));
  }
  BlockId entry = graph.entry();
  if (entry_is_target) {
    result.pre_entry = result.payload_count;
    targets.push_back(entry);
    first.push_back(static_cast<uint32_t>(targets.size()));
    entry = result.pre_entry;
  }
  result.graph = cfg::Graph(std::move(first), std::move(targets), entry);

  const cfg::PostVisitOrder order(result.graph);
  const cfg::DominatorTree dominators = build_dominators(result.graph, order);
  if (is_reducible(result.graph, order, dominators)) return result;

  std::vector<uint8_t> bad(result.graph.block_count(), 0);
  for (BlockId block : order.reverse_post_order()) {
    for (BlockId target : result.graph.successors(block)) {
      if (order.position(target) <= order.position(block) && !dominators.dominates(target, block))
        bad[target] = 1;
    }
  }
  Reducer reducer(result.graph, std::move(bad));
  reducer.run();
  result.graph = cfg::Graph::from_lists(reducer.successors_, entry);
  for (const auto& row : reducer.wanted_) result.wanted.insert(result.wanted.end(), row.begin(), row.end());
  return result;
}

}  // namespace trellis::structurizer
