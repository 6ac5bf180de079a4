#include "structurizer/separate_edges.hpp"

#include <algorithm>
#include <compare>
#include <vector>

namespace trellis::structurizer {

namespace {

/// A slot of a branch: where it leads in the draft, and what it is meant for.
struct Slot {
  BlockId successor, goal;
  uint32_t slot;
  auto operator<=>(const Slot&) const = default;
};

void separate_slots(BlockId id, const Regions& regions, Draft& draft) {
  const uint32_t count = draft.function.blocks[id].successor_count;
  if (count == 2 && draft.successor(id, 0) != draft.successor(id, 1)) return;
  std::vector<Slot> slots;
  for (uint32_t slot = 0; slot < count; ++slot) {
    slots.push_back({draft.successor(id, slot), regions.goal_of(draft.node[id], slot), slot});
  }
  std::sort(slots.begin(), slots.end());
  BlockId between = kNone;  // the block between for the current successor and goal
  for (size_t i = 1; i < slots.size(); ++i) {
    if (slots[i].successor != slots[i - 1].successor) {
      between = kNone;
      continue;
    }
    if (slots[i].goal != slots[i - 1].goal) {
      between = draft.add_block(Role::kEdge, Exit::kBranch, 1);
      draft.function.order.push_back(between);
      draft.successor(between, 0) = slots[i].successor;
    }
    if (between != kNone) draft.successor(id, slots[i].slot) = between;
  }
}

}  // namespace

void drop_idle_tests(Draft& draft) {
  for (BlockId id : draft.function.order) {
    Block& test = draft.function.blocks[id];
    if (test.exit != Exit::kIf || test.role == Role::kDispatch || test.merge != MergeKind::kNone) continue;
    if (draft.successor(id, 0) != draft.successor(id, 1)) continue;
    test.role = Role::kMerge;
    test.exit = Exit::kBranch;
    test.successor_count = 1;
  }
}

void separate_edges(const cfg::Graph& graph, const Regions& regions, Draft& draft) {
  const size_t built = draft.function.order.size();
  for (size_t i = 0; i < built; ++i) {
    const BlockId id = draft.function.order[i];
    const BlockId node = draft.node[id];
    if (node != kNone && graph.successors(node).size() > 1) separate_slots(id, regions, draft);
  }
}

}  // namespace trellis::structurizer
