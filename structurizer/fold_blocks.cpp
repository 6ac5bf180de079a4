#include "structurizer/fold_blocks.hpp"

#include <algorithm>
#include <utility>

#include "support/containers.hpp"

namespace trellis::structurizer {

namespace {

/// How a draft's blocks are used, by branches and by the declarations of headers.
struct Uses {
  Vector<uint32_t> in_edges;    ///< By block: the number of distinct source blocks.
  Vector<BlockId> source;       ///< By block: a source block of an edge into it.
  Vector<BlockId> merge_of;     ///< By block: the header whose merge block it is; kNone if there is none.
  Vector<BlockId> continue_of;  ///< By block: the header whose continue block it is; kNone if there is none.

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

/// Records renamings of blocks and applies them everywhere, following chains.
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

namespace {

/// Returns true if a block is the merge block of a selection and only the header's own edge leads to it.
bool is_merge_of_nothing(const Structured& f, const Uses& uses, BlockId id) {
  const BlockId header = uses.merge_of[id];
  return header != kNone && uses.in_edges[id] == 1 && uses.source[id] == header &&
         f.blocks[header].merge == MergeKind::kSelection && f.blocks[header].successor_count == 2;
}

/// Returns true if paths meet in a declared merge block that only branches to the block.
bool is_behind_merge(const Structured& f, const Uses& uses, BlockId id) {
  const BlockId before = uses.in_edges[id] == 1 ? uses.source[id] : BlockId{kNone};
  return before != kNone && uses.merge_of[before] != kNone && f.blocks[before].role == Role::kMerge &&
         f.blocks[before].exit == Exit::kBranch;
}

/// Returns for each block whether a switch leads to it. A switch must dominate its targets, and it does not
/// dominate the continue block of a loop around it.
Vector<uint8_t> find_switch_targets(const Flow& flow, const Structured& f) {
  Vector<uint8_t> is_switch_target(f.blocks.size(), 0);
  for (BlockId id : f.order) {
    const Block& block = f.blocks[id];
    const bool flagged = block.payload != kNone && flow.has_flag(block.payload, kSwitch);
    if (block.exit != Exit::kSwitch && block.successor_count <= 2 && !flagged) continue;
    for (BlockId successor : f.successors_of(id)) is_switch_target[successor] = 1;
  }
  return is_switch_target;
}

}  // namespace

void fold_continues(const Flow& flow, Draft& draft) {
  Structured& f = draft.function;
  const Vector<uint8_t> is_switch_target = find_switch_targets(flow, f);
  const Uses uses(draft);
  Renaming renaming(f.blocks.size());
  for (BlockId id : f.order) {
    Block& latch = f.blocks[id];
    if (latch.role != Role::kContinue || uses.in_edges[id] != 1) continue;
    const BlockId last = uses.source[id];
    const BlockId header = uses.continue_of[id];
    const Block& body = f.blocks[last];
    if (body.role != Role::kPayload || body.merge != MergeKind::kNone) continue;
    const bool drops_selection = is_merge_of_nothing(f, uses, last);
    if ((uses.merge_of[last] != kNone && !drops_selection) || is_behind_merge(f, uses, last)) continue;
    if (uses.continue_of[last] != kNone || is_switch_target[last] != 0) continue;
    const auto leaves = [&](BlockId s) { return s == id || s == f.blocks[header].merge_block; };
    const auto successors = f.successors_of(last);
    if (!std::all_of(successors.begin(), successors.end(), leaves)) continue;
    if (drops_selection) {
      f.blocks[uses.merge_of[last]].merge = MergeKind::kNone;
      f.blocks[uses.merge_of[last]].merge_block = kNone;
    }
    f.blocks[header].continue_block = last;
    for (uint32_t i = 0; i < body.successor_count; ++i) {
      if (draft.successor(last, i) == id) draft.successor(last, i) = header;
    }
    renaming.rename(id, last);
  }
  renaming.apply(draft);
}

void fold_headers(Draft& draft) {
  Structured& f = draft.function;
  Renaming renaming(f.blocks.size());
  for (BlockId id : f.order) {
    Block& header = f.blocks[id];
    if (header.role != Role::kHeader) continue;
    const BlockId first = draft.successor(id, 0);
    Block& body = f.blocks[first];
    // A block without a selection has one successor, or two of which one is outside the loop.
    if (body.merge != MergeKind::kNone || body.role != Role::kPayload) continue;
    body.merge = MergeKind::kLoop;
    body.merge_block = header.merge_block;
    body.continue_block = header.continue_block;
    renaming.rename(id, first);
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
      // A loop header has one more in-edge, from its continue block.
      const uint32_t own_in_edges = f.blocks[next].merge == MergeKind::kLoop ? 2 : 1;
      const bool taken = merge_of[next] != kNone || uses.continue_of[next] != kNone;
      if (taken || uses.in_edges[next] != own_in_edges) continue;
      merge_of[next] = header;
    } else if (uses.in_edges[id] != 1) {
      continue;
    } else if (merge_of[next] != kNone || uses.continue_of[next] != kNone) {
      // Only a branch that selects nothing may leave a construct.
      const BlockId source = uses.source[id];
      const auto targets = f.successors_of(source);
      const bool is_plain =
          std::all_of(targets.begin(), targets.end(), [&](BlockId target) { return target == id; });
      if (!is_plain || f.blocks[source].merge != MergeKind::kNone || renaming.renamed(source)) continue;
    }
    renaming.rename(id, next);
  }
  renaming.apply(draft);
}

}  // namespace trellis::structurizer
