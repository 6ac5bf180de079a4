#include "cfg/graph.hpp"

#include <utility>

#include "support/containers.hpp"

namespace trellis::cfg {

Graph::Graph(Vector<uint32_t> first, Vector<BlockId> targets, BlockId entry)
    : first_(std::move(first)), targets_(std::move(targets)), entry_(entry) {
  const uint32_t blocks = block_count();
  sources_.resize(targets_.size());
  in_first_.assign(blocks + 1, 0);
  for (BlockId block = 0; block < blocks; ++block) {
    for (EdgeId edge = first_[block]; edge < first_[block + 1]; ++edge) {
      sources_[edge] = block;
      ++in_first_[targets_[edge] + 1];
    }
  }
  for (BlockId block = 0; block < blocks; ++block) in_first_[block + 1] += in_first_[block];
  in_edges_.resize(targets_.size());
  Vector<uint32_t> next(in_first_.begin(), in_first_.end() - 1);
  for (EdgeId edge = 0; edge < targets_.size(); ++edge) in_edges_[next[targets_[edge]]++] = edge;
}

Graph Graph::from_lists(const Vector<Vector<BlockId>>& successors, BlockId entry) {
  Vector<uint32_t> first = {0};
  Vector<BlockId> targets;
  for (const auto& list : successors) {
    targets.insert(targets.end(), list.begin(), list.end());
    first.push_back(static_cast<uint32_t>(targets.size()));
  }
  return Graph(std::move(first), std::move(targets), entry);
}

}  // namespace trellis::cfg
