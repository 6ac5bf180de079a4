#include "tests/differential/driver_limits.hpp"

#include <vector>

#include "cfg/dominators.hpp"
#include "cfg/post_visit_order.hpp"

namespace trellis::differential {

using namespace structurizer;

namespace {

class ConstructNesting {
 public:
  ConstructNesting(const Flow& flow, const Structured& function)
      : flow_(flow),
        function_(function),
        graph_(graph_of(function)),
        order_(graph_),
        tree_(build_dominators(graph_, order_)) {}

  bool run() const {
    for (const BlockId header : function_.order) {
      const Block& loop = function_.blocks[header];
      if (loop.merge != MergeKind::kLoop) continue;
      for (const BlockId source : function_.predecessors_of(loop.continue_block)) {
        if (pseudo_loops(header, source) >= 2) return true;
      }
    }
    return false;
  }

 private:
  static cfg::Graph graph_of(const Structured& function) {
    CompressedRows<BlockId> successors;
    for (BlockId block = 0; block < function.blocks.size(); ++block) {
      successors.append_row(function.successors_of(block));
    }
    return cfg::Graph(std::move(successors), function.order.front());
  }

  /// Counts the constructs between a loop and one of its blocks that Mesa may turn into loops.
  uint32_t pseudo_loops(BlockId loop, BlockId source) const {
    uint32_t count = 0;
    for (BlockId header = source; header != kNone && header != loop; header = tree_.parent(header)) {
      const Block& block = function_.blocks[header];
      if (block.merge != MergeKind::kSelection || tree_.dominates(block.merge_block, source)) continue;
      if (is_switch(block) || is_left_early(header)) ++count;
    }
    return count;
  }

  bool is_switch(const Block& block) const {
    if (block.exit != Exit::kPayload) return block.exit != Exit::kIf;
    return block.successor_count > 2 || flow_.has_flag(block.payload, kSwitch);
  }

  /// Returns true if a conditional branch inside the construct leaves it.
  bool is_left_early(BlockId header) const {
    for (const BlockId source : function_.predecessors_of(function_.blocks[header].merge_block)) {
      if (source != header && function_.blocks[source].successor_count > 1) return true;
    }
    return false;
  }

  const Flow& flow_;
  const Structured& function_;
  cfg::Graph graph_;
  cfg::PostVisitOrder order_;
  cfg::DominatorTree tree_;
};

}  // namespace

bool may_lose_continue(const Flow& flow, const Structured& function) {
  return ConstructNesting(flow, function).run();
}

}  // namespace trellis::differential
