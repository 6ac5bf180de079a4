// Reachability between blocks, as bits.
#pragma once

#include "cfg/graph.hpp"
#include "cfg/strongly_connected.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::cfg {

/// The maximum number of strongly connected components (in a graph without loops: blocks) for which
/// reachability is built. Their bits take 16 MiB.
inline constexpr uint32_t kMaxReachabilityComponents = 16384;

/// Answers in constant time whether a path leads from one block to another. Includes unreachable blocks.
///
/// There is one row of 64-bit words for each strongly connected component. Components are numbered successors
/// first, so component c reaches only components up to c, and its row ends with bit c.
class Reachability {
 public:
  /// Returns true if a path of zero or more edges leads from `from` to `to`. Every block reaches itself.
  bool reaches(BlockId from, BlockId to) const {
    const uint32_t source = components_.component_of(from);
    const uint32_t target = components_.component_of(to);
    return target <= source && (words_[row(source) + target / 64] >> (target % 64) & 1) != 0;
  }
  /// Returns true if a path of one or more edges leads from `from` to `to`. A block reaches itself only
  /// around a loop.
  bool reaches_by_edges(BlockId from, BlockId to) const {
    const uint32_t source = components_.component_of(from);
    return source == components_.component_of(to) ? components_.is_cyclic(source) : reaches(from, to);
  }
  /// Returns the number of blocks that paths of zero or more edges lead to, including `from` itself.
  uint32_t reached_count(BlockId from) const;
  const StronglyConnected& components() const { return components_; }

 private:
  friend Result<Reachability> build_reachability(const Graph& graph);
  explicit Reachability(StronglyConnected components) : components_(std::move(components)) {}

  /// Returns the index of the first word of a component's row. The first 64 rows have 1 word each, the next
  /// 64 rows 2 words, and so on.
  static size_t row(uint32_t component) {
    const size_t full = component / 64;
    return 32 * full * (full + 1) + (component % 64) * (full + 1);
  }

  StronglyConnected components_;
  Vector<uint64_t> words_;
};

/// Takes time proportional to edges times components / 64 at worst. Edges to blocks already known to be
/// reached cost nothing. Fails with kUnsupported for a graph with more than kMaxReachabilityComponents
/// components.
Result<Reachability> build_reachability(const Graph& graph);

}  // namespace trellis::cfg
