#include "structurizer/loop_exits/emission_order.hpp"

#include <algorithm>
#include <tuple>

#include "support/sort_stably.hpp"

namespace trellis::structurizer {

using cfg::BlockId;
using cfg::kNone;
using cfg::LoopId;

EmissionOrder::EmissionOrder(const ReducibleGraph& reducible) : reducible_(reducible) {
  find_last_blocks();
  find_followers();
}

void EmissionOrder::find_last_blocks() {
  const cfg::LoopForest& loops = reducible_.loops;
  last_.assign(loops.loop_count(), 0);
  for (BlockId node = 0; node < reducible_.payload_count; ++node) {
    const LoopId loop = loops.innermost(node);
    if (loop != kNone && reducible_.order.reached(node)) last_[loop] = std::max(last_[loop], node);
  }
  // Outer loops have lower numbers than the loops inside them.
  for (LoopId loop = loops.loop_count(); loop-- > 0;) {
    const LoopId parent = loops.loop(loop).parent;
    if (parent != kNone) last_[parent] = std::max(last_[parent], last_[loop]);
  }
}

uint64_t EmissionOrder::position(LoopId from, BlockId block) const {
  if (!reducible_.is_payload(block)) return UINT64_MAX;
  const LoopId heads = reducible_.loops.headed_by(block);
  const bool is_next_iteration =
      heads != kNone && reducible_.loops.contains(heads, reducible_.loops.loop(from).header);
  return is_next_iteration ? uint64_t{last_[heads]} * 2 + 1 : uint64_t{block} * 2;
}

Vector<EmissionOrder::Exit> EmissionOrder::list_exits() const {
  const cfg::LoopForest& loops = reducible_.loops;
  Vector<Exit> exits;
  for (const BlockId node : reducible_.order.reverse_post_order()) {
    const LoopId from = loops.innermost(node);
    if (from == kNone) continue;
    for (const BlockId target : reducible_.graph.successors(node)) {
      if (loops.contains(from, target) || !reducible_.is_payload(target)) continue;
      // If a loop begins there, the exit enters it, unless it is around this loop.
      LoopId into = loops.innermost(target);
      const bool heads = into != kNone && loops.headed_by(target) == into;
      if (heads && !loops.contains(into, loops.loop(from).header)) into = loops.loop(into).parent;
      exits.push_back({from, target, loops.depth(into), position(from, target)});
    }
  }
  return exits;
}

/// Considers the best exits first: the first one that leads past a loop decides. An exit that leads past a
/// loop also leads past the inner loops that it leaves, so apart from the first loop of each walk, each loop
/// is visited once.
void EmissionOrder::find_followers() {
  const cfg::LoopForest& loops = reducible_.loops;
  Vector<Exit> exits = list_exits();
  sort_stably(exits.begin(), exits.end(), [](const Exit& a, const Exit& b) {
    return std::tuple(b.depth, a.position) < std::tuple(a.depth, b.position);
  });
  followers_.assign(loops.loop_count(), kNone);
  // By loop: itself while it has no follower, else a loop around it.
  Vector<LoopId> open(loops.loop_count());
  for (LoopId loop = 0; loop < open.size(); ++loop) open[loop] = loop;
  const auto first_open = [&](LoopId loop) {
    while (loop != kNone && open[loop] != loop) {
      if (open[loop] != kNone) open[loop] = open[open[loop]];
      loop = open[loop];
    }
    return loop;
  };
  for (const Exit& exit : exits) {
    LoopId loop = first_open(exit.from);
    while (loop != kNone && !loops.contains(loop, exit.to) && exit.position > uint64_t{last_[loop]} * 2) {
      followers_[loop] = exit.to;
      open[loop] = loops.loop(loop).parent;
      loop = first_open(loop);
    }
  }
}

}  // namespace trellis::structurizer
