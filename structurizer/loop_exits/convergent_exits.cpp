#include "structurizer/loop_exits/convergent_exits.hpp"

#include <algorithm>
#include <optional>

#include "structurizer/loop_exits/emission_order.hpp"
#include "structurizer/loop_exits/loop_ancestry.hpp"
#include "structurizer/loop_exits/loop_condition.hpp"
#include "support/containers.hpp"
#include "support/sort_stably.hpp"

namespace trellis::structurizer {

using cfg::LoopId;

namespace {

class ExitKeeper {
 public:
  ExitKeeper(const Flow& flow, ReducibleGraph& reducible)
      : flow_(flow),
        reducible_(reducible),
        graph_(reducible.graph),
        order_(reducible.order),
        dominators_(reducible.dominators),
        loops_(reducible.loops),
        conditions_(flow, reducible),
        emitted_(reducible),
        nesting_(reducible.loops.loop_count()) {}

  Vector<ExitGuess> run() {
    count_co_convergent();
    follows_.assign(graph_.block_count(), {});
    kept_in_.assign(graph_.block_count(), kNone);
    home_.assign(graph_.block_count(), kNone);
    find_break_targets();
    for (LoopId loop = 0; loop < loops_.loop_count(); ++loop) find_what_follows(loop);
    bool changed = false;
    // In topological order, the predecessors of a block are decided before the block itself.
    for (BlockId node : order_.reverse_post_order()) changed = keep(node) || changed;
    if (changed) loops_.renumber();
    return std::move(guesses_);
  }

 private:
  /// Limits how many jump-only blocks a walk follows; optimizers leave only a few.
  static constexpr uint32_t kMaxJumps = 8;

  void count_co_convergent() {
    before_.assign(graph_.block_count() + 2, 0);
    for (BlockId node = 0; node < reducible_.payload_count; ++node) {
      if (order_.reached(node) && flow_.has_flag(node, kCoConvergent))
        before_[dominators_.enter(node) + 1] = 1;
    }
    for (size_t i = 1; i < before_.size(); ++i) before_[i] += before_[i - 1];
  }
  bool leads_to_co_convergent(BlockId node) const {
    return before_[dominators_.leave(node) + 1] != before_[dominators_.enter(node)];
  }

  /// Records the loop in follows_ for each block that follows it.
  void find_what_follows(LoopId loop) {
    Vector<BlockId> following = condition_exits(loop);
    const Vector<BlockId>& marked = break_targets_[loop];
    following.insert(following.end(), marked.begin(), marked.end());
    if (following.empty()) following.push_back(guessed_exit(loop));
    for (BlockId node : following) {
      if (node != kNone) follows_[node].push_back(loop);
    }
  }

  /// Returns the block that probably follows a loop whose own condition is not known.
  BlockId guessed_exit(LoopId loop) {
    const BlockId common = common_continuation(loop);
    if (common != kNone) return common;
    const BlockId largest = largest_exit(loop), first = emitted_.follower(loop);
    const BlockId behind = first == kNone ? largest : first;
    if (behind != kNone && behind != largest) note_guess(loop, behind, largest);
    return behind;
  }

  void note_guess(LoopId loop, BlockId behind, BlockId inside) {
    if (behind == inside || !(leads_to_co_convergent(behind) || leads_to_co_convergent(inside))) return;
    if (reducible_.is_payload(loops_.loop(loop).header)) {
      guesses_.push_back({loops_.loop(loop).header, behind, inside});
    }
  }

  /// Finds the targets of marked breaks out of each loop; those blocks follow the loop.
  void find_break_targets() {
    break_targets_.assign(loops_.loop_count(), {});
    for (const MarkedBreak& mark : flow_.marked_breaks) {
      if (!order_.reached(mark.block)) continue;
      const LoopId loop = loops_.innermost(mark.block);
      for (BlockId target : graph_.successors(mark.block)) {
        if (loop == kNone || loops_.contains(loop, target)) continue;
        if (ends_switch(loop, mark.block, target)) continue;
        break_targets_[loop].push_back(target);
      }
    }
  }

