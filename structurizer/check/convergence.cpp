// The convergence checker. It answers two questions.
//
// Do invocations reconverge as early as in the program? Invocations that diverge at a branch reconverge at
// its immediate post-dominator, at the latest. In the result they do if that block lies only in constructs
// that also contain the branch, not counting the branch's own selection: the constructs they have left since
// the branch bring them together at their merge blocks, and no construct was entered by only some of them.
// Inserted blocks that only lead to the reconvergence count as part of it: lanes that a ladder lets in were
// together at the ladder.
//
// What guarantees it? Paths of the result that meet in a merge block were in its construct, whose header
// their invocations entered together. Structured paths can meet in two other blocks: a continue target, and a
// case that another case falls through into.
#include <algorithm>
#include <optional>

#include "structurizer/check/check.hpp"
#include "structurizer/check/constructs.hpp"
#include "structurizer/check/reconvergence.hpp"
#include "structurizer/check/support.hpp"
#include "support/compressed_rows.hpp"
#include "support/containers.hpp"

namespace trellis::structurizer {

namespace {

/// Returns the program's graph with the edges of marked breaks added. Its loops are those of the source, and
/// invocations that break in different iterations first meet after the loop.
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
  explicit ConvergenceChecker(check::Shared& shared)
      : shared_(shared), flow_(shared.flow()), function_(shared.function()) {}

  Vector<ConvergenceLoss> run() {
    const auto is_convergent = [](uint8_t flags) { return (flags & (kConvergent | kCoConvergent)) != 0; };
    if (std::none_of(flow_.flags.begin(), flow_.flags.end(), is_convergent)) return {};
    std::optional<cfg::Graph> with_breaks;
    const cfg::Graph& source =
        flow_.marked_breaks.empty() ? flow_.graph : with_breaks.emplace(source_graph(flow_));
    dominators_ = check::find_dominators(source.successor_rows(), source.entry());
    structural_ = &shared_.structural_dominators();
    constructs_ = &shared_.constructs();
    find_arrivals();
    find_late_reconvergence(check::find_reconvergence(source, dominators_));
    find_nearest_late();
    find_undeclared_joins();
    return list_losses();
  }

 private:
  /// Returns false for blocks that are only reached by edges that are never taken.
  bool is_run(BlockId block) const { return function_.block_of_payload[block] != kNone; }

  /// Computes arrival_. A block of the result and the chain of inserted blocks that are its only way in count
  /// as one. The chain's block in the outermost construct represents them.
  void find_arrivals() {
    const auto blocks = static_cast<uint32_t>(function_.blocks.size());
    arrival_.resize(blocks);
    for (BlockId block = 0; block < blocks; ++block) arrival_[block] = block;
    // In this order, dominators come before the blocks they dominate, and so do single predecessors.
    for (const BlockId block : function_.order) {
      const BlockId only = only_source(block);
      if (only == kNone || function_.blocks[only].role == Role::kPayload) continue;
      const BlockId before = arrival_[only];
      if (constructs_->is_around(constructs_->outer[before], constructs_->outer[block]))
        arrival_[block] = before;
    }
  }

  /// Returns the only block that leads to a block, ignoring back edges; kNone if there are several or none.
  BlockId only_source(BlockId block) const {
    BlockId only = kNone;
    for (const BlockId predecessor : function_.predecessors_of(block)) {
      if (structural_->dominates(block, predecessor)) continue;
      if (only != kNone) return kNone;
      only = predecessor;
    }
    return only;
  }

  /// Returns the construct in which the invocations that reconverge at a program block are together; kNone
  /// means outside all constructs.
  uint32_t construct_at(BlockId reconvergence) const {
    const BlockId at = arrival_[function_.block_of_payload[reconvergence]];
    const uint32_t around = constructs_->outer[at];
    if (around == kNone) return kNone;
    // A continue target belongs to the invocations of the loop, just as the body does.
    const check::Construct& construct = constructs_->list[around];
    return construct.kind == check::ConstructKind::kContinue && construct.entry == at ? construct.parent
                                                                                      : around;
  }

