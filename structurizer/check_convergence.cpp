// The convergence checker. Invocations that part at a branch meet at its immediate post-dominator, at the
// latest. In the result they do if that block lies in no construct that the branch is not in, its own
// selection included: what they left since the branch brings them together at its merge block, and nothing
// was entered apart. Blocks of ours that alone lead to the meeting count as part of it: whoever is let in by
// a ladder came to the ladder first.
#include <vector>

#include "structurizer/check.hpp"
#include "structurizer/check_constructs.hpp"
#include "structurizer/check_support.hpp"

namespace trellis::structurizer {

namespace {

class ConvergenceChecker {
 public:
  ConvergenceChecker(const Flow& flow, const Structured& function) : flow_(flow), function_(function) {}

  std::vector<ConvergenceLoss> run() {
    dominators_ = check::find_dominators(check::program_rows(flow_), flow_.graph.entry());
    find_meetings();
    const auto structural =
        check::find_dominators(check::structural_rows(function_), function_.order.front());
    constructs_ = check::find_constructs(flow_, function_, structural);
    find_arrivals();
    std::vector<BlockId> lost_at(flow_.graph.block_count(), kNone);  // By meeting: a branch that lost it.
    for (BlockId branch = 0; branch < flow_.graph.block_count(); ++branch) {
      const BlockId meeting = meeting_[branch];
      if (meeting != kNone && lost_at[meeting] == kNone && !meets(branch, meeting)) lost_at[meeting] = branch;
    }
    return list_losses(lost_at);
  }

 private:
  /// Immediate post-dominators of the branches, over a virtual exit. A region that never returns counts the
  /// last block of the depth-first walk in it as a way out.
  void find_meetings() {
    const uint32_t blocks = flow_.graph.block_count();
    std::vector<bool> returns(blocks, false);
    std::vector<BlockId> exits, work;
    auto spread = [&](BlockId exit) {
      exits.push_back(exit);
      returns[exit] = true;
      work.push_back(exit);
      while (!work.empty()) {
        const BlockId block = work.back();
        work.pop_back();
        for (const cfg::EdgeId edge : flow_.graph.in_edges(block)) {
          const BlockId source = flow_.graph.source(edge);
          if (returns[source] || !dominators_.reached(source)) continue;
          returns[source] = true;
          work.push_back(source);
        }
      }
    };
    for (const BlockId block : dominators_.depth_first) {
      if (flow_.graph.successors(block).empty()) spread(block);
    }
    for (size_t i = dominators_.depth_first.size(); i-- > 0;) {
      if (!returns[dominators_.depth_first[i]]) spread(dominators_.depth_first[i]);
    }
    const auto after = check::find_dominators(reversed(exits), blocks);
    meeting_.assign(blocks, kNone);
    for (const BlockId block : dominators_.depth_first) {
      const auto targets = flow_.graph.successors(block);
      bool parts = false;
      for (const BlockId target : targets) parts = parts || target != targets.front();
      if (parts && after.parent[block] != blocks) meeting_[block] = after.parent[block];
    }
  }

  check::Rows reversed(const std::vector<BlockId>& exits) const {
    check::Rows rows;
    rows.first.push_back(0);
    for (BlockId block = 0; block < flow_.graph.block_count(); ++block) {
      for (const cfg::EdgeId edge : flow_.graph.in_edges(block)) {
        if (dominators_.reached(flow_.graph.source(edge))) rows.to.push_back(flow_.graph.source(edge));
      }
      rows.first.push_back(static_cast<uint32_t>(rows.to.size()));
    }
    rows.to.insert(rows.to.end(), exits.begin(), exits.end());
    rows.first.push_back(static_cast<uint32_t>(rows.to.size()));
    return rows;
  }

  /// For each block of the result: the first of the blocks of ours that alone lead to it one after the other;
  /// the block itself if there is none.
  void find_arrivals() {
    const auto blocks = static_cast<uint32_t>(function_.blocks.size());
    arrival_.resize(blocks);
    for (BlockId block = 0; block < blocks; ++block) arrival_[block] = block;
    for (const BlockId block : function_.order) {  // Dominators, and so single predecessors, come first.
      const auto predecessors = function_.predecessors_of(block);
      if (predecessors.size() != 1) continue;
      if (function_.blocks[predecessors[0]].role != Role::kPayload)
        arrival_[block] = arrival_[predecessors[0]];
    }
  }

  bool meets(BlockId branch, BlockId meeting) const {
    const BlockId from = function_.block_of_payload[branch];
    const BlockId to = arrival_[function_.block_of_payload[meeting]];
    const bool is_selection = function_.blocks[from].merge == MergeKind::kSelection;
    const uint32_t parted_in = is_selection ? constructs_.outer[from] : constructs_.inner[from];
    uint32_t met_in = constructs_.outer[to];
    // A continue target brings together the invocations of the loop, as a merge block does.
    if (met_in != kNone && constructs_.list[met_in].kind == check::ConstructKind::kContinue &&
        constructs_.list[met_in].entry == to) {
      met_in = constructs_.list[met_in].parent;
    }
    return constructs_.is_around(met_in, parted_in);
  }

  /// Each block of convergent operations once, with the nearest lost meeting that dominates it.
  std::vector<ConvergenceLoss> list_losses(const std::vector<BlockId>& lost_at) const {
    std::vector<ConvergenceLoss> losses;
    std::vector<BlockId> nearest(flow_.graph.block_count(), kNone);
    for (const BlockId block : dominators_.depth_first) {
      const BlockId above = dominators_.parent[block];
      nearest[block] = lost_at[block] != kNone ? block : above == kNone ? BlockId{kNone} : nearest[above];
    }
    for (BlockId block = 0; block < flow_.graph.block_count(); ++block) {
      if (!flow_.has_flag(block, kConvergent) && !flow_.has_flag(block, kCoConvergent)) continue;
      if (nearest[block] != kNone) losses.push_back({lost_at[nearest[block]], nearest[block], block});
    }
    return losses;
  }

  const Flow& flow_;
  const Structured& function_;
  check::Dominators dominators_;  ///< Of the program.
  check::Constructs constructs_;
  std::vector<BlockId> meeting_;  ///< By program block: where the ways of its branch meet; kNone.
  std::vector<BlockId> arrival_;
};

}  // namespace

std::vector<ConvergenceLoss> check_convergence(const Flow& flow, const Structured& function) {
  return ConvergenceChecker(flow, function).run();
}

}  // namespace trellis::structurizer
