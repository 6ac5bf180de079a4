#include "cfg/random_graph.hpp"

#include <algorithm>

#include "support/containers.hpp"

namespace trellis::cfg {
namespace {

/// Marsaglia's xorshift followed by a multiplication (Vigna's xorshift*). Uses only integers, so the results
/// do not depend on a machine's rounding.
class Numbers {
 public:
  /// Spreads the seed over all bits first, so that similar seeds give different sequences.
  explicit Numbers(uint64_t seed) : state_((seed + 1) * 0x9E3779B97F4A7C15u) {
    if (state_ == 0) state_ = 1;
    for (int i = 0; i < 8; ++i) below(2);
  }

  uint32_t below(uint32_t bound) {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return static_cast<uint32_t>(((state_ * 0x2545F4914F6CDD1Du) >> 32) % bound);
  }
  bool one_in(uint32_t chances) { return below(chances) == 0; }

 private:
  uint64_t state_;
};

constexpr uint32_t kReach = 6;      ///< The most blocks that a forward edge of the second round spans.
constexpr uint32_t kLoopReach = 9;  ///< Back edges span fewer blocks than this.

}  // namespace

Graph random_graph(uint64_t seed, uint32_t blocks) {
  Numbers numbers(seed);
  blocks = std::max(blocks, 1u);
  Vector<Vector<BlockId>> successors(blocks);
  // First build a tree of short edges, so that the entry reaches every block whatever edges are added.
  for (BlockId block = 1; block < blocks; ++block) {
    BlockId source = block - 1 - numbers.below(std::min(block, 3u));
    // Most blocks have at most two successors.
    if (successors[source].size() >= 2 && !numbers.one_in(10)) source = block - 1;
    successors[source].push_back(block);
  }
  for (BlockId block = 0; block + 1 < blocks; ++block) {
    Vector<BlockId>& targets = successors[block];
    if (targets.size() >= 2 || (targets.empty() && numbers.one_in(6))) continue;
    if (targets.size() == 1 && numbers.one_in(3)) continue;
    BlockId target = 0;
    if (numbers.one_in(5)) {
      target = block - numbers.below(std::min(block + 1, kLoopReach));
    } else {
      target = std::min(block + 1 + numbers.below(kReach), blocks - 1);
    }
    if (std::find(targets.begin(), targets.end(), target) == targets.end()) targets.push_back(target);
  }
  return Graph::from_lists(successors);
}

}  // namespace trellis::cfg