  bool reconverges(BlockId branch, BlockId at) const {
    const BlockId from = function_.block_of_payload[branch];
    const bool is_selection = function_.blocks[from].merge == MergeKind::kSelection;
    return constructs_->is_around(construct_at(at),
                                  is_selection ? constructs_->outer[from] : constructs_->inner[from]);
  }

  void find_late_reconvergence(const Vector<BlockId>& reconvergence) {
    late_for_.assign(flow_.graph.block_count(), kNone);
    for (BlockId branch = 0; branch < flow_.graph.block_count(); ++branch) {
      const BlockId at = reconvergence[branch];
      if (at == kNone || !is_run(branch) || !is_run(at) || flow_.graph.successors(branch).size() < 2)
        continue;
      if (late_for_[at] == kNone && !reconverges(branch, at)) late_for_[at] = branch;
    }
  }

  /// Computes nearest_late_. After the construct that contains the late reconvergence, invocations have
  /// reconverged.
  void find_nearest_late() {
    nearest_late_.assign(flow_.graph.block_count(), kNone);
    for (const BlockId block : dominators_.depth_first) {
      const BlockId above = dominators_.parent[block];
      BlockId late = late_for_[block] != kNone ? block
                     : above == kNone          ? BlockId{kNone}
                                               : nearest_late_[above];
      nearest_late_[block] = late;
      if (!is_run(block)) continue;
      const uint32_t inside = constructs_->inner[function_.block_of_payload[block]];
      while (late != kNone && !constructs_->is_around(construct_at(late), inside)) {
        late = dominators_.parent[late] == kNone ? BlockId{kNone} : nearest_late_[dominators_.parent[late]];
      }
      nearest_late_[block] = late;
    }
  }

  /// A block where paths meet that is not a merge block.
  struct Join {
    BlockId block = kNone;  ///< A block of the result.
    Grade grade = Grade::kDeclared;
  };

  /// Computes joins_: for each construct, the worst undeclared join that the code in it runs after. A
  /// continue target, and a join that leads straight to one, affect the whole loop from the second iteration
  /// on, and the adjacent continue construct.
  void find_undeclared_joins() {
    joins_.assign(constructs_->list.size(), {});
    for (const BlockId block : function_.order) {
      if (constructs_->merge_of[block] != kNone || constructs_->outer[block] == kNone) continue;
      if (only_source(block) != kNone || !is_entered(block)) continue;
      const uint32_t around = constructs_->outer[block];
      const check::Construct& construct = constructs_->list[around];
      const bool is_continue = construct.kind == check::ConstructKind::kContinue && construct.entry == block;
      note_join(is_continue ? constructs_->inner[construct.header] : around,
                {block, is_continue ? Grade::kMaximal : Grade::kNone});
      if (!is_continue && leads_to_next_iteration(block)) note_join(construct.loop, {block, Grade::kNone});
    }
    for (uint32_t id = 0; id < joins_.size(); ++id) {  // Constructs come after the ones around them.
      const check::Construct& construct = constructs_->list[id];
      if (construct.parent != kNone) note_join(id, joins_[construct.parent]);
      if (construct.kind == check::ConstructKind::kContinue)
        note_join(id, joins_[constructs_->inner[construct.header]]);
    }
  }

  /// Returns true if some path from the block to the continue target of its loop passes no merge block of a
  /// construct around the block.
  bool leads_to_next_iteration(BlockId block) const {
    const uint32_t loop = constructs_->list[constructs_->outer[block]].loop;
    if (loop == kNone || constructs_->list[loop].kind != check::ConstructKind::kLoop) return false;
    const BlockId target = function_.blocks[constructs_->list[loop].header].continue_block;
    const auto predecessors = function_.predecessors_of(target);
    return std::any_of(predecessors.begin(), predecessors.end(),
                       [&](BlockId predecessor) { return structural_->dominates(block, predecessor); });
  }