  /// Returns true if the break leaves a switch; the compiler marks such breaks as if they left the loop
  /// around the switch. There are two signs: another case leads straight to the same block, which no case
  /// does to leave a loop; or the break is in a case, and the loop's own exits lead elsewhere.
  bool ends_switch(LoopId loop, BlockId block, BlockId target) const {
    const BlockId join = after_jumps(target), parent = dominators_.parent(join);
    if (is_switch_in(loop, parent)) {
      const auto cases = graph_.successors(parent);
      const auto leads_there = [&](BlockId first) { return after_jumps(first) == join; };
      if (std::any_of(cases.begin(), cases.end(), leads_there)) return true;
    }
    return is_in_case(loop, block) && leaves_elsewhere(loop, target);
  }

  bool is_switch_in(LoopId loop, BlockId block) const {
    return block != kNone && loops_.innermost(block) == loop && flow_.has_flag(block, kSwitch);
  }

  /// Returns true if the innermost switch around the block has a case that dominates the block and that no
  /// other case falls through to.
  bool is_in_case(LoopId loop, BlockId block) const {
    for (BlockId parent = dominators_.parent(block); parent != kNone && loops_.contains(loop, parent);
         block = parent, parent = dominators_.parent(block)) {
      if (is_switch_in(loop, parent)) return graph_.in_edges(block).size() == 1;
    }
    return false;
  }

  /// Returns true if the header or a latch leaves the loop for a block that jumps from the target do not
  /// reach.
  bool leaves_elsewhere(LoopId loop, BlockId target) const {
    Vector<BlockId> exits = exits_of(loop, loops_.loop(loop).header);
    for (const BlockId latch : reducible_.latches(loop)) {
      const Vector<BlockId> of_latch = exits_of(loop, latch);
      exits.insert(exits.end(), of_latch.begin(), of_latch.end());
    }
    return !exits.empty() && !leads_to_first({target}, exits, {}) && !leads_to_first(exits, {target}, {}) &&
           std::none_of(exits.begin(), exits.end(),
                        [&](BlockId exit) { return after_jumps(exit) == after_jumps(target); });
  }

  /// Skips blocks that only jump: returns the first block, starting with this one, that has several in-edges,
  /// does not have exactly one successor, or holds a co-convergent operation.
  BlockId after_jumps(BlockId block) const {
    for (uint32_t jumps = 0; jumps < kMaxJumps; ++jumps) {
      const auto targets = graph_.successors(block);
      if (graph_.in_edges(block).size() > 1 || targets.size() != 1 || flow_.has_flag(block, kCoConvergent))
        break;
      block = targets[0];
    }
    return block;
  }

  /// Returns the targets of the loop's own condition: exits of the only latch, or else of the header, that
  /// lead past the loop. If both do, one may be an `if` that ends in a jump. The loop's condition leads to
  /// where marked breaks lead, and leaves no more loops than a jump can. If neither rule decides, hints do
  /// (kSelection). As a last resort: a jump at the start of a `do ... while` leads to where what follows the
  /// loop leads, or it would have been emitted in the loop; so the header's exit is taken for a jump if it
  /// does.
  Vector<BlockId> condition_exits(LoopId loop) {
    const Vector<BlockId> latches = reducible_.latches(loop);
    const BlockId header = loops_.loop(loop).header,
                  latch = latches.size() == 1 ? latches[0] : BlockId{kNone};
    Vector<BlockId> of_header = behind(loop, exits_of(loop, header));
    Vector<BlockId> of_latch;
    if (latch != kNone && latch != header) of_latch = behind(loop, exits_of(loop, latch));
    BlockId decision = latch;
    if (of_header.empty() && of_latch.empty()) {
      if (latch != kNone) decision = decision_before(loop, latch);
      if (latch != kNone) of_latch = behind(loop, exits_of(loop, decision));
      if (of_latch.empty()) return exits_of_long_condition(loop);
    }
    // A condition of several blocks. The latch's exit may be an `if` that returns.
    if (of_header.empty()) of_header = behind(loop, conditions_.exits_after_header(loop));
    if (of_header.empty() || of_latch.empty()) return of_latch.empty() ? of_header : of_latch;
    if (leads_to_first(break_targets_[loop], of_latch, of_header)) return of_latch;
    if (leads_to_first(break_targets_[loop], of_header, of_latch)) return of_header;
    const uint32_t from_header = deepest(loop, of_header), from_latch = deepest(loop, of_latch);
    if (from_header != from_latch) return from_header > from_latch ? of_header : of_latch;
    const bool latch_is_if = flow_.has_flag(decision, kSelection);
    if (latch_is_if != flow_.has_flag(header, kSelection)) return latch_is_if ? of_header : of_latch;
    const bool header_jumps = follow_all(of_header, of_latch);
    note_guess(loop, header_jumps ? of_latch[0] : of_header[0], header_jumps ? of_header[0] : of_latch[0]);
    return header_jumps ? of_latch : of_header;
  }

