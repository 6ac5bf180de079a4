// The convergence checker. Invocations that part at a branch meet at its immediate post-dominator, at the
// latest. In the result they do if that block lies in no construct that the branch is not in, its own
// selection included: what they left since the branch brings them together at its merge block, and nothing
// was entered apart. Blocks of ours that alone lead to the meeting count as part of it: whoever is let in by
// a ladder came to the ladder first.
#include <algorithm>

#include "cfg/dominators.hpp"
#include "cfg/loop_forest.hpp"
#include "cfg/post_visit_order.hpp"
#include "structurizer/check/check.hpp"
#include "structurizer/check/constructs.hpp"
#include "structurizer/check/support.hpp"
#include "support/containers.hpp"

namespace trellis::structurizer {

namespace {

class ConvergenceChecker {
 public:
  ConvergenceChecker(const Flow& flow, const Structured& function) : flow_(flow), function_(function) {}

  Vector<ConvergenceLoss> run() {
    const auto is_convergent = [](uint8_t flags) { return (flags & (kConvergent | kCoConvergent)) != 0; };
    if (std::none_of(flow_.flags.begin(), flow_.flags.end(), is_convergent)) return {};
    dominators_ = check::find_dominators(check::program_rows(flow_), flow_.graph.entry());
    find_meetings();
    const auto structural =
        check::find_dominators(check::structural_rows(function_), function_.order.front());
    constructs_ = check::find_constructs(flow_, function_, structural);
    find_arrivals(structural);
    Vector<BlockId> lost_at(flow_.graph.block_count(), kNone);  // By meeting: a branch that lost it.
    for (BlockId branch = 0; branch < flow_.graph.block_count(); ++branch) {
      const BlockId meeting = meeting_[branch];
      if (meeting != kNone && lost_at[meeting] == kNone && !meets(branch, meeting)) lost_at[meeting] = branch;
    }
    return list_losses(lost_at);
  }

 private:
  /// Immediate post-dominators of the branches, within the iteration of each loop that holds them.
  ///
  /// A back edge goes to a node of its own, the end of the loop's iterations, and from there to wherever the
  /// loop can be left to: what happens in the next iteration is no place for this one's invocations to meet.
  /// An edge out of several loops goes from one end to the next, so that the graph stays as large as it was.
  void find_meetings() {
    const uint32_t blocks = flow_.graph.block_count();
    Vector<Edge> edges;
    const uint32_t exit = list_iteration_edges(edges);
    add_ways_out(edges, exit);
    const auto after = check::find_dominators(reversed(edges, exit + 1), exit);
    meeting_.assign(blocks, kNone);
    for (const BlockId block : dominators_.depth_first) {
      const auto targets = flow_.graph.successors(block);
      const bool parts =
          std::any_of(targets.begin(), targets.end(), [&](BlockId target) { return target != targets[0]; });
      if (parts && after.parent[block] < blocks) meeting_[block] = after.parent[block];
    }
  }

  struct Edge {
    uint32_t source, target;
  };

  /// Nodes are the blocks, one end for each loop, and the exit, whose number is returned.
  uint32_t list_iteration_edges(Vector<Edge>& edges) const {
    const uint32_t blocks = flow_.graph.block_count();
    const cfg::PostVisitOrder order(flow_.graph);
    const cfg::DominatorTree tree = cfg::build_dominators(flow_.graph, order);
    const cfg::LoopForest loops(flow_.graph, order, tree);
    const uint32_t exit = blocks + loops.loop_count();
    Vector<bool> leads_on(loops.loop_count(), false);
    Vector<uint32_t> least_left(loops.loop_count());  // Depth of the outermost loop that an edge leaves.
    for (cfg::LoopId loop = 0; loop < loops.loop_count(); ++loop) least_left[loop] = loops.depth(loop);
    for (const BlockId source : dominators_.depth_first) {
      if (flow_.graph.successors(source).empty()) edges.push_back({source, exit});
      for (const BlockId target : flow_.graph.successors(source)) {
        const cfg::LoopId headed = loops.headed_by(target);
        if (headed != kNone && tree.dominates(target, source)) {
          edges.push_back({source, blocks + headed});
          const cfg::LoopId inner = loops.innermost(source);
          least_left[inner] = std::min(least_left[inner], loops.depth(headed));
          continue;
        }
        edges.push_back({source, target});
        const cfg::LoopId inner = loops.innermost(source);
        if (inner == kNone || loops.contains(inner, target)) continue;
        const cfg::LoopId left = loops.outermost_without(inner, target);
        least_left[inner] = std::min(least_left[inner], loops.depth(left));
        leads_on[left] = true;
        edges.push_back({blocks + left, target});
      }
    }
    for (cfg::LoopId loop = loops.loop_count(); loop-- > 0;) {
      const cfg::LoopId parent = loops.loop(loop).parent;
      if (parent != kNone) least_left[parent] = std::min(least_left[parent], least_left[loop]);
      if (leads_on[loop] && least_left[loop] == loops.depth(loop)) continue;
      edges.push_back({blocks + loop, parent == kNone ? exit : blocks + parent});
    }
    return exit;
  }

