// The convergence checker. Invocations that diverge at a branch reconverge at its immediate post-dominator,
// at the latest. In the result they do if that block lies in no construct that the branch is not in, its own
// selection included: the constructs they have left since the branch bring them together at their merge
// blocks, and none was entered by some of them alone. Blocks of ours that alone lead to the reconvergence
// count as part of it: whoever is let in by a ladder came to the ladder first.
#include <algorithm>

#include "structurizer/check/check.hpp"
#include "structurizer/check/constructs.hpp"
#include "structurizer/check/reconvergence.hpp"
#include "structurizer/check/support.hpp"
#include "support/compressed_rows.hpp"
#include "support/containers.hpp"

namespace trellis::structurizer {

namespace {

/// The program's graph with the edges that marked breaks had: loops are those of the source, and where
/// invocations that break in different iterations first meet is behind them.
cfg::Graph source_graph(const Flow& flow) {
  const cfg::Graph& graph = flow.graph;
  return cfg::Graph(collect_rows<BlockId>(graph.block_count(),
                                          [&](const auto& add) {
                                            for (BlockId block = 0; block < graph.block_count(); ++block) {
                                              for (const BlockId target : graph.successors(block)) {
                                                add(block, target);
                                              }
                                            }
                                            for (const MarkedBreak& mark : flow.marked_breaks) {
                                              add(mark.block, mark.inside);
                                            }
                                          }),
                    graph.entry());
}

class ConvergenceChecker {
 public:
  ConvergenceChecker(const Flow& flow, const Structured& function) : flow_(flow), function_(function) {}

  Vector<ConvergenceLoss> run() {
    const auto is_convergent = [](uint8_t flags) { return (flags & (kConvergent | kCoConvergent)) != 0; };
    if (std::none_of(flow_.flags.begin(), flow_.flags.end(), is_convergent)) return {};
    const cfg::Graph source = flow_.marked_breaks.empty() ? flow_.graph : source_graph(flow_);
    dominators_ = check::find_dominators(source.successor_rows(), source.entry());
    const Vector<BlockId> reconvergence = check::find_reconvergence(source, dominators_);
    const auto structural =
        check::find_dominators(check::structural_rows(function_), function_.order.front());
    constructs_ = check::find_constructs(flow_, function_, structural);
    find_arrivals(structural);
    Vector<BlockId> lost_at(flow_.graph.block_count(), kNone);  // By reconvergence: a branch that lost it.
    for (BlockId branch = 0; branch < flow_.graph.block_count(); ++branch) {
      const BlockId at = reconvergence[branch];
      if (at == kNone || !is_run(branch) || !is_run(at) || flow_.graph.successors(branch).size() < 2)
        continue;
      if (lost_at[at] == kNone && !reconverges(branch, at)) lost_at[at] = branch;
    }
    return list_losses(lost_at);
  }

 private:
  /// False for blocks that only edges lead to that are never taken.
  bool is_run(BlockId block) const { return function_.block_of_payload[block] != kNone; }

  /// Finds arrival_: a block of the result, and blocks of ours that alone lead to it one after the other,
  /// count as one, and stand for it in the outermost construct that any of them is in.
  void find_arrivals(const check::Dominators& structural) {
    const auto blocks = static_cast<uint32_t>(function_.blocks.size());
    arrival_.resize(blocks);
    for (BlockId block = 0; block < blocks; ++block) arrival_[block] = block;
    for (const BlockId block : function_.order) {  // Dominators, and so single predecessors, come first.
      BlockId only = kNone;
      uint32_t count = 0;
      for (const BlockId predecessor : function_.predecessors_of(block)) {
        if (structural.dominates(block, predecessor)) continue;  // The back edge of a loop header.
        only = predecessor;
        ++count;
      }
      if (count != 1 || function_.blocks[only].role == Role::kPayload) continue;
      const BlockId before = arrival_[only];
      if (constructs_.is_around(constructs_.outer[before], constructs_.outer[block]))
        arrival_[block] = before;
    }
  }

  /// The construct in which the invocations that reconverge at a program block are together; kNone: outside
  /// all constructs.
  uint32_t construct_at(BlockId reconvergence) const {
    const BlockId at = arrival_[function_.block_of_payload[reconvergence]];
    const uint32_t around = constructs_.outer[at];
    if (around == kNone) return kNone;
    // A continue target brings together the invocations of the loop, as a merge block does.
    const check::Construct& construct = constructs_.list[around];
    return construct.kind == check::ConstructKind::kContinue && construct.entry == at ? construct.parent
                                                                                      : around;
  }

  bool reconverges(BlockId branch, BlockId at) const {
    const BlockId from = function_.block_of_payload[branch];
    const bool is_selection = function_.blocks[from].merge == MergeKind::kSelection;
    return constructs_.is_around(construct_at(at),
                                 is_selection ? constructs_.outer[from] : constructs_.inner[from]);
  }

  /// Each block of convergent operations that runs before all invocations are together again, with the
  /// nearest lost reconvergence that dominates it. Behind the construct which that is in, they are together.
  Vector<ConvergenceLoss> list_losses(const Vector<BlockId>& lost_at) const {
    Vector<ConvergenceLoss> losses;
    Vector<BlockId> nearest(flow_.graph.block_count(), kNone);
    for (const BlockId block : dominators_.depth_first) {
      const BlockId above = dominators_.parent[block];
      BlockId lost = lost_at[block] != kNone ? block : above == kNone ? BlockId{kNone} : nearest[above];
      nearest[block] = lost;
      if (!is_run(block)) continue;
      const uint32_t inside = constructs_.inner[function_.block_of_payload[block]];
      while (lost != kNone && !constructs_.is_around(construct_at(lost), inside)) {
        lost = dominators_.parent[lost] == kNone ? BlockId{kNone} : nearest[dominators_.parent[lost]];
      }
      nearest[block] = lost;
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
  Vector<BlockId> arrival_;  ///< By block of the result; see find_arrivals.
};

}  // namespace

Vector<ConvergenceLoss> check_convergence(const Flow& flow, const Structured& function) {
  return ConvergenceChecker(flow, function).run();
}

}  // namespace trellis::structurizer
