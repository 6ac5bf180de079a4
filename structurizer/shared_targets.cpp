#include "structurizer/shared_targets.hpp"

#include <algorithm>
#include <compare>

#include "support/containers.hpp"

namespace trellis::structurizer {

namespace {

/// A slot of a branch: its successor in the draft, and the node that it is meant for.
struct Slot {
  BlockId successor, intended;
  uint32_t slot;
  auto operator<=>(const Slot&) const = default;
};

/// Returns true if phis can tell a block's two slots apart by its condition.
bool tells_slots_apart(const Flow& flow, const ReducibleGraph& reducible, BlockId node) {
  return reducible.graph.successors(node).size() == 2 && reducible.is_payload(node) &&
         !flow.has_flag(node, kSwitch);
}

void separate_slots(BlockId id, const ReducibleGraph& reducible, Draft& draft) {
  const uint32_t count = draft.function.blocks[id].successor_count;
  if (count == 2 && draft.successor(id, 0) != draft.successor(id, 1)) return;
  Vector<Slot> slots;
  for (uint32_t slot = 0; slot < count; ++slot) {
    slots.push_back({draft.successor(id, slot), reducible.intended_target(draft.node[id], slot), slot});
  }
  std::sort(slots.begin(), slots.end());
  BlockId between = kNone;  // The inserted block for the current successor and intended target.
  for (size_t i = 1; i < slots.size(); ++i) {
    if (slots[i].successor != slots[i - 1].successor) {
      between = kNone;
      continue;
    }
    if (slots[i].intended != slots[i - 1].intended) {
      between = draft.add_block(Role::kEdge, Exit::kBranch, 1);
      draft.function.order.push_back(between);
      draft.successor(between, 0) = slots[i].successor;
    }
    if (between != kNone) draft.successor(id, slots[i].slot) = between;
  }
}

}  // namespace

bool is_idle_test(Draft& draft, BlockId id) {
  const Block& test = draft.function.blocks[id];
  return test.exit == Exit::kIf && test.role != Role::kDispatch && test.merge == MergeKind::kNone &&
         draft.successor(id, 0) == draft.successor(id, 1);
}

void drop_idle_tests(Draft& draft) {
  for (BlockId id : draft.function.order) {
    if (!is_idle_test(draft, id)) continue;
    Block& test = draft.function.blocks[id];
    test.role = Role::kMerge;
    test.exit = Exit::kBranch;
    test.successor_count = 1;
  }
}

void reuse_conditions(const Flow& flow, const ReducibleGraph& reducible, Draft& draft) {
  for (BlockId id : draft.function.order) {
    const BlockId node = draft.node[id];
    if (node == kNone || !tells_slots_apart(flow, reducible, node)) continue;
    Block& block = draft.function.blocks[id];
    if (draft.successor(id, 0) != draft.successor(id, 1) || block.merge != MergeKind::kSelection) continue;
    block.merge = MergeKind::kNone;
    block.merge_block = kNone;
  }
}

void separate_edges(const Flow& flow, const ReducibleGraph& reducible, Draft& draft) {
  const size_t built = draft.function.order.size();
  for (size_t i = 0; i < built; ++i) {
    const BlockId id = draft.function.order[i];
    const BlockId node = draft.node[id];
    if (node == kNone || reducible.graph.successors(node).size() < 2) continue;
    if (!tells_slots_apart(flow, reducible, node)) separate_slots(id, reducible, draft);
  }
}

}  // namespace trellis::structurizer