  /// Gives regions that never reach the exit (cycles with several entries that nothing leaves) an edge to it.
  static void add_ways_out(Vector<Edge>& edges, uint32_t exit) {
    const check::Rows back = reversed(edges, exit + 1);
    Vector<bool> returns(exit + 1, false);
    Vector<uint32_t> work;
    auto spread = [&](uint32_t from) {
      returns[from] = true;
      work.push_back(from);
      while (!work.empty()) {
        const uint32_t node = work.back();
        work.pop_back();
        for (const uint32_t source : back.row(node)) {
          if (!returns[source]) work.push_back(source);
          returns[source] = true;
        }
      }
    };
    spread(exit);
    for (size_t i = edges.size(); i-- > 0;) {
      const uint32_t source = edges[i].source;
      if (returns[source]) continue;
      edges.push_back({source, exit});
      spread(source);
    }
  }

  static check::Rows reversed(const Vector<Edge>& edges, uint32_t nodes) {
    check::Rows rows;
    rows.first.assign(nodes + 1, 0);
    rows.to.resize(edges.size());
    for (const Edge& edge : edges) ++rows.first[edge.target + 1];
    for (uint32_t node = 0; node < nodes; ++node) rows.first[node + 1] += rows.first[node];
    Vector<uint32_t> next(rows.first.begin(), rows.first.end() - 1);
    for (const Edge& edge : edges) rows.to[next[edge.target]++] = edge.source;
    return rows;
  }

  /// For each block of the result: of it and the blocks of ours that alone lead to it one after the other,
  /// the one in the outermost construct.
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

  /// The construct in which the invocations are together that arrive at a meeting; kNone: in the function.
  uint32_t met_in(BlockId meeting) const {
    const BlockId at = arrival_[function_.block_of_payload[meeting]];
    const uint32_t around = constructs_.outer[at];
    if (around == kNone) return kNone;
    // A continue target brings together the invocations of the loop, as a merge block does.
    const check::Construct& construct = constructs_.list[around];
    return construct.kind == check::ConstructKind::kContinue && construct.entry == at ? construct.parent
                                                                                      : around;
  }

  bool meets(BlockId branch, BlockId meeting) const {
    const BlockId from = function_.block_of_payload[branch];
    const bool is_selection = function_.blocks[from].merge == MergeKind::kSelection;
    return constructs_.is_around(met_in(meeting),
                                 is_selection ? constructs_.outer[from] : constructs_.inner[from]);
  }

  /// Each block of convergent operations that runs before everybody is together again, with the nearest lost
  /// meeting that dominates it. Behind the construct in which the meeting is, they are.
  Vector<ConvergenceLoss> list_losses(const Vector<BlockId>& lost_at) const {
    Vector<ConvergenceLoss> losses;
    Vector<BlockId> nearest(flow_.graph.block_count(), kNone);
    for (const BlockId block : dominators_.depth_first) {
      const BlockId above = dominators_.parent[block];
      BlockId meeting = lost_at[block] != kNone ? block : above == kNone ? BlockId{kNone} : nearest[above];
      const uint32_t inside = constructs_.inner[function_.block_of_payload[block]];
      while (meeting != kNone && !constructs_.is_around(met_in(meeting), inside)) {
        meeting =
            dominators_.parent[meeting] == kNone ? BlockId{kNone} : nearest[dominators_.parent[meeting]];
      }
      nearest[block] = meeting;
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
  Vector<BlockId> meeting_;  ///< By program block: where the ways of its branch meet; kNone.
  Vector<BlockId> arrival_;
};

}  // namespace

Vector<ConvergenceLoss> check_convergence(const Flow& flow, const Structured& function) {
  return ConvergenceChecker(flow, function).run();
}

}  // namespace trellis::structurizer
