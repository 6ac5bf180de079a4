#include "structurizer/order_blocks.hpp"

#include <algorithm>
#include <utility>

#include "support/containers.hpp"

namespace trellis::structurizer {

namespace {

/// Returns the live blocks in the order of the result: the reversed post-visit order of a walk that visits
/// the merge block first, then the continue block, then the successors from the last to the first. So each
/// construct is contiguous, and its merge block comes after all of it.
Vector<BlockId> structured_order(Draft& draft) {
  const Structured& f = draft.function;
  Vector<uint8_t> seen(f.blocks.size(), 0);
  Vector<std::pair<BlockId, uint32_t>> walk;
  Vector<BlockId> post;
  const BlockId entry = f.order.front();
  walk.push_back({entry, 0});
  seen[entry] = 1;
  while (!walk.empty()) {
    const BlockId id = walk.back().first;
    const Block& block = f.blocks[id];
    const uint32_t step = walk.back().second++;
    BlockId next = kNone;
    if (step == 0) {
      next = block.merge_block;
    } else if (step == 1) {
      next = block.continue_block;
    } else if (step - 2 < block.successor_count) {
      next = draft.successor(id, block.successor_count - 1 - (step - 2));
    } else {
      post.push_back(id);
      walk.pop_back();
      continue;
    }
    if (next == kNone || seen[next] != 0) continue;
    seen[next] = 1;
    walk.push_back({next, 0});
  }
  std::reverse(post.begin(), post.end());
  return post;
}

}  // namespace

void order_blocks(Draft& draft) {
  Structured& f = draft.function;
  const Vector<BlockId> order = structured_order(draft);
  Vector<BlockId> number(f.blocks.size(), kNone);
  for (uint32_t i = 0; i < order.size(); ++i) number[order[i]] = i;
  Structured ordered;
  Vector<BlockId> nodes;
  ordered.blocks.reserve(order.size());
  ordered.order.reserve(order.size());
  ordered.successors.reserve(f.successors.size());
  nodes.reserve(order.size());
  for (BlockId id : order) {
    Block block = f.blocks[id];
    const auto successors = f.successors_of(id);
    block.first_successor = static_cast<uint32_t>(ordered.successors.size());
    for (BlockId successor : successors) ordered.successors.push_back(number[successor]);
    const uint32_t cases = block.exit == Exit::kIf       ? 1
                           : block.exit == Exit::kSwitch ? block.successor_count - 1
                                                         : 0;
    const auto first_case = f.cases.begin() + block.first_case;
    block.first_case = static_cast<uint32_t>(ordered.cases.size());
    ordered.cases.insert(ordered.cases.end(), first_case, first_case + cases);
    if (block.merge_block != kNone) block.merge_block = number[block.merge_block];
    if (block.continue_block != kNone) block.continue_block = number[block.continue_block];
    ordered.order.push_back(static_cast<BlockId>(ordered.blocks.size()));
    ordered.blocks.push_back(block);
    nodes.push_back(draft.node[id]);
  }
  draft.function = std::move(ordered);
  draft.node = std::move(nodes);
}

}  // namespace trellis::structurizer
