// Which block reaches which, as bits.
#pragma once

#include "cfg/graph.hpp"
#include "cfg/strongly_connected.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::cfg {

/// Reachability is built for at most so many strongly connected components (in a graph without loops,
/// blocks). Their bits take 16 MiB.
inline constexpr uint32_t kMaxReachabilityComponents = 16384;

/// Answers in constant time whether a path leads from one block to another, unreachable blocks included.
///
/// One row of 64-bit words for each strongly connected component. Components are numbered successors first,
/// so component c reaches none above c, and its row ends with bit c.
class Reachability {
 public:
  /// True if a path of zero or more edges leads from `from` to `to`: every block reaches itself.
  bool reaches(BlockId from, BlockId to) const {
    const uint32_t source = components_.component_of(from);
    const uint32_t target = components_.component_of(to);
    return target <= source && (words_[row(source) + target / 64] >> (target % 64) & 1) != 0;
  }
  /// True if a path of one or more edges does: a block reaches itself only around a loop.
  bool reaches_by_edges(BlockId from, BlockId to) const {
    const uint32_t source = components_.component_of(from);
    return source == components_.component_of(to) ? components_.is_cyclic(source) : reaches(from, to);
  }
  /// The number of blocks that paths of zero or more edges lead to, `from` itself included.
  uint32_t reached_count(BlockId from) const;
  const StronglyConnected& components() const { return components_; }

 private:
  friend Result<Reachability> build_reachability(const Graph& graph);
  explicit Reachability(StronglyConnected components) : components_(std::move(components)) {}

  /// First word of a component's row. The first 64 rows have 1 word each, the next 64 rows 2 words, and so
  /// on.
  static size_t row(uint32_t component) {
    const size_t full = component / 64;
    return 32 * full * (full + 1) + (component % 64) * (full + 1);
  }

  StronglyConnected components_;
  Vector<uint64_t> words_;
};

/// Time: edges times components / 64 at worst; edges to what is already known to be reached cost nothing.
/// kUnsupported for a graph of more than kMaxReachabilityComponents components.
Result<Reachability> build_reachability(const Graph& graph);

}  // namespace trellis::cfg