  /// If a latch only jumps, returns the block that decides whether it runs; otherwise the latch.
  BlockId decision_before(LoopId loop, BlockId latch) const {
    BlockId block = latch;
    while (graph_.successors(block).size() == 1 && graph_.in_edges(block).size() == 1 &&
           block != loops_.loop(loop).header && loops_.innermost(block) == loop &&
           !flow_.has_flag(block, kEffects)) {
      block = graph_.source(graph_.in_edges(block)[0]);
    }
    return loops_.innermost(block) == loop ? block : latch;
  }

  /// Returns true if each of the `later` exits leads, by jumps without co-convergent operations, to a block
  /// that all paths from each of the `earlier` exits reach.
  bool follow_all(const Vector<BlockId>& later, const Vector<BlockId>& earlier) {
    return std::all_of(later.begin(), later.end(), [&](BlockId late) {
      return std::all_of(earlier.begin(), earlier.end(), [&](BlockId early) { return follows(late, early); });
    });
  }

  bool follows(BlockId late, BlockId early) {
    const cfg::PostDominators& after = post_dominators();
    for (uint32_t jumps = 0; jumps < kMaxJumps; ++jumps) {
      if (after.tree.dominates(late, early)) return true;
      const auto targets = graph_.successors(late);
      if (flow_.has_flag(late, kCoConvergent) || targets.size() > 1) return false;
      if (targets.empty()) return true;  // A return, which optimizers may have duplicated.
      late = targets[0];
    }
    return false;
  }

  const cfg::PostDominators& post_dominators() {
    if (!post_dominators_) post_dominators_ = build_post_dominators(graph_, order_);
    return *post_dominators_;
  }

  /// Keeps only the exits that lead past the loop: those to blocks that were emitted after it or that every
  /// path reaches.
  Vector<BlockId> behind(LoopId loop, Vector<BlockId> exits) {
    std::erase_if(exits, [&](BlockId target) {
      return !emitted_.is_behind(loop, target) &&
             !post_dominators().tree.dominates(target, loops_.loop(loop).header);
    });
    return exits;
  }

  /// Like condition_exits(), for conditions of several blocks. If marked breaks show what follows the loop,
  /// the condition must lead there.
  Vector<BlockId> exits_of_long_condition(LoopId loop) {
    for (const Vector<BlockId>& exits : {behind(loop, conditions_.exits_after_header(loop)),
                                         behind(loop, conditions_.exits_before_back_edges(loop))}) {
      if (exits.empty()) continue;
      if (break_targets_[loop].empty() || leads_to_first(break_targets_[loop], exits, {}) ||
          leads_to_first(exits, break_targets_[loop], {})) {
        return exits;
      }
    }
    return {};
  }

  Vector<BlockId> exits_of(LoopId loop, BlockId node) const {
    Vector<BlockId> exits;
    for (BlockId target : graph_.successors(node)) {
      if (!loops_.contains(loop, target)) exits.push_back(target);
    }
    return exits;
  }

  /// Returns true if jumps from one of the `from` blocks lead to a wanted block without passing one of the
  /// others first.
  bool leads_to_first(const Vector<BlockId>& from, const Vector<BlockId>& wanted,
                      const Vector<BlockId>& others) const {
    const auto is_one_of = [](const Vector<BlockId>& blocks, BlockId block) {
      return std::find(blocks.begin(), blocks.end(), block) != blocks.end();
    };
    for (BlockId block : from) {
      for (uint32_t jumps = 0; jumps < kMaxJumps && !is_one_of(others, block); ++jumps) {
        if (is_one_of(wanted, block)) return true;
        const auto targets = graph_.successors(block);
        if (targets.size() != 1) break;
        block = targets[0];
      }
    }
    return false;
  }

