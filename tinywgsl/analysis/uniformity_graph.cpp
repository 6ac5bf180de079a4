#include "tinywgsl/analysis/uniformity_graph.hpp"

namespace trellis::tinywgsl {

std::vector<NodeId> UniformityGraph::search(NodeId start, Direction direction) const {
  const bool along = direction == Direction::kAlongEdges;
  std::vector<uint32_t> first(nodes_.size() + 1, 0);
  for (const Edge& edge : edges_) ++first[(along ? edge.from : edge.to) + 1];
  for (size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
  std::vector<uint32_t> at(first.begin(), first.end() - 1);
  std::vector<NodeId> targets(edges_.size());
  for (const Edge& edge : edges_) {
    targets[at[along ? edge.from : edge.to]++] = along ? edge.to : edge.from;
  }

  std::vector<NodeId> previous(nodes_.size(), kNone), queue;
  previous[start] = start;
  queue.push_back(start);
  for (size_t done = 0; done < queue.size(); ++done) {
    const NodeId node = queue[done];
    for (uint32_t i = first[node]; i < first[node + 1]; ++i) {
      if (previous[targets[i]] != kNone) continue;
      previous[targets[i]] = node;
      queue.push_back(targets[i]);
    }
  }
  return previous;
}

}  // namespace trellis::tinywgsl
