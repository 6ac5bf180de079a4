#include "tests/differential/waves/reconvergence_points.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "cfg/dominators.hpp"
#include "cfg/loop_forest.hpp"
#include "cfg/post_visit_order.hpp"
#include "tests/structurizer/properties.hpp"

namespace trellis::differential {

using cfg::BlockId;
using cfg::kNone;

std::vector<BlockId> reconvergence_points(const cfg::Graph& graph) {
  const cfg::PostVisitOrder order(graph);
  const cfg::DominatorTree dominators = cfg::build_dominators(graph, order);
  const cfg::LoopForest loops(graph, order, dominators);
  const uint32_t blocks = graph.block_count();
  // For each loop, add a node that stands for the end of its iterations. Its successors are the targets of
  // the loop's exits; an exit that continues an outer loop leads to the outer loop's node.
  std::vector<std::vector<BlockId>> lists(blocks + loops.loop_count());
  for (const BlockId source : order.reverse_post_order()) {
    for (const BlockId target : graph.successors(source)) {
      const cfg::LoopId headed = loops.headed_by(target);
      if (headed != kNone && loops.contains(headed, source)) {
        lists[source].push_back(blocks + headed);
        for (cfg::LoopId loop = loops.innermost(source); loop != headed; loop = loops.loop(loop).parent) {
          lists[blocks + loop].push_back(blocks + headed);
        }
        continue;
      }
      lists[source].push_back(target);
      for (cfg::LoopId loop = loops.innermost(source); loop != kNone && !loops.contains(loop, target);
           loop = loops.loop(loop).parent) {
        lists[blocks + loop].push_back(target);
      }
    }
  }
  const cfg::Graph iterations = cfg::Graph::from_lists(lists, graph.entry());
  const cfg::PostVisitOrder walk(iterations);
  const cfg::PostDominators after = cfg::build_post_dominators(iterations, walk);
  std::vector<BlockId> points(blocks, kNone);
  for (const BlockId block : order.reverse_post_order()) {
    const auto targets = graph.successors(block);
    const bool diverges =
        std::any_of(targets.begin(), targets.end(), [&](BlockId t) { return t != targets[0]; });
    const BlockId point = after.tree.parent(block);
    if (diverges && point < blocks) points[block] = point;
  }
  return points;
}

std::string find_missed_reconvergence(const std::vector<BlockId>& points, const std::vector<WaveStep>& steps,
                                      uint32_t lanes) {
  // Backwards, so that each lane's next step in each block is known.
  std::vector<uint32_t> next(points.size() * lanes, kNone);
  for (uint32_t i = static_cast<uint32_t>(steps.size()); i-- > 0;) {
    const auto& [block, active] = steps[i];
    const BlockId point = points[block];
    uint32_t first = kNone;
    for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
      if (point != kNone) {
        const uint32_t at = next[point * lanes + lane];
        if (first == kNone) first = at;
        if (at != first) {
          return "lanes " + std::to_string(active) + " diverge at block " + std::to_string(block) +
                 " and do not reconverge at block " + std::to_string(point);
        }
      }
    }
    for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
      next[block * lanes + static_cast<uint32_t>(std::countr_zero(rest))] = i;
    }
  }
  return {};
}

std::optional<PathGraph> convergent_graph(const structurizer::testing::Lists& lists) {
  structurizer::Flow flow = structurizer::testing::flow_of(lists);
  const cfg::PostVisitOrder order(flow.graph);
  if (!cfg::is_reducible(flow.graph, order, cfg::build_dominators(flow.graph, order))) return std::nullopt;
  for (uint8_t& flags : flow.flags) flags |= structurizer::kConvergent;
  return make_path_graph(std::move(flow));
}

std::string find_missed_reconvergence(const PathGraph& graph, const Steering& steering, uint32_t lanes) {
  const WaveWalks waves = walk_structured(graph, steering, 0, lanes);
  const std::string fault =
      waves.error.empty()
          ? find_missed_reconvergence(reconvergence_points(graph.flow.graph), waves.steps, lanes)
          : waves.error;
  if (fault.empty()) return {};
  return fault + structurizer::testing::describe(graph.flow) + "# structured:\n" +
         structurizer::testing::describe(graph.structured);
}

}  // namespace trellis::differential