  /// Returns how many loops the deepest of the exits stays in.
  uint32_t deepest(LoopId loop, const Vector<BlockId>& exits) const {
    uint32_t depth = 0;
    for (BlockId block : exits) {
      // If a loop begins there, the exit enters it, unless it is around this loop.
      LoopId into = loops_.innermost(block);
      if (loops_.headed_by(block) == into && into != kNone &&
          !loops_.contains(into, loops_.loop(loop).header)) {
        into = loops_.loop(into).parent;
      }
      depth = std::max(depth, loops_.depth(into));
    }
    return depth;
  }

  /// Returns the block that every exit leads to, or kNone if that is only the end of the function. It is the
  /// first block outside the loop among the post-dominators of the header.
  BlockId common_continuation(LoopId loop) {
    if (continuations_.empty()) find_common_continuations();
    return continuations_[loop];
  }

  /// Processes inner loops first, so that a walk up the tree passes each in one step.
  void find_common_continuations() {
    const cfg::PostDominators& after = post_dominators();
    continuations_.assign(loops_.loop_count(), kNone);
    for (LoopId loop = loops_.loop_count(); loop-- > 0;) {
      BlockId common = after.tree.parent(loops_.loop(loop).header);
      while (common != kNone && common != after.virtual_exit && loops_.contains(loop, common)) {
        const LoopId inner = loops_.headed_by(common);
        common = inner == kNone ? after.tree.parent(common) : continuations_[inner];
      }
      continuations_[loop] = common == after.virtual_exit ? BlockId{kNone} : common;
    }
  }

  /// Returns the exit that dominates the most blocks; kNone if nothing leaves the loop.
  BlockId largest_exit(LoopId loop) {
    if (largest_.empty()) find_largest_exits();
    return largest_[loop];
  }

  struct Exit {
    BlockId from, to;
  };

  /// Lists all exits of loops, in reverse post-order of their blocks.
  Vector<Exit> list_exits() const {
    Vector<Exit> exits;
    for (BlockId node : order_.reverse_post_order()) {
      const LoopId loop = loops_.innermost(node);
      for (BlockId target : graph_.successors(node)) {
        if (loop != kNone && !loops_.contains(loop, target)) exits.push_back({node, target});
      }
    }
    return exits;
  }

  /// Processes exits from the largest on. The first that leaves a loop is that loop's largest exit.
  void find_largest_exits() {
    Vector<Exit> exits = list_exits();
    sort_stably(exits.begin(), exits.end(), [&](const Exit& a, const Exit& b) {
      const auto size = [&](BlockId node) { return dominators_.leave(node) - dominators_.enter(node); };
      return size(a.to) > size(b.to);
    });
    largest_.assign(loops_.loop_count(), kNone);
    search_from_.resize(loops_.loop_count());
    for (LoopId loop = 0; loop < search_from_.size(); ++loop) search_from_[loop] = loop;
    for (const Exit& exit : exits) {
      LoopId loop = first_without_exit(loops_.innermost(exit.from));
      while (loop != kNone && !loops_.contains(loop, exit.to)) {
        largest_[loop] = exit.to;
        search_from_[loop] = loops_.loop(loop).parent;
        loop = first_without_exit(loop);
      }
    }
  }

  /// Returns the innermost loop, among the given one and those around it, that has no largest exit yet.
  /// Shortens the search path for the next call (path halving).
  LoopId first_without_exit(LoopId loop) {
    while (loop != kNone && search_from_[loop] != loop) {
      LoopId& next = search_from_[loop];
      if (next != kNone) next = search_from_[next];
      loop = next;
    }
    return loop;
  }

  /// Puts a block into the innermost loop that is the only way to it, if it belongs there. Returns true if
  /// the block was moved.
  bool keep(BlockId node) {
    const LoopId heads = loops_.headed_by(node);
    const LoopId around = heads == kNone ? loops_.innermost(node) : loops_.loop(heads).parent;
    // What follows the last wave operation stays with it, since outside the loop it would come after a
    // ladder.
    const BlockId above = dominators_.parent(node);
    const LoopId goes_on_in = above == kNone ? LoopId{kNone} : kept_in_[above];
    if (goes_on_in != kNone && holds(goes_on_in, around)) kept_in_[node] = goes_on_in;
    const LoopId into = belongs_in(node, around);
    home_[node] = into;
    if (heads != kNone) nesting_.put(heads, into);
    if (goes_on_in == kNone && !leads_to_co_convergent(node)) return false;
    if (into == around) return false;
    loops_.put_into(into, node);
    kept_in_[node] = into;
    pull_in(node, into);
    return true;
  }

