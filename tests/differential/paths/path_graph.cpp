#include "tests/differential/paths/path_graph.hpp"

#include <algorithm>

#include "structurizer/structurize.hpp"
#include "tests/differential/structured_function.hpp"

namespace trellis::differential {

using namespace structurizer;
using structurizer::testing::Lists;
using structurizer::testing::Random;

namespace {

/// Returns for each block the number of edges to the nearest return; kNone if it cannot reach one.
std::vector<uint32_t> distances_to_return(const cfg::Graph& graph) {
  std::vector<uint32_t> distance(graph.block_count(), kNone);
  std::vector<BlockId> work;
  for (BlockId block = 0; block < graph.block_count(); ++block) {
    if (!graph.successors(block).empty()) continue;
    distance[block] = 0;
    work.push_back(block);
  }
  for (size_t i = 0; i < work.size(); ++i) {
    for (const cfg::EdgeId edge : graph.in_edges(work[i])) {
      const BlockId source = graph.source(edge);
      if (distance[source] != kNone) continue;
      distance[source] = distance[work[i]] + 1;
      work.push_back(source);
    }
  }
  return distance;
}

}  // namespace

void let_end(Lists& lists, Random& random) {
  const bool only_entry = random.one_in(3);
  for (;;) {
    const auto distance = distances_to_return(cfg::Graph::from_lists(lists));
    std::vector<BlockId> stuck;
    for (BlockId block = 0; block < lists.size(); ++block) {
      if (distance[block] == kNone) stuck.push_back(block);
    }
    if (stuck.empty() || (only_entry && distance[0] != kNone)) return;
    const BlockId block = stuck[random.below(static_cast<uint32_t>(stuck.size()))];
    const auto end = std::find_if(lists.begin(), lists.end(), [](const auto& list) { return list.empty(); });
    const auto target = static_cast<BlockId>(end - lists.begin());
    if (end == lists.end() || random.one_in(2)) {
      lists[block].push_back(static_cast<BlockId>(lists.size()));
      lists.emplace_back();
    } else {
      lists[block].push_back(target);
    }
  }
}

PathGraph make_path_graph(Flow flow) {
  PathGraph made;
  made.structured = structurize(flow);
  made.flow = std::move(flow);
  const cfg::Graph& graph = made.flow.graph;
  const auto distance = distances_to_return(graph);
  made.allowed.resize(graph.block_count());
  made.exit_choice.assign(graph.block_count(), 0);
  for (BlockId block = 0; block < graph.block_count(); ++block) {
    const auto targets = graph.successors(block);
    auto& allowed = made.allowed[block];
    for (uint32_t slot = 0; slot < targets.size(); ++slot) {
      if (distance[targets[slot]] == kNone) continue;
      if (!allowed.empty() && distance[targets[slot]] < distance[targets[allowed[made.exit_choice[block]]]]) {
        made.exit_choice[block] = static_cast<uint32_t>(allowed.size());
      }
      allowed.push_back(slot);
    }
  }
  return made;
}

namespace {

class Walker {
 public:
  Walker(const PathGraph& graph, const Steering& steering, uint32_t row)
      : path_(graph), flow_(graph.flow), steering_(steering), row_(row), now_(flow_.value_count, 0) {
    uses_.resize(flow_.graph.block_count());
    definitions_.resize(flow_.graph.block_count());
    std::vector<bool> is_inside(flow_.value_count, false);
    std::vector<bool> is_phi(flow_.value_count, false);
    for (const Phi& phi : flow_.phis.entries) is_phi[phi.result] = true;
    for (const auto& [value, block] : flow_.uses) uses_[block].push_back(value);
    for (const auto& [value, block] : flow_.definitions) {
      is_inside[value] = true;
      if (!is_phi[value]) definitions_[block].push_back(value);
    }
    for (ValueId value = 0; value < flow_.value_count; ++value) {
      if (!is_inside[value]) now_[value] = outside_value(value);
    }
  }

  Walk run(std::vector<BlockId>* visited) {
    BlockId at = flow_.graph.entry();
    while (at != kNone) {
      if (visited != nullptr) visited->push_back(at);
      at = visit(at);
    }
    return walk_;
  }

 private:
  /// Visits a block and returns the next one; kNone after a return.
  BlockId visit(BlockId block) {
    walk_.hash = mixed(walk_.hash, block);
    walk_.trail = walk_.trail << 8 | (block & 255);
    ++walk_.length;
    for (const Phi& phi : flow_.phis_of(block)) walk_.hash = mixed(walk_.hash, now_[phi.result]);
    for (const ValueId value : uses_[block]) walk_.hash = mixed(walk_.hash, now_[value]);
    for (const ValueId value : definitions_[block]) now_[value] = walk_.hash * kValueFactor + value;
    const auto targets = flow_.graph.successors(block);
    if (targets.empty()) return kNone;
    uint32_t slot = 0;
    if (targets.size() > 1) {
      const auto& allowed = path_.allowed[block];
      const auto choices = static_cast<uint32_t>(allowed.size());
      slot = allowed[steering_.choose(row_, walk_.decisions++, choices, path_.exit_choice[block])];
    }
    take(flow_.graph.first_edge(block) + slot);
    return targets[slot];
  }

  void take(cfg::EdgeId edge) {
    const BlockId target = flow_.graph.target(edge);
    const auto edges = flow_.graph.in_edges(target);
    const auto index =
        static_cast<size_t>(std::lower_bound(edges.begin(), edges.end(), edge) - edges.begin());
    std::vector<uint32_t> values;
    for (const Phi& phi : flow_.phis_of(target))
      values.push_back(now_[flow_.incoming[phi.first_incoming + index]]);
    for (size_t i = 0; i < values.size(); ++i) now_[flow_.phis_of(target)[i].result] = values[i];
  }

  const PathGraph& path_;
  const Flow& flow_;
  const Steering& steering_;
  uint32_t row_;
  std::vector<uint32_t> now_;  ///< The current value of each program value.
  std::vector<std::vector<ValueId>> uses_, definitions_;
  Walk walk_;
};

}  // namespace

Walk walk_flow(const PathGraph& graph, const Steering& steering, uint32_t row,
               std::vector<BlockId>* visited) {
  return Walker(graph, steering, row).run(visited);
}

}  // namespace trellis::differential
