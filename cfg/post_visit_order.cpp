#include "cfg/post_visit_order.hpp"

#include "support/containers.hpp"

namespace trellis::cfg {

PostVisitOrder::PostVisitOrder(const Graph& graph) {
  const uint32_t blocks = graph.block_count();
  position_.assign(blocks, kNone);
  if (blocks == 0) return;

  const CompressedRows<BlockId>& successors = graph.successor_rows();
  struct Frame {
    BlockId block;
    uint32_t next, end;  // Indices of the successors that are left.
  };
  Vector<Frame> stack(blocks);  // Each block is on the stack at most once.
  uint32_t depth = 0, count = 0;
  post_.resize(blocks);
  const auto visit = [&](BlockId block) {
    // Any number but kNone marks the block as visited. The real position is computed at the end.
    position_[block] = 0;
    stack[depth++] = {block, successors.first[block], successors.first[block + 1]};
  };
  visit(graph.entry());
  while (depth != 0) {
    Frame& top = stack[depth - 1];
    if (top.next == top.end) {
      post_[count++] = top.block;
      --depth;
      continue;
    }
    const BlockId target = successors.entries[top.next++];
    if (position_[target] == kNone) visit(target);
  }
  post_.resize(count);

  reverse_.assign(post_.rbegin(), post_.rend());
  for (uint32_t i = 0; i < reverse_.size(); ++i) position_[reverse_[i]] = i;
}

}  // namespace trellis::cfg