  /// Returns the innermost loop that is the only way to a block, skipping loops that the block follows.
  /// `around` is the innermost loop that holds the block.
  LoopId belongs_in(BlockId node, LoopId around) {
    LoopId from = kNone;
    bool is_first = true;
    for (cfg::EdgeId edge : graph_.in_edges(node)) {
      const BlockId source = graph_.source(edge);
      if (!order_.reached(source) || dominators_.dominates(node, source)) continue;
      const LoopId heads = loops_.headed_by(source);
      const LoopId comes_from = heads == kNone ? home_[source] : heads;
      from = is_first ? comes_from : nesting_.common(from, comes_from);
      is_first = false;
    }
    if (!nesting_.holds(around, from)) return around;
    LoopId into = from;
    for (LoopId loop : follows_[node]) {
      const bool is_left = loop != around && nesting_.holds(around, loop) && nesting_.holds(loop, into);
      if (is_left) into = nesting_.outer(loop);
    }
    return into;
  }

  /// Puts into the loop what lies on the paths from it to a block that was put into it. Other loops are moved
  /// as a whole.
  void pull_in(BlockId node, LoopId into) {
    Vector<BlockId> work = {node};
    while (!work.empty()) {
      const BlockId block = work.back();
      work.pop_back();
      for (cfg::EdgeId edge : graph_.in_edges(block)) {
        const BlockId source = graph_.source(edge);
        if (!order_.reached(source) || dominators_.dominates(block, source)) continue;
        if (holds(into, loops_.innermost(source))) continue;
        const BlockId whole = outermost_header(source, into);
        loops_.put_into(into, whole);
        kept_in_[whole] = into;
        work.push_back(whole);
      }
    }
  }

  /// Returns the header of the outermost loop that holds a block but not `inner`, or the block itself if
  /// there is none.
  BlockId outermost_header(BlockId block, LoopId inner) const {
    LoopId found = kNone;
    for (LoopId loop = loops_.innermost(block); loop != kNone && !holds(loop, inner);
         loop = loops_.loop(loop).parent) {
      found = loop;
    }
    return found == kNone ? block : loops_.loop(found).header;
  }

  /// Returns true if `inner` is the loop or nested in it.
  bool holds(LoopId loop, LoopId inner) const {
    while (inner != kNone && inner != loop) inner = loops_.loop(inner).parent;
    return inner == loop;
  }

  const Flow& flow_;
  const ReducibleGraph& reducible_;
  const cfg::Graph& graph_;
  const cfg::PostVisitOrder& order_;
  const cfg::DominatorTree& dominators_;
  cfg::LoopForest& loops_;
  LoopConditions conditions_;
  const EmissionOrder emitted_;
  std::optional<cfg::PostDominators> post_dominators_;  ///< Built on first use.

  Vector<Vector<BlockId>> break_targets_;  ///< By loop: targets of marked breaks out of it.
  Vector<BlockId> continuations_;          ///< By loop: its common continuation. Empty until first used.
  Vector<BlockId> largest_;                ///< By loop: its largest exit. Empty until first used.
  /// By loop: the loop itself while it has no largest exit, else a loop around it.
  Vector<LoopId> search_from_;
  Vector<Vector<LoopId>> follows_;  ///< By node: the loops that it follows.
  Vector<LoopId> kept_in_;  ///< By node: the loop that it was put into or stays in; kNone if there is none.
  Vector<LoopId> home_;     ///< By node: the loop it would belong to if it led to wave operations.
  Vector<ExitGuess> guesses_;
  LoopAncestry nesting_;     ///< The loops seen so far, each nested in the home of its header.
  Vector<uint32_t> before_;  ///< By dominator pre-order number: the number of co-convergent blocks before it.
};

}  // namespace

Vector<ExitGuess> keep_convergent_exits(const Flow& flow, ReducibleGraph& reducible) {
  const bool has_any = std::any_of(flow.flags.begin(), flow.flags.end(),
                                   [](uint8_t flags) { return (flags & kCoConvergent) != 0; });
  if (!has_any || reducible.loops.loop_count() == 0) return {};
  return ExitKeeper(flow, reducible).run();
}

}  // namespace trellis::structurizer
