#include "uniformity/leavers.hpp"

#include "support/sort_stably.hpp"

namespace trellis::uniformity {
namespace {

/// Returns for each block the number of edges on the shortest path to `block`; kNone if there is no path.
Vector<uint32_t> distances_to(const cfg::Graph& graph, BlockId block) {
  Vector<uint32_t> distance(graph.block_count(), kNone);
  distance[block] = 0;
  Vector<BlockId> work = {block};
  for (size_t next = 0; next < work.size(); ++next) {
    for (const cfg::EdgeId edge : graph.in_edges(work[next])) {
      const BlockId source = graph.source(edge);
      if (distance[source] != kNone) continue;
      distance[source] = distance[work[next]] + 1;
      work.push_back(source);
    }
  }
  return distance;
}

/// Returns true if the only path from the block leads to the function's end. False if it branches.
bool leads_to_end(const cfg::Graph& graph, BlockId block) {
  for (uint32_t steps = 0; steps < graph.block_count(); ++steps) {
    const auto targets = graph.successors(block);
    if (targets.empty()) return true;
    if (targets.size() != 1) return false;
    block = targets[0];
  }
  return false;
}

/// Returns true if every path from the block to the function's end goes through the target. A thread that
/// branches directly to such a target only gets there earlier.
bool comes_anyway(const cfg::Graph& graph, BlockId block, BlockId target) {
  if (block == target) return true;
  Vector<uint8_t> seen(graph.block_count(), 0);
  seen[block] = seen[target] = 1;
  Vector<BlockId> work = {block};
  while (!work.empty()) {
    const BlockId one = work.back();
    work.pop_back();
    if (graph.successors(one).empty()) return false;
    for (const BlockId next : graph.successors(one)) {
      if (seen[next] != 0) continue;
      seen[next] = 1;
      work.push_back(next);
    }
  }
  return true;
}

}  // namespace

Vector<Leaver> find_leavers(const Control& control, BlockId block) {
  const cfg::Graph& graph = control.graph();
  const Vector<uint32_t> distance = distances_to(graph, block);
  Vector<Leaver> leavers;
  for (const BlockId source : control.order().reverse_post_order()) {
    if (distance[source] == kNone) continue;
    // A thread that has finished the block keeps no other thread waiting, unless the block runs again.
    if (source == block && control.cycle_around(block) == kNone) continue;
    for (const BlockId target : graph.successors(source)) {
      if (distance[target] != kNone || comes_anyway(graph, block, target)) continue;
      leavers.push_back({source, target, distance[source], leads_to_end(graph, target)});
    }
  }
  sort_stably(leavers.begin(), leavers.end(),
              [](const Leaver& a, const Leaver& b) { return a.distance < b.distance; });
  return leavers;
}

}  // namespace trellis::uniformity
