#include "cfg/reachability.hpp"

#include <bit>

#include "support/containers.hpp"

namespace trellis::cfg {

uint32_t Reachability::reached_count(BlockId from) const {
  const uint32_t source = components_.component_of(from);
  const uint64_t* row_words = words_.data() + row(source);
  size_t count = 0;
  for (uint32_t word = 0; word <= source / 64; ++word) {
    for (uint64_t bits = row_words[word]; bits != 0; bits &= bits - 1) {
      count += components_.blocks_of(word * 64 + static_cast<uint32_t>(std::countr_zero(bits))).size();
    }
  }
  return static_cast<uint32_t>(count);
}

Result<Reachability> build_reachability(const Graph& graph) {
  Reachability result{StronglyConnected(graph)};
  const StronglyConnected& components = result.components_;
  const uint32_t count = components.component_count();
  if (count > kMaxReachabilityComponents) {
    return unsupported("reachability of a graph of " + decimal(count) +
                       " strongly connected components; the most is " + decimal(kMaxReachabilityComponents));
  }
  Vector<uint64_t>& words = result.words_;
  words.assign(Reachability::row(count), 0);
  for (uint32_t component = 0; component < count; ++component) {
    uint64_t* row = words.data() + Reachability::row(component);
    row[component / 64] |= uint64_t{1} << (component % 64);
    for (BlockId block : components.blocks_of(component)) {
      for (BlockId successor : graph.successors(block)) {
        const uint32_t target = components.component_of(successor);
        if ((row[target / 64] >> (target % 64) & 1) != 0) continue;
        // The row of the target is complete, including its own bit.
        const uint64_t* other = words.data() + Reachability::row(target);
        for (uint32_t word = 0; word <= target / 64; ++word) row[word] |= other[word];
      }
    }
  }
  return result;
}

}  // namespace trellis::cfg
