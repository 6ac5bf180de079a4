#include "structurizer/loop_exits/loop_condition.hpp"

#include <algorithm>

namespace trellis::structurizer {

using cfg::LoopId;

Vector<BlockId> LoopConditions::exits_after_header(LoopId loop) {
  const Vector<BlockId> region = grow(loop, loops_.loop(loop).header, true);
  Vector<BlockId> exits;
  if (region.size() > 1 && has_exit(loop, region.back()) && phis_stay_inside(region))
    append_exits(loop, region.back(), exits);
  return exits;
}

Vector<BlockId> LoopConditions::exits_before_back_edges(LoopId loop) {
  const Vector<BlockId> latches = reducible_.latches(loop);
  const BlockId common = reducible_.common_dominator(latches);
  Vector<BlockId> exits;
  if (latches.size() < 2 || loops_.innermost(common) != loop) return exits;
  const Vector<BlockId> region = grow(loop, common, false);
  const bool holds_latches = std::all_of(latches.begin(), latches.end(),
                                         [&](BlockId latch) { return region_of_[latch] == regions_; });
  if (!holds_latches || !phis_stay_inside(region)) return exits;
  for (BlockId node : region) append_exits(loop, node, exits);
  return exits;
}

/// Returns `first` and the nodes that only nodes in this list lead to, in topological order, as far as they
/// contain only the computation of a condition. stops_at_exit: ends with the first node that leaves the loop.
Vector<BlockId> LoopConditions::grow(LoopId loop, BlockId first, bool stops_at_exit) {
  region_of_.resize(graph_.block_count(), 0);
  const uint32_t number = ++regions_;
  Vector<BlockId> region = {first};
  region_of_[first] = number;
  for (size_t next = 0; next < region.size(); ++next) {
    if (stops_at_exit && next > 0 && has_exit(loop, region[next])) {
      for (size_t n = next + 1; n < region.size(); ++n) region_of_[region[n]] = 0;
      region.resize(next + 1);
      break;
    }
    for (BlockId target : graph_.successors(region[next])) {
      if (region_of_[target] == number || !belongs(loop, target)) continue;
      const auto edges = graph_.in_edges(target);
      const bool is_entered_here = std::all_of(edges.begin(), edges.end(), [&](cfg::EdgeId edge) {
        const BlockId source = graph_.source(edge);
        return !reducible_.order.reached(source) || region_of_[source] == number;
      });
      if (!is_entered_here) continue;
      region_of_[target] = number;
      region.push_back(target);
    }
  }
  return region;
}

bool LoopConditions::belongs(LoopId loop, BlockId node) const {
  return reducible_.is_payload(node) && loops_.innermost(node) == loop && loops_.headed_by(node) == kNone &&
         !flow_.has_flag(node, kEffects) && !flow_.has_flag(node, kSwitch);
}

bool LoopConditions::has_exit(LoopId loop, BlockId node) const {
  const auto targets = graph_.successors(node);
  return std::any_of(targets.begin(), targets.end(),
                     [&](BlockId target) { return !loops_.contains(loop, target); });
}

void LoopConditions::append_exits(LoopId loop, BlockId node, Vector<BlockId>& exits) const {
  for (BlockId target : graph_.successors(node)) {
    if (!loops_.contains(loop, target)) exits.push_back(target);
  }
}

/// Returns true if only the region (the last one grown) uses the phis of its nodes, except those of the first
/// node: code that assigns variables is not a condition.
bool LoopConditions::phis_stay_inside(const Vector<BlockId>& region) {
  for (size_t n = 1; n < region.size(); ++n) {
    for (const Phi& phi : flow_.phis_of(region[n])) {
      if (!has_users_) find_phi_users();
      for (BlockId user : users_.of(phi.result)) {
        if (region_of_[user] != regions_) return false;
      }
    }
  }
  return true;
}

void LoopConditions::find_phi_users() {
  has_users_ = true;
  users_ = collect_rows<BlockId>(flow_.value_count, [&](const auto& add) {
    for (const ValueInBlock& use : flow_.uses) add(use.value, use.block);
    for (BlockId block = 0; block < flow_.graph.block_count(); ++block) {
      const size_t edges = flow_.graph.in_edges(block).size();
      for (const Phi& phi : flow_.phis_of(block)) {
        for (size_t n = 0; n < edges; ++n) {
          const ValueId value = flow_.incoming[phi.first_incoming + n];
          if (value < flow_.value_count) add(value, block);
        }
      }
    }
  });
}

}  // namespace trellis::structurizer
