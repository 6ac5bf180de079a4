#include "uniformity/implications.hpp"

#include "support/containers.hpp"

namespace trellis::uniformity {

Marks::Marks(const Implications& graph, std::span<const Seed> seeds, bool has_causes) {
  const uint32_t count = graph.node_count();
  marks_.assign(count, kNoScope);
  for (auto& causes : causes_) {
    if (has_causes) causes.assign(count, kNoNode);
  }
  struct Dependent {
    NodeId node;
    Scopes scopes;
  };
  const auto dependents = collect_rows<Dependent>(count, [&](const auto& add) {
    for (const Implications::Edge& edge : graph.edges()) add(edge.condition, {edge.node, edge.scopes});
  });
  Vector<Dependent> queue;  // A node and the scopes in which it has just become non-uniform.
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
    for (const Dependent& dependent : dependents.of(now.node)) {
      const Scopes lost = now.scopes & dependent.scopes & static_cast<Scopes>(~marks_[dependent.node]);
      if (lost == kNoScope) continue;
      marks_[dependent.node] |= lost;
      for (uint32_t scope = 0; has_causes && scope < kScopeCount; ++scope) {
        if ((lost >> scope & 1) != 0) causes_[scope][dependent.node] = now.node;
      }
      queue.push_back({dependent.node, lost});
    }
  }
}

ForwardEdges::ForwardEdges(const Implications& graph)
    : targets_(collect_rows<Target>(graph.node_count(), [&](const auto& add) {
        for (const Implications::Edge& edge : graph.edges()) add(edge.node, {edge.condition, edge.scopes});
      })) {}

}  // namespace trellis::uniformity
