#include "cfg/loop_forest.hpp"

#include "support/containers.hpp"

namespace trellis::cfg {

namespace {

/// The outermost loop found so far around each loop, with path halving.
class OutermostLoops {
 public:
  explicit OutermostLoops(size_t loops) : up_(loops) {
    for (LoopId loop = 0; loop < loops; ++loop) up_[loop] = loop;
  }
  LoopId find(LoopId loop) {
    while (up_[loop] != loop) {
      up_[loop] = up_[up_[loop]];
      loop = up_[loop];
    }
    return loop;
  }
  void put_into(LoopId inner, LoopId outer) { up_[inner] = outer; }

 private:
  Vector<LoopId> up_;
};

}  // namespace

LoopForest::LoopForest(const Graph& graph, const PostVisitOrder& order, const DominatorTree& dominators) {
  innermost_.assign(graph.block_count(), kNone);
  headed_by_.assign(graph.block_count(), kNone);
  for (BlockId header : order.reverse_post_order()) {
    uint32_t back_edges = 0;
    for (EdgeId edge : graph.in_edges(header)) {
      if (dominators.dominates(header, graph.source(edge))) ++back_edges;
    }
    if (back_edges == 0) continue;
    headed_by_[header] = loop_count();
    innermost_[header] = loop_count();
    loops_.push_back({header, kNone, 1, back_edges});
  }

  // Inner loops come first. A finished loop is treated as if it were only its header, so each block and each
  // loop is assigned to a loop once.
  OutermostLoops outermost(loops_.size());
  Vector<BlockId> work;
  auto add_predecessors = [&](BlockId block) {
    for (EdgeId edge : graph.in_edges(block)) {
      if (order.reached(graph.source(edge))) work.push_back(graph.source(edge));
    }
  };
  for (LoopId loop = loop_count(); loop-- > 0;) {
    const BlockId header = loops_[loop].header;
    for (EdgeId edge : graph.in_edges(header)) {
      if (dominators.dominates(header, graph.source(edge))) work.push_back(graph.source(edge));
    }
    while (!work.empty()) {
      const BlockId block = work.back();
      work.pop_back();
      if (innermost_[block] == kNone) {
        innermost_[block] = loop;
        add_predecessors(block);
        continue;
      }
      const LoopId inner = outermost.find(innermost_[block]);
      if (inner == loop) continue;
      loops_[inner].parent = loop;
      outermost.put_into(inner, loop);
      add_predecessors(loops_[inner].header);
    }
  }
  find_nesting();
}

void LoopForest::put_into(LoopId loop, BlockId block) {
  if (headed_by_[block] != kNone) {
    loops_[headed_by_[block]].parent = loop;
  } else {
    innermost_[block] = loop;
  }
}

void LoopForest::find_nesting() {
  Vector<uint32_t> size(loops_.size(), 1);
  for (LoopId loop = loop_count(); loop-- > 0;) {
    if (loops_[loop].parent != kNone) size[loops_[loop].parent] += size[loop];
  }
  range_.resize(loops_.size());
  jump_.resize(loops_.size());
  Vector<uint32_t> next(loops_.size(), 0);
  uint32_t next_root = 0;
  for (LoopId loop = 0; loop < loop_count(); ++loop) {
    const LoopId parent = loops_[loop].parent;
    if (parent != kNone) loops_[loop].depth = loops_[parent].depth + 1;
    uint32_t& number = parent == kNone ? next_root : next[parent];
    range_[loop] = {number, number + size[loop] - 1};
    next[loop] = number + 1;
    number += size[loop];
    jump_[loop] = parent;
    if (parent == kNone || jump_[parent] == kNone) continue;
    const LoopId far = jump_[jump_[parent]];
    const uint32_t middle = depth(jump_[parent]);
    if (depth(parent) - middle == middle - depth(far)) jump_[loop] = far;
  }
}

LoopId LoopForest::ancestor_at(LoopId loop, uint32_t wanted) const {
  while (depth(loop) > wanted) {
    loop = jump_[loop] != kNone && depth(jump_[loop]) >= wanted ? jump_[loop] : loops_[loop].parent;
  }
  return loop;
}

LoopId LoopForest::outermost_without(LoopId loop, BlockId block) const {
  while (!contains(loops_[loop].parent, block)) {
    loop = contains(jump_[loop], block) ? loops_[loop].parent : jump_[loop];
  }
  return loop;
}

bool is_reducible(const Graph& graph, const PostVisitOrder& order, const DominatorTree& dominators) {
  for (BlockId block : order.reverse_post_order()) {
    for (BlockId successor : graph.successors(block)) {
      const bool retreats = order.position(successor) <= order.position(block);
      if (retreats && !dominators.dominates(successor, block)) return false;
    }
  }
  return true;
}

}  // namespace trellis::cfg
