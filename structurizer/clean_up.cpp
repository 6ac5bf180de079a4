#include "structurizer/clean_up.hpp"

#include <algorithm>
#include <utility>

#include "support/containers.hpp"

namespace trellis::structurizer {

namespace {

/// What a draft's blocks are to each other: how many edges lead in, and who declares them.
struct Uses {
  Vector<uint32_t> in_edges;    ///< By block, counting each source block once.
  Vector<BlockId> source;       ///< A source block of an edge into it.
  Vector<BlockId> merge_of;     ///< Header whose merge block it is; kNone.
  Vector<BlockId> continue_of;  ///< Header whose continue block it is; kNone.

  explicit Uses(const Draft& draft) {
    const Structured& f = draft.function;
    in_edges.assign(f.blocks.size(), 0);
    source.assign(f.blocks.size(), kNone);
    merge_of.assign(f.blocks.size(), kNone);
    continue_of.assign(f.blocks.size(), kNone);
    for (BlockId id : f.order) {
      const Block& block = f.blocks[id];
      if (block.merge != MergeKind::kNone) merge_of[block.merge_block] = id;
      if (block.merge == MergeKind::kLoop) continue_of[block.continue_block] = id;
      for (BlockId successor : f.successors_of(id)) {
        if (source[successor] == id) continue;
        source[successor] = id;
        ++in_edges[successor];
      }
    }
  }
};

/// Follows renamings of blocks and applies them everywhere.
class Renaming {
 public:
  explicit Renaming(size_t blocks) : to_(blocks, kNone) {}

  void rename(BlockId from, BlockId to) { to_[from] = to; }
  bool renamed(BlockId id) const { return to_[id] != kNone; }
  BlockId operator()(BlockId id) {
    BlockId last = id;
    while (to_[last] != kNone) last = to_[last];
    while (to_[id] != kNone) id = std::exchange(to_[id], last);
    return last;
  }

  void apply(Draft& draft) {
    Structured& f = draft.function;
    std::erase_if(f.order, [&](BlockId id) { return renamed(id); });
    for (BlockId id : f.order) {
      Block& block = f.blocks[id];
      if (block.merge_block != kNone) block.merge_block = (*this)(block.merge_block);
      if (block.continue_block != kNone) block.continue_block = (*this)(block.continue_block);
      for (uint32_t i = 0; i < block.successor_count; ++i) {
        BlockId& successor = draft.successor(id, i);
        successor = (*this)(successor);
      }
    }
  }

 private:
  Vector<BlockId> to_;
};

}  // namespace

void fold_headers(Draft& draft) {
  Structured& f = draft.function;
  Renaming renaming(f.blocks.size());
  for (BlockId id : f.order) {
    Block& header = f.blocks[id];
    if (header.role != Role::kHeader) continue;
    const BlockId first = draft.successor(id, 0);
    Block& body = f.blocks[first];
    // Without a selection of its own it branches one way, or two of which one leaves the loop.
    if (body.merge != MergeKind::kNone || body.role != Role::kPayload) continue;
    body.merge = MergeKind::kLoop;
    body.merge_block = header.merge_block;
    body.continue_block = header.continue_block;
    renaming.rename(id, first);
  }
  renaming.apply(draft);
}

void fold_continues(const Flow& flow, Draft& draft) {
  Structured& f = draft.function;
  // A switch must dominate its targets, and dominates no continue block of a loop around it.
  Vector<uint8_t> is_switch_target(f.blocks.size(), 0);
  for (BlockId id : f.order) {
    const Block& block = f.blocks[id];
    const bool flagged = block.payload != kNone && flow.has_flag(block.payload, kSwitch);
    if (block.exit != Exit::kSwitch && block.successor_count <= 2 && !flagged) continue;
    for (BlockId successor : f.successors_of(id)) is_switch_target[successor] = 1;
  }
  const Uses uses(draft);
  Renaming renaming(f.blocks.size());
  for (BlockId id : f.order) {
    Block& latch = f.blocks[id];
    if (latch.role != Role::kContinue || uses.in_edges[id] != 1) continue;
    const BlockId last = uses.source[id];
    const BlockId header = uses.continue_of[id];
    const Block& body = f.blocks[last];
    const bool is_own_header = last == header;
    if (body.role != Role::kPayload || (body.merge != MergeKind::kNone && !is_own_header)) continue;
    if (uses.merge_of[last] != kNone || uses.continue_of[last] != kNone || is_switch_target[last] != 0)
      continue;
    const auto leaves = [&](BlockId s) { return s == id || s == f.blocks[header].merge_block; };
    const auto successors = f.successors_of(last);
    if (!std::all_of(successors.begin(), successors.end(), leaves)) continue;
    f.blocks[header].continue_block = last;
    for (uint32_t i = 0; i < body.successor_count; ++i) {
      if (draft.successor(last, i) == id) draft.successor(last, i) = header;
    }
    renaming.rename(id, last);
  }
  renaming.apply(draft);
}

void fold_merges(Draft& draft) {
  Structured& f = draft.function;
  const Uses uses(draft);
  Vector<BlockId> merge_of = uses.merge_of;
  Renaming renaming(f.blocks.size());
  for (BlockId id : f.order) {
    const Block& block = f.blocks[id];
    if (block.role != Role::kMerge || block.exit != Exit::kBranch || block.merge != MergeKind::kNone)
      continue;
    const BlockId next = renaming(draft.successor(id, 0));
    if (next == id) continue;
    const BlockId header = merge_of[id];
    if (header != kNone) {
      // A loop header has one more way in, from its continue block.
      const uint32_t ways_in = f.blocks[next].merge == MergeKind::kLoop ? 2 : 1;
      const bool taken = merge_of[next] != kNone || uses.continue_of[next] != kNone;
      if (taken || uses.in_edges[next] != ways_in) continue;
      merge_of[next] = header;
    } else if (uses.in_edges[id] != 1) {
      continue;
    } else if (merge_of[next] != kNone || uses.continue_of[next] != kNone) {
      // Leaving a construct is for a branch that selects nothing.
      const BlockId source = uses.source[id];
      const auto ways = f.successors_of(source);
      const bool is_plain = std::all_of(ways.begin(), ways.end(), [&](BlockId way) { return way == id; });
      if (!is_plain || f.blocks[source].merge != MergeKind::kNone || renaming.renamed(source)) continue;
    }
    renaming.rename(id, next);
  }
  renaming.apply(draft);
}

void order_blocks(Draft& draft) {
  Structured& f = draft.function;
  // Post-visit order of a walk that takes the merge block first, then the continue block, then the successors
  // from the last: reversed, each construct stands together, and a merge block after all of it.
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

  Vector<BlockId> number(f.blocks.size(), kNone);
  for (uint32_t i = 0; i < post.size(); ++i) number[post[i]] = i;
  Structured ordered;
  Vector<BlockId> nodes;
  ordered.blocks.reserve(post.size());
  nodes.reserve(post.size());
  for (BlockId id : post) {
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
