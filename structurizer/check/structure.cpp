// The structure checker. It tests the rules of SPIR-V 1.6, section 2.11, block by block and edge by edge,
// once dominators and constructs are known. Where the section is ambiguous, the stricter reading applies.
#include <algorithm>

#include "structurizer/check/check.hpp"
#include "structurizer/check/constructs.hpp"
#include "structurizer/check/definitions.hpp"
#include "structurizer/check/support.hpp"
#include "support/containers.hpp"

namespace trellis::structurizer {

namespace {

using check::Construct;
using check::ConstructKind;
using check::failure;
using check::name;

class StructureChecker {
 public:
  explicit StructureChecker(check::Shared& shared)
      : shared_(shared), flow_(shared.flow()), function_(shared.function()) {}

  Result<void> run() {
    TRELLIS_RETURN_IF_ERROR(shared_.check_form());
    for (auto step : {&StructureChecker::check_order, &StructureChecker::check_headers,
                      &StructureChecker::check_dominance, &StructureChecker::check_back_edges,
                      &StructureChecker::check_edges, &StructureChecker::check_branches,
                      &StructureChecker::check_switches}) {
      TRELLIS_RETURN_IF_ERROR((this->*step)());
    }
    return check::check_definitions(shared_);
  }

 private:
  Result<void> check_order();
  Result<void> check_headers();
  const char* broken_header(BlockId block) const;
  Result<void> check_dominance();
  Result<void> check_back_edges();
  Result<void> check_edges();
  const char* broken_edge(BlockId source, BlockId target);
  bool looks_like_continue(uint32_t inside, BlockId merge) const;
  const char* broken_merge_edge(BlockId source, BlockId target) const;
  const char* broken_case_edge(BlockId source, BlockId target);
  const char* broken_end(BlockId block) const;
  bool leaves(BlockId source, BlockId target) const;
  Result<void> check_branches();
  Result<void> check_switches();
  Result<void> check_case_order(BlockId header) const;

  uint32_t block_count() const { return static_cast<uint32_t>(function_.blocks.size()); }
  BlockId entry() const { return function_.order.front(); }
  const Construct& construct(uint32_t id) const { return constructs_->list[id]; }
  bool is_kind(uint32_t id, ConstructKind kind) const { return id != kNone && construct(id).kind == kind; }

