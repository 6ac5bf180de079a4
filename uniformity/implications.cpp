#include "uniformity/implications.hpp"

#include "support/containers.hpp"

namespace trellis::uniformity {

Marks::Marks(const Implications& graph, std::span<const Seed> seeds) {
  const uint32_t count = graph.node_count();
  marks_.assign(count, kNoScope);
  for (auto& causes : causes_) causes.assign(count, kNoNode);
  Vector<uint32_t> first(count + 1, 0);
  for (const Implications::Edge& edge : graph.edges()) ++first[edge.condition + 1];
  for (uint32_t node = 0; node < count; ++node) first[node + 1] += first[node];
  struct Dependent {
    NodeId node;
    Scopes scopes;
  };
  Vector<Dependent> dependents(graph.edge_count());
  Vector<uint32_t> next(first.begin(), first.end() - 1);
  for (const Implications::Edge& edge : graph.edges()) {
    dependents[next[edge.condition]++] = {edge.node, edge.scopes};
  }
  Vector<Dependent> queue;  // A node and the scopes it has newly lost.
  for (NodeId node = 0; node < count; ++node) {
    marks_[node] = graph.node(node).source;
    if (marks_[node] != kNoScope) queue.push_back({node, marks_[node]});
  }
  for (const Seed& seed : seeds) {
    const Scopes lost = seed.scopes & static_cast<Scopes>(~marks_[seed.node]);
    if (lost == kNoScope) continue;
    marks_[seed.node] |= lost;
    queue.push_back({seed.node, lost});
  }
  for (size_t at = 0; at < queue.size(); ++at) {
    const Dependent now = queue[at];
    for (uint32_t d = first[now.node]; d < first[now.node + 1]; ++d) {
      const Dependent& dependent = dependents[d];
      const Scopes lost = now.scopes & dependent.scopes & static_cast<Scopes>(~marks_[dependent.node]);
      if (lost == kNoScope) continue;
      marks_[dependent.node] |= lost;
      for (uint32_t scope = 0; scope < kScopeCount; ++scope) {
        if ((lost >> scope & 1) != 0) causes_[scope][dependent.node] = now.node;
      }
      queue.push_back({dependent.node, lost});
    }
  }
}

ForwardEdges::ForwardEdges(const Implications& graph) : first_(graph.node_count() + 1, 0) {
  for (const Implications::Edge& edge : graph.edges()) ++first_[edge.node + 1];
  for (uint32_t node = 0; node < graph.node_count(); ++node) first_[node + 1] += first_[node];
  targets_.resize(graph.edge_count());
  Vector<uint32_t> next(first_.begin(), first_.end() - 1);
  for (const Implications::Edge& edge : graph.edges()) {
    targets_[next[edge.node]++] = {edge.condition, edge.scopes};
  }
}

}  // namespace trellis::uniformity