  /// Returns false for blocks that only back edges lead to.
  bool is_entered(BlockId block) const {
    const auto predecessors = function_.predecessors_of(block);
    return std::any_of(predecessors.begin(), predecessors.end(),
                       [&](BlockId predecessor) { return !structural_->dominates(block, predecessor); });
  }

  void note_join(uint32_t construct, const Join& join) {
    if (join.grade < joins_[construct].grade) joins_[construct] = join;
  }

  /// Describes the join in terms of the program. The branch is the nearest program block that dominates all
  /// sources of the join.
  ConvergenceLoss describe(const Join& join, BlockId operation) const {
    ConvergenceLoss loss;
    loss.operation = operation;
    loss.grade = join.grade;
    BlockId branch = structural_->parent[join.block];
    BlockId common = kNone;
    for (const BlockId source : function_.predecessors_of(join.block)) {
      if (!structural_->dominates(join.block, source))
        common = common == kNone ? source : nearest_common(common, source);
    }
    if (common != kNone) branch = common;
    while (branch != kNone && function_.blocks[branch].payload == kNone) branch = structural_->parent[branch];
    if (branch != kNone) loss.branch = function_.blocks[branch].payload;
    loss.reconvergence = function_.blocks[join.block].payload;
    if (loss.reconvergence != kNone) return loss;
    loss.ends_iteration = true;
    // Inserted blocks before the loop's first block have one successor.
    BlockId first = constructs_->continue_of[join.block];
    while (first != kNone && function_.blocks[first].payload == kNone)
      first = function_.successors_of(first)[0];
    if (first != kNone) loss.reconvergence = function_.blocks[first].payload;
    return loss;
  }

  BlockId nearest_common(BlockId a, BlockId b) const {
    while (!structural_->dominates(a, b)) a = structural_->parent[a];
    return a;
  }

  /// Returns each block of convergent operations that runs before all its invocations have reconverged.
  Vector<ConvergenceLoss> list_losses() const {
    Vector<ConvergenceLoss> losses;
    for (BlockId block = 0; block < flow_.graph.block_count(); ++block) {
      if (!flow_.has_flag(block, kConvergent) && !flow_.has_flag(block, kCoConvergent)) continue;
      const BlockId late = nearest_late_[block];
      if (late != kNone) {
        losses.push_back({late_for_[late], late, block, false, Grade::kNone});
        continue;
      }
      if (!is_run(block)) continue;
      const uint32_t inside = constructs_->inner[function_.block_of_payload[block]];
      if (inside == kNone || joins_[inside].grade == Grade::kDeclared) continue;
      losses.push_back(describe(joins_[inside], block));
    }
    return losses;
  }

  check::Shared& shared_;
  const Flow& flow_;
  const Structured& function_;
  check::Dominators dominators_;                   ///< Dominators of the program.
  const check::Dominators* structural_ = nullptr;  ///< Dominators of structural_rows.
  const check::Constructs* constructs_ = nullptr;
  Vector<BlockId> arrival_;  ///< By block of the result; see find_arrivals().
  /// By program block: a branch whose invocations reconverge there in the program, but later in the result.
  Vector<BlockId> late_for_;
  /// By program block: the nearest block with a late reconvergence that dominates it.
  Vector<BlockId> nearest_late_;
  Vector<Join> joins_;  ///< By construct; see find_undeclared_joins().
};

}  // namespace

Vector<ConvergenceLoss> check_convergence(check::Shared& shared) { return ConvergenceChecker(shared).run(); }

Vector<ConvergenceLoss> check_convergence(const Flow& flow, const Structured& function) {
  check::Shared shared(flow, function);
  return check_convergence(shared);
}

}  // namespace trellis::structurizer