  check::Shared& shared_;
  const Flow& flow_;
  const Structured& function_;
  const check::Dominators* branches_ = nullptr;    ///< Dominators of branch_rows.
  const check::Dominators* structural_ = nullptr;  ///< Dominators of structural_rows.
  const check::Constructs* constructs_ = nullptr;
  Vector<BlockId> latch_;        ///< By loop header: the block with the back edge.
  Vector<BlockId> falls_to_;     ///< By case target: the case that its construct falls through to.
  Vector<BlockId> fallen_from_;  ///< By case target: the case that falls through to it.
};

Result<void> StructureChecker::check_order() {
  Vector<uint32_t> position(block_count(), kNone);
  if (function_.order.size() != block_count())
    return internal_check("the order does not list each block once");
  for (uint32_t i = 0; i < block_count(); ++i) {
    if (function_.order[i] >= block_count() || position[function_.order[i]] != kNone) {
      return internal_check("the order does not list each block once");
    }
    position[function_.order[i]] = i;
  }
  if (!function_.predecessors_of(entry()).empty()) {
    return failure("a block branches to the entry", function_, function_.predecessors_of(entry()).front());
  }
  branches_ = &shared_.branch_dominators();
  structural_ = &shared_.structural_dominators();
  for (const BlockId block : function_.order) {
    if (!structural_->reached(block)) return failure("the block is unreachable", function_, block);
    const bool reached = branches_->reached(block);
    const BlockId above = reached ? branches_->parent[block] : structural_->parent[block];
    if (above == kNone || position[above] < position[block]) continue;
    const char* what = reached ? "the block comes before its dominator, "
                               : "the block, which no branch reaches, comes before its header, ";
    return failure(what + name(function_, above), function_, block);
  }
  return {};
}

const char* StructureChecker::broken_header(BlockId block) const {
  const Block& b = function_.blocks[block];
  const bool is_switch = check::ends_in_switch(flow_, function_, block);
  const bool is_branch = b.successor_count > 0 && check::has_single_target(function_, block) && !is_switch;
  if (b.exit == Exit::kIf && is_branch) return "a two-way test has only one target";
  if (b.exit == Exit::kSwitch && b.first_case + size_t{b.successor_count} - 1 <= function_.cases.size()) {
    Vector<uint32_t> cases(function_.cases.begin() + b.first_case,
                           function_.cases.begin() + b.first_case + b.successor_count - 1);
    std::sort(cases.begin(), cases.end());
    if (std::adjacent_find(cases.begin(), cases.end()) != cases.end()) return "a switch has two equal cases";
  }
  switch (b.merge) {
    case MergeKind::kNone:
      return is_switch ? "a switch declares no merge block" : nullptr;
    case MergeKind::kSelection:
      if (b.successor_count == 0 || is_branch)
        return "a selection header does not end in a two-way test or a switch";
      break;
    case MergeKind::kLoop:
      if (b.successor_count == 0 || is_switch)
        return "a loop header ends in neither a branch nor a two-way test";
      if (b.continue_block == b.merge_block) return "a merge block is also the continue target";
      break;
  }
  return b.merge_block == block ? "a header is its own merge block" : nullptr;
}

Result<void> StructureChecker::check_headers() {
  Vector<BlockId> merge_of(block_count(), kNone), continue_of(block_count(), kNone);
  for (BlockId block = 0; block < block_count(); ++block) {
    if (const char* what = broken_header(block)) return failure(what, function_, block);
    const Block& b = function_.blocks[block];
    if (b.merge == MergeKind::kNone) continue;
    if (merge_of[b.merge_block] != kNone) {
      return failure(name(function_, b.merge_block) + " is already the merge block of " +
                         name(function_, merge_of[b.merge_block]),
                     function_, block);
    }
    merge_of[b.merge_block] = block;
    if (b.merge != MergeKind::kLoop) continue;
    if (continue_of[b.continue_block] != kNone) {
      return failure(name(function_, b.continue_block) + " is already the continue target of " +
                         name(function_, continue_of[b.continue_block]),
                     function_, block);
    }
    continue_of[b.continue_block] = block;
  }
  for (BlockId block = 0; block < block_count(); ++block) {
    if (merge_of[block] != kNone && continue_of[block] != kNone && continue_of[block] != block) {
      return failure("a merge block is also a continue target", function_, block);
    }
  }
  return {};
}

/// Checks that a header strictly dominates its merge block and its continue target. It is then their
/// immediate dominator, since structural edges lead from it to them.
Result<void> StructureChecker::check_dominance() {
  for (BlockId block = 0; block < block_count(); ++block) {
    const Block& b = function_.blocks[block];
    if (b.merge == MergeKind::kNone) continue;
    if (!branches_->reached(block)) {
      return failure("a block that no branch reaches is a header", function_,
                     block);  // Validators disagree about these.
    }
    if (structural_->parent[b.merge_block] != block) {
      return failure("a header does not dominate its merge block, " + name(function_, b.merge_block),
                     function_, block);
    }
    if (b.merge == MergeKind::kLoop && b.continue_block != block &&
        structural_->parent[b.continue_block] != block) {
      return failure(
          "a loop header does not dominate its continue target, " + name(function_, b.continue_block),
          function_, block);
    }
  }
  constructs_ = &shared_.constructs();
  return {};
}

Result<void> StructureChecker::check_back_edges() {
  latch_.assign(block_count(), kNone);
  for (BlockId source = 0; source < block_count(); ++source) {
    for (const BlockId target : function_.successors_of(source)) {
      if (!structural_->retreats(source, target)) continue;
      if (!structural_->dominates(target, source)) {
        return failure("a cycle has more than one entry, at " + name(function_, target), function_, source);
      }
      if (function_.blocks[target].merge != MergeKind::kLoop) {
        return failure("a back edge goes to " + name(function_, target) + ", which is not a loop header",
                       function_, source);
      }
      if (function_.blocks[target].continue_block == target && source != target) {
        return failure("a loop of several blocks has its header as its continue target", function_, target);
      }
      if (latch_[target] != kNone && latch_[target] != source) {
        return failure("a loop has back edges from two blocks, also from " + name(function_, latch_[target]),
                       function_, source);
      }
      latch_[target] = source;
      const uint32_t inside = constructs_->inner[source];
      if (!is_kind(inside, ConstructKind::kContinue) || construct(inside).header != target) {
        return failure("a back edge does not come from the loop's continue construct", function_, source);
      }
    }
  }
  for (BlockId block = 0; block < block_count(); ++block) {
    if (function_.blocks[block].merge == MergeKind::kLoop && latch_[block] == kNone) {
      return failure("a loop header has no back edge", function_, block);
    }
  }
  return {};
}

/// Returns true if SPIRV-Tools (2023.1) mistakes an edge from inside a case to the merge block of the loop
/// around it for a continue of a loop in the case. It does so if the block is a loop header and its own
/// continue target, and only the case leads there.
bool StructureChecker::looks_like_continue(uint32_t inside, BlockId merge) const {
  if (constructs_->continue_of[merge] != merge || !branches_->reached(merge)) return false;
  const BlockId above = branches_->parent[merge];
  for (uint32_t id = construct(inside).exit_switch; id != kNone;) {
    if (above != construct(id).header && constructs_->is_around(id, constructs_->inner[above])) return true;
    id = construct(id).parent;
    if (id != kNone) id = construct(id).exit_switch;
  }
  return false;
}

/// An edge to a merge block must leave the construct of that block, the innermost loop, or the innermost
/// switch. Returns what is wrong, or null.
const char* StructureChecker::broken_merge_edge(BlockId source, BlockId target) const {
  const BlockId header = constructs_->merge_of[target];
  const uint32_t inside = constructs_->inner[source];
  if (inside == kNone) return "a block outside every construct branches to a merge block";
  if (function_.blocks[header].merge == MergeKind::kLoop) {
    const uint32_t loop = construct(inside).loop;
    if (loop == kNone || construct(loop).header != header) {
      return "a block leaves a loop other than the innermost";
    }
    if (construct(loop).kind == ConstructKind::kContinue && latch_[header] != source) {
      return "a continue construct leaves the loop before its back edge";
    }
    return looks_like_continue(inside, target)
               ? "a case leaves its loop for a header that is its own continue target"
               : nullptr;
  }
  if (construct(inside).kind != ConstructKind::kCase && construct(inside).header == header) return nullptr;
  const uint32_t exit_switch = construct(inside).exit_switch;
  if (exit_switch != kNone && construct(exit_switch).header == header) return nullptr;
  return "a block leaves a selection that is not its innermost";
}

const char* StructureChecker::broken_case_edge(BlockId source, BlockId target) {
  const Construct& to = construct(constructs_->outer[target]);
  if (source == to.header) return nullptr;
  const uint32_t from = constructs_->inner[source];
  if (!is_kind(from, ConstructKind::kCase) || construct(from).parent != to.parent) {
    return "a branch enters a case from outside the switch and its cases";
  }
  if (!branches_->reached(source)) return nullptr;  // No branch gets here, so control never falls through.
  const BlockId origin = construct(from).entry;
  if (falls_to_[origin] != kNone && falls_to_[origin] != target) return "a case falls into two cases";
  if (fallen_from_[target] != kNone && fallen_from_[target] != origin) return "two cases fall into one case";
  falls_to_[origin] = target;
  fallen_from_[target] = origin;
  return nullptr;
}

const char* StructureChecker::broken_edge(BlockId source, BlockId target) {
  if (structural_->retreats(source, target)) return nullptr;  // check_back_edges has checked it.
  if (constructs_->merge_of[target] != kNone) return broken_merge_edge(source, target);
  const uint32_t inside = constructs_->inner[source], around = constructs_->outer[target];
  if (constructs_->continue_of[target] != kNone && constructs_->continue_of[target] != target) {
    const uint32_t loop = inside == kNone ? uint32_t{kNone} : construct(inside).loop;
    const bool is_own =
        is_kind(loop, ConstructKind::kLoop) && construct(loop).header == constructs_->continue_of[target];
    return is_own ? nullptr : "a block continues a loop other than the innermost";
  }
  if (is_kind(around, ConstructKind::kCase) && construct(around).entry == target) {
    return broken_case_edge(source, target);
  }
  if (inside == around) return nullptr;
  return constructs_->is_around(around, inside) ? "a construct is left other than by an exit"
                                                : "a construct is entered other than by its header";
}

/// A block without successors may be anywhere except in a continue construct, which must lead to the back
/// edge. Returns what is wrong, or null.
const char* StructureChecker::broken_end(BlockId block) const {
  if (function_.blocks[block].successor_count != 0) return nullptr;
  const uint32_t inside = constructs_->inner[block];
  if (inside != kNone && construct(inside).in_continue)
    return "a continue construct ends without a back edge";
  return nullptr;
}

Result<void> StructureChecker::check_edges() {
  falls_to_.assign(block_count(), kNone);
  fallen_from_.assign(block_count(), kNone);
  for (BlockId source = 0; source < block_count(); ++source) {
    if (const char* what = broken_end(source)) return failure(what, function_, source);
    for (const BlockId target : function_.successors_of(source)) {
      if (const char* what = broken_edge(source, target)) {
        return failure(String(what) + ", to " + name(function_, target), function_, source);
      }
    }
  }
  return {};
}

/// Returns true if the edge leaves the innermost construct of its source, so that it needs no selection.
bool StructureChecker::leaves(BlockId source, BlockId target) const {
  if (structural_->retreats(source, target)) return true;
  if (constructs_->merge_of[target] != kNone) return true;
  if (constructs_->continue_of[target] != kNone && constructs_->continue_of[target] != target) return true;
  return constructs_->inner[source] != constructs_->outer[target];
}

/// Checks that a two-way branch declares a merge block unless at most one of its arms stays inside.
Result<void> StructureChecker::check_branches() {
  for (BlockId block = 0; block < block_count(); ++block) {
    if (function_.blocks[block].merge == MergeKind::kSelection) continue;
    BlockId staying = kNone;
    for (const BlockId target : function_.successors_of(block)) {
      if (target == staying || leaves(block, target)) continue;
      if (staying != kNone) return failure("a two-way branch declares no merge block", function_, block);
      staying = target;
    }
  }
  return {};
}

/// Checks that a case that falls through to another comes right before it among the targets of the switch.
Result<void> StructureChecker::check_case_order(BlockId header) const {
  const auto targets = function_.successors_of(header);
  const auto count = static_cast<uint32_t>(targets.size());
  const BlockId merge = function_.blocks[header].merge_block;
  for (const BlockId target : targets) {
    if (target != merge && structural_->parent[target] != header) {
      return failure("a switch does not dominate its target, " + name(function_, target), function_, header);
    }
  }
  Vector<uint32_t> next(count);  // The index of the next target that differs.
  for (uint32_t i = count; i-- > 0;) {
    next[i] = i + 1 < count && targets[i + 1] == targets[i] ? next[i + 1] : i + 1;
  }
  const bool default_is_case = std::find(targets.begin() + 1, targets.end(), targets[0]) != targets.end();
  for (uint32_t i = 1; i < count; ++i) {
    if (targets[i] == merge) continue;
    BlockId into = falls_to_[targets[i]];
    if (into == targets[0] && !default_is_case) into = falls_to_[into];
    if (into == kNone || (next[i] < count && targets[next[i]] == into)) continue;
    return failure("the case at " + name(function_, targets[i]) + " falls into " + name(function_, into) +
                       ", which does not come next",
                   function_, header);
  }
  return {};
}

Result<void> StructureChecker::check_switches() {
  for (BlockId block = 0; block < block_count(); ++block) {
    if (function_.blocks[block].merge != MergeKind::kSelection) continue;
    if (!check::ends_in_switch(flow_, function_, block)) continue;
    TRELLIS_RETURN_IF_ERROR(check_case_order(block));
  }
  return {};
}

}  // namespace

Result<void> check::check_structure(Shared& shared) { return StructureChecker(shared).run(); }

Result<void> check_structure(const Flow& flow, const Structured& function) {
  check::Shared shared(flow, function);
  return check::check_structure(shared);
}

Result<void> check_paths_and_structure(check::Shared& shared) {
  TRELLIS_RETURN_IF_ERROR(check::check_paths(shared));
  return check::check_structure(shared);
}

Result<void> check_paths_and_structure(const Flow& flow, const Structured& function) {
  check::Shared shared(flow, function);
  return check_paths_and_structure(shared);
}

}  // namespace trellis::structurizer
