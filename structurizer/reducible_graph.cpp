#include "structurizer/reducible_graph.hpp"

#include <algorithm>
#include <utility>

#include "cfg/dominators.hpp"
#include "cfg/loop_forest.hpp"
#include "cfg/strongly_connected.hpp"
#include "support/containers.hpp"

namespace trellis::structurizer {

using cfg::BlockId;
using cfg::EdgeId;
using cfg::kNone;

namespace {

/// The graph while dispatch nodes are being added.
class Reducer {
 public:
  Reducer(const cfg::Graph& graph, const cfg::PostVisitOrder& order, Vector<uint8_t> bad_targets)
      : successors_(graph.block_count()),
        intended_(graph.block_count()),
        in_(graph.block_count()),
        bad_(std::move(bad_targets)) {
    for (BlockId block = 0; block < graph.block_count(); ++block) {
      const auto targets = graph.successors(block);
      successors_[block].assign(targets.begin(), targets.end());
      intended_[block].assign(targets.size(), kNone);
      if (!order.reached(block)) continue;
      for (uint32_t slot = 0; slot < targets.size(); ++slot) in_[targets[slot]].push_back({block, slot});
    }
    Vector<BlockId> all(order.reverse_post_order().begin(), order.reverse_post_order().end());
    std::sort(all.begin(), all.end());
    work_.push_back(std::move(all));
  }

  void run() {
    while (!work_.empty()) {
      const Vector<BlockId> nodes = std::move(work_.back());
      work_.pop_back();
      if (std::any_of(nodes.begin(), nodes.end(), [&](BlockId b) { return bad_[b] != 0; })) visit(nodes);
    }
  }

  Vector<Vector<BlockId>> successors_, intended_;

 private:
  struct InEdge {
    BlockId source;
    uint32_t slot;
  };

  /// Finds the strongly connected regions among nodes, gives each region with several entries a dispatch
  /// node, and queues the contents of each region without its header.
  void visit(const Vector<BlockId>& nodes) {
    finder_.grow(static_cast<uint32_t>(successors_.size()));
    const cfg::Components components =
        finder_.find(nodes, [this](BlockId block) -> const Vector<BlockId>& { return successors_[block]; });
    for (uint32_t component = 0; component < components.count(); ++component) {
      if (!components.is_cyclic(component)) continue;
      const auto blocks = components.blocks_of(component);
      Vector<BlockId> region(blocks.begin(), blocks.end());
      std::sort(region.begin(), region.end());
      mark(region);
      const Vector<BlockId> entries = entries_of(region);
      if (entries.size() > 1) {
        add_dispatch(entries);
      } else if (!entries.empty()) {
        region.erase(std::find(region.begin(), region.end(), entries[0]));
      }
      work_.push_back(std::move(region));
    }
  }

  void mark(const Vector<BlockId>& region) {
    ++stamp_;
    stamps_.resize(successors_.size(), 0);
    for (BlockId block : region) stamps_[block] = stamp_;
  }
  bool marked(BlockId block) const { return block < stamps_.size() && stamps_[block] == stamp_; }

  Vector<BlockId> entries_of(const Vector<BlockId>& region) const {
    Vector<BlockId> entries;
    for (BlockId block : region) {
      const auto outside = [&](const InEdge& e) { return !marked(e.source); };
      if (std::any_of(in_[block].begin(), in_[block].end(), outside)) entries.push_back(block);
    }
    return entries;
  }

  void add_dispatch(const Vector<BlockId>& entries) {
    const BlockId dispatch = static_cast<BlockId>(successors_.size());
    successors_.push_back(entries);
    intended_.emplace_back(entries.size(), kNone);
    in_.emplace_back();
    bad_.push_back(0);
    for (uint32_t slot = 0; slot < entries.size(); ++slot) {
      const BlockId entry = entries[slot];
      for (const InEdge& edge : in_[entry]) {
        successors_[edge.source][edge.slot] = dispatch;
        if (intended_[edge.source][edge.slot] == kNone) intended_[edge.source][edge.slot] = entry;
        in_[dispatch].push_back(edge);
      }
      in_[entry] = {{dispatch, slot}};
    }
  }

  Vector<Vector<InEdge>> in_;
  Vector<uint8_t> bad_;  ///< By node; see bad_targets().
  Vector<Vector<BlockId>> work_;
  cfg::ComponentFinder finder_;
  Vector<uint32_t> stamps_;
  uint32_t stamp_ = 0;
};

/// Returns the graph with a node before its entry.
cfg::Graph with_pre_entry(const cfg::Graph& graph) {
  CompressedRows<BlockId> successors = graph.successor_rows();
  successors.entries.push_back(graph.entry());
  successors.end_row();
  return cfg::Graph(std::move(successors), graph.block_count());
}

/// Returns the targets of retreating edges that do not dominate the source, as a flag for each node.
Vector<uint8_t> bad_targets(const cfg::Graph& graph, const cfg::PostVisitOrder& order,
                            const cfg::DominatorTree& dominators) {
  Vector<uint8_t> bad(graph.block_count(), 0);
  for (BlockId block : order.reverse_post_order()) {
    for (BlockId target : graph.successors(block)) {
      const bool retreats = order.position(target) <= order.position(block);
      if (retreats && !dominators.dominates(target, block)) bad[target] = 1;
    }
  }
  return bad;
}

}  // namespace

Vector<BlockId> ReducibleGraph::latches(cfg::LoopId loop) const {
  Vector<BlockId> found;
  for (cfg::EdgeId edge : graph.in_edges(loops.loop(loop).header)) {
    const BlockId source = graph.source(edge);
    const bool is_new = found.empty() || found.back() != source;  // In-edges are ordered by source.
    if (is_new && order.reached(source) && loops.contains(loop, source)) found.push_back(source);
  }
  return found;
}

BlockId ReducibleGraph::common_dominator(std::span<const BlockId> nodes) const {
  // A node that dominates the first and the last in pre-order dominates all of them.
  const auto [first, last] = std::minmax_element(nodes.begin(), nodes.end(), [&](BlockId a, BlockId b) {
    return dominators.enter(a) < dominators.enter(b);
  });
  return dominators.nearest_common(*first, *last);
}

ReducibleGraph make_reducible(const cfg::Graph& input) {
  const bool entry_is_target = !input.in_edges(input.entry()).empty();
  cfg::Graph graph = entry_is_target ? with_pre_entry(input) : input;
  cfg::PostVisitOrder order(graph);
  cfg::DominatorTree dominators = build_dominators(graph, order);
  const BlockId first_dispatch = graph.block_count();
  Vector<BlockId> intended;
  if (!is_reducible(graph, order, dominators)) {
    Reducer reducer(graph, order, bad_targets(graph, order, dominators));
    reducer.run();
    graph = cfg::Graph::from_lists(reducer.successors_, graph.entry());
    order = cfg::PostVisitOrder(graph);
    dominators = build_dominators(graph, order);
    for (const auto& row : reducer.intended_) intended.insert(intended.end(), row.begin(), row.end());
  }
  cfg::LoopForest loops(graph, order, dominators);
  ReducibleGraph result{std::move(graph), std::move(order), std::move(dominators), std::move(loops)};
  result.payload_count = input.block_count();
  if (entry_is_target) result.pre_entry = result.payload_count;
  result.first_dispatch = first_dispatch;
  result.intended = std::move(intended);
  return result;
}

}  // namespace trellis::structurizer
