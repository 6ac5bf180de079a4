// Post-dominators on the graph of one iteration. A back edge leads to a node of its own, the end of the
// loop's iterations, and from there to wherever control can leave the loop: this iteration's invocations
// cannot reconverge in the next iteration.
#include "structurizer/check/reconvergence.hpp"

#include <algorithm>

#include "structurizer/check/loops.hpp"
#include "support/compressed_rows.hpp"

namespace trellis::structurizer::check {

namespace {

struct Edge {
  uint32_t source, target;
};

/// The nodes are the blocks, one end node for each loop, and the exit.
struct IterationGraph {
  Vector<Edge> edges;
  uint32_t exit = 0;

  Rows reversed() const {
    return collect_rows<uint32_t>(exit + 1, [&](const auto& add) {
      for (const Edge& edge : edges) add(edge.target, edge.source);
    });
  }
};

class IterationGraphBuilder {
 public:
  IterationGraphBuilder(const cfg::Graph& graph, const Dominators& dominators)
      : graph_(graph),
        dominators_(dominators),
        loops_(find_loops(graph, dominators)),
        leads_on_(loops_.count(), false),
        least_depth_left_(loops_.depth) {}

  IterationGraph build() {
    result_.exit = graph_.block_count() + loops_.count();
    for (const BlockId source : dominators_.depth_first) {
      if (graph_.successors(source).empty()) result_.edges.push_back({source, result_.exit});
      for (const BlockId target : graph_.successors(source)) add_edge(source, target);
    }
    // An edge out of several loops goes from one end node to the next, so that the graph does not grow.
    for (uint32_t loop = loops_.count(); loop-- > 0;) {
      const uint32_t parent = loops_.parent[loop];
      if (parent != kNone) {
        least_depth_left_[parent] = std::min(least_depth_left_[parent], least_depth_left_[loop]);
      }
      if (leads_on_[loop] && least_depth_left_[loop] == loops_.depth[loop]) continue;
      result_.edges.push_back({end_of(loop), parent == kNone ? result_.exit : end_of(parent)});
    }
    return std::move(result_);
  }

 private:
  uint32_t end_of(uint32_t loop) const { return graph_.block_count() + loop; }

  void add_edge(BlockId source, BlockId target) {
    const uint32_t headed = loops_.headed_by[target];
    const bool is_back_edge = headed != kNone && dominators_.dominates(target, source);
    result_.edges.push_back({source, is_back_edge ? end_of(headed) : target});
    const uint32_t left = is_back_edge ? headed : loops_.outermost_left(source, target);
    if (left == kNone) return;
    uint32_t& least = least_depth_left_[loops_.innermost[source]];
    least = std::min(least, loops_.depth[left]);
    if (is_back_edge) return;
    leads_on_[left] = true;
    result_.edges.push_back({end_of(left), target});
  }

  const cfg::Graph& graph_;
  const Dominators& dominators_;
  const Loops loops_;
  Vector<bool> leads_on_;              ///< By loop: an edge leaves this loop but none around it.
  Vector<uint32_t> least_depth_left_;  ///< By loop: depth of the outermost loop that an edge in it leaves.
  IterationGraph result_;
};

/// Gives regions that never reach the exit (cycles with several entries and no exits) an edge to it. Returns
/// false if there is no such region.
bool add_fake_exits(IterationGraph& iteration, const Dominators& after) {
  Rows back;
  Vector<bool> returns;
  Vector<uint32_t> work;
  for (size_t i = iteration.edges.size(); i-- > 0;) {
    const uint32_t source = iteration.edges[i].source;
    if (after.reached(source) || (!returns.empty() && returns[source])) continue;
    if (returns.empty()) {
      returns.assign(iteration.exit + 1, false);
      back = iteration.reversed();
    }
    iteration.edges.push_back({source, iteration.exit});
    returns[source] = true;
    work.push_back(source);
    while (!work.empty()) {
      const uint32_t node = work.back();
      work.pop_back();
      for (const uint32_t before : back.of(node)) {
        if (!returns[before]) work.push_back(before);
        returns[before] = true;
      }
    }
  }
  return !returns.empty();
}

}  // namespace

Vector<BlockId> find_reconvergence(const cfg::Graph& graph, const Dominators& dominators) {
  IterationGraph iteration = IterationGraphBuilder(graph, dominators).build();
  Dominators after = find_dominators(iteration.reversed(), iteration.exit);
  if (add_fake_exits(iteration, after)) after = find_dominators(iteration.reversed(), iteration.exit);
  Vector<BlockId> reconvergence(graph.block_count(), kNone);
  for (const BlockId block : dominators.depth_first) {
    const auto targets = graph.successors(block);
    const bool diverges =
        std::any_of(targets.begin(), targets.end(), [&](BlockId target) { return target != targets[0]; });
    if (diverges && after.parent[block] < graph.block_count()) reconvergence[block] = after.parent[block];
  }
  return reconvergence;
}

}  // namespace trellis::structurizer::check
