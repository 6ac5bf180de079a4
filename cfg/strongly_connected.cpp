#include "cfg/strongly_connected.hpp"

#include <numeric>

#include "support/containers.hpp"

namespace trellis::cfg {

StronglyConnected::StronglyConnected(const Graph& graph) : component_of_(graph.block_count(), kNone) {
  Vector<BlockId> all(graph.block_count());
  std::iota(all.begin(), all.end(), 0U);
  components_ = ComponentFinder(graph.block_count()).find(all, graph);
  for (uint32_t component = 0; component < components_.count(); ++component) {
    for (BlockId block : components_.blocks_of(component)) component_of_[block] = component;
  }
}

}  // namespace trellis::cfg
