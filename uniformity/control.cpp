#include "uniformity/control.hpp"

#include <algorithm>
#include <utility>

#include "cfg/loop_forest.hpp"
#include "cfg/strongly_connected.hpp"
#include "support/containers.hpp"

namespace trellis::uniformity {

Control::Control(const cfg::Graph& graph)
    : graph_(&graph), order_(graph), dominators_(cfg::build_dominators(graph, order_)) {}

Result<Control> Control::build(const cfg::Graph& graph) {
  Control control(graph);
  control.find_cycles();
  control.number_cycles();
  control.find_exits();
  control.diverges_.assign(graph.block_count(), 0);
  for (const BlockId block : control.order_.reverse_post_order()) {
    const auto targets = graph.successors(block);
    const bool diverges =
        std::any_of(targets.begin(), targets.end(), [&](BlockId target) { return target != targets[0]; });
    control.diverges_[block] = diverges ? 1 : 0;
  }
  TRELLIS_RETURN_IF_ERROR(control.find_deciders());
  return control;
}

/// Returns for each block 1 if the block's strongly connected component is irreducible (has a retreating edge
/// to a block that does not dominate the edge's source).
Vector<uint8_t> Control::find_regions() const {
  Vector<uint8_t> in_region(graph_->block_count(), 0);
  if (cfg::is_reducible(*graph_, order_, dominators_)) return in_region;
  const cfg::StronglyConnected components(*graph_);
  Vector<uint8_t> is_region(components.component_count(), 0);
  for (const BlockId source : order_.reverse_post_order()) {
    for (const BlockId target : graph_->successors(source)) {
      if (order_.position(target) > order_.position(source) || dominators_.dominates(target, source)) {
        continue;
      }
      is_region[components.component_of(source)] = 1;
    }
  }
  for (const BlockId block : order_.reverse_post_order()) {
    in_region[block] = is_region[components.component_of(block)];
  }
  return in_region;
}

void Control::find_cycles() {
  const Vector<uint8_t> in_region = find_regions();
  const cfg::LoopForest loops(*graph_, order_, dominators_);
  innermost_.assign(graph_->block_count(), kNone);
  Vector<CycleId> cycle_of_loop(loops.loop_count(), kNone);
  for (cfg::LoopId loop = 0; loop < loops.loop_count(); ++loop) {
    const cfg::Loop& natural = loops.loop(loop);
    // A loop that contains a region is part of that region's component.
    if (in_region[natural.header] != 0) continue;
    cycle_of_loop[loop] = cycle_count();
    cycles_.push_back(
        {natural.header, natural.parent == kNone ? kNone : cycle_of_loop[natural.parent], false});
  }
  Vector<CycleId> region_of_component;
  for (const BlockId block : order_.reverse_post_order()) {
    if (in_region[block] == 0) {
      const cfg::LoopId loop = loops.innermost(block);
      innermost_[block] = loop == kNone ? kNone : cycle_of_loop[loop];
      continue;
    }
    if (region_of_component.empty()) {
      const cfg::StronglyConnected components(*graph_);
      region_of_component.assign(graph_->block_count(), kNone);
      Vector<CycleId> known(components.component_count(), kNone);
      for (const BlockId b : order_.reverse_post_order()) {
        if (in_region[b] == 0) continue;
        CycleId& region = known[components.component_of(b)];
        if (region == kNone) {
          region = cycle_count();
          cycles_.push_back({b, kNone, true});
        }
        region_of_component[b] = region;
      }
    }
    innermost_[block] = region_of_component[block];
  }
}

/// Computes pre-order numbers of the nesting. Parents come before their children in cycles_.
void Control::number_cycles() {
  const uint32_t count = cycle_count();
  Vector<uint32_t> size(count, 1);
  for (CycleId cycle = count; cycle-- > 0;) {
    if (cycles_[cycle].parent != kNone) size[cycles_[cycle].parent] += size[cycle];
  }
  enter_.assign(count, 0);
  leave_.assign(count, 0);
  Vector<uint32_t> next(count, 0);
  uint32_t next_root = 0;
  for (CycleId cycle = 0; cycle < count; ++cycle) {
    const CycleId parent = cycles_[cycle].parent;
    uint32_t& place = parent == kNone ? next_root : next[parent];
    enter_[cycle] = place;
    leave_[cycle] = place + size[cycle] - 1;
    place += size[cycle];
    next[cycle] = enter_[cycle] + 1;
  }
}

void Control::find_exits() {
  Vector<std::pair<CycleId, BlockId>> found;
  for (BlockId source = 0; source < graph_->block_count(); ++source) {
    if (!order_.reached(source)) continue;
    for (const BlockId target : graph_->successors(source)) {
      for (CycleId cycle = innermost_[source]; cycle != kNone && !contains(cycle, target);
           cycle = cycles_[cycle].parent) {
        found.emplace_back(cycle, source);
      }
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  exits_ = collect_rows<BlockId>(cycle_count(), [&](const auto& add) {
    for (const auto& [cycle, block] : found) add(cycle, block);
  });
}

/// Builds the graph of one iteration (see control.hpp). An edge out of several loops goes from one end node
/// to the next, so that the graph does not grow.
cfg::Graph Control::iteration_graph() const {
  const uint32_t blocks = graph_->block_count();
  Vector<uint8_t> leads_on(cycle_count(), 0), leads_to_parent(cycle_count(), 0);
  Vector<std::pair<uint32_t, uint32_t>> edges;
  for (BlockId source = 0; source < blocks; ++source) {
    if (!order_.reached(source)) continue;
    for (const BlockId target : graph_->successors(source)) {
      const CycleId around = innermost_[target];
      const bool is_back = around != kNone && !cycles_[around].is_region &&
                           cycles_[around].header == target && contains(around, source);
      CycleId cycle = innermost_[source];
      if (is_back) {
        edges.emplace_back(source, blocks + around);
        for (; cycle != around; cycle = cycles_[cycle].parent) leads_to_parent[cycle] = 1;
        continue;
      }
      edges.emplace_back(source, target);
      if (cycle == kNone || contains(cycle, target) || cycles_[cycle].is_region) continue;
      for (; !contains(cycles_[cycle].parent, target); cycle = cycles_[cycle].parent) {
        leads_to_parent[cycle] = 1;
      }
      leads_on[cycle] = 1;
      edges.emplace_back(blocks + cycle, target);
    }
  }
  for (CycleId cycle = 0; cycle < cycle_count(); ++cycle) {
    const CycleId parent = cycles_[cycle].parent;
    if (parent == kNone || (leads_on[cycle] != 0 && leads_to_parent[cycle] == 0)) continue;
    edges.emplace_back(blocks + cycle, blocks + parent);
  }
  return cfg::Graph(collect_rows<uint32_t>(node_count(),
                                           [&](const auto& add) {
                                             for (const auto& [source, target] : edges) add(source, target);
                                           }),
                    graph_->entry());
}

/// Computes deciders_. The nodes that decide whether a node is run form its post-dominance frontier
/// (Ferrante, Ottenstein and Warren, 1987).
Result<void> Control::find_deciders() {
  const cfg::Graph graph = iteration_graph();
  const cfg::PostVisitOrder order(graph);
  auto frontiers =
      cfg::build_post_dominance_frontiers(graph, order, cfg::build_post_dominators(graph, order));
  if (!frontiers) return unsupported("control flow is nested too deeply for the uniformity analysis");
  deciders_ = std::move(*frontiers);
  return {};
}

}  // namespace trellis::uniformity
