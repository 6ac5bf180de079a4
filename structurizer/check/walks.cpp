#include "structurizer/check/walks.hpp"

#include <algorithm>

#include "support/containers.hpp"

namespace trellis::structurizer::check {

namespace {

constexpr uint32_t kMinSortedCases = 8;    // Blocks with fewer cases are searched linearly.
constexpr uint32_t kMinChainedTests = 32;  // With fewer tests, chains are walked test by test.

bool is_ours(const Structured& function, BlockId block) {
  return function.blocks[block].role != Role::kPayload;
}

bool is_test(const Block& block) { return block.exit == Exit::kIf || block.exit == Exit::kSwitch; }

String program_block(BlockId block) { return "program block " + decimal(block); }

}  // namespace

void Walks::prepare() {
  const auto blocks = static_cast<uint32_t>(function_.blocks.size());
  only_end_.assign(blocks, kNone);
  value_.resize(function_.phis.size());
  value_walk_.assign(function_.phis.size(), 0);
  selectors_.first.reserve(blocks + 1);
  sorted_cases_.first.reserve(blocks + 1);
  uint32_t tests = 0;
  for (BlockId block = 0; block < blocks; ++block) {
    const Block& b = function_.blocks[block];
    for (uint32_t phi = b.first_phi; phi < b.first_phi + b.phi_count; ++phi) {
      if (function_.phis[phi].stands_for == kNone) selectors_.entries.push_back(phi);
    }
    selectors_.end_row();
    tests += is_test(b) ? 1 : 0;
    if (b.exit == Exit::kSwitch && b.successor_count > kMinSortedCases) {
      auto& cases = sorted_cases_.entries;
      const size_t first = cases.size();
      for (uint32_t i = 0; i + 1 < b.successor_count; ++i) {
        cases.emplace_back(function_.cases[b.first_case + i], i + 1);
      }
      std::sort(cases.begin() + static_cast<std::ptrdiff_t>(first), cases.end());
    }
    sorted_cases_.end_row();
  }
  find_live_selectors();
  if (tests >= kMinChainedTests) find_chains();
}

/// Returns the live selectors on an edge into the block, before its phis.
uint32_t Walks::live_before(BlockId block, BlockId predecessor) const {
  const uint32_t live = live_[block];
  if (live == kNoSelector || live == kManySelectors || function_.phis[live].block != block) return live;
  const Operand operand =
      function_.incoming_of(function_.phis[live])[predecessor_index(function_, block, predecessor)];
  if (operand.kind == Operand::Kind::kChoice) return kManySelectors;
  return operand.kind == Operand::Kind::kPhi ? operand.index : kNoSelector;
}

/// Propagates liveness backwards from the tests through the inserted blocks. Overestimating is safe (walks
/// are then not shared); missing a live selector would be wrong.
void Walks::find_live_selectors() {
  const auto blocks = static_cast<uint32_t>(function_.blocks.size());
  live_.assign(blocks, kNoSelector);
  Vector<BlockId> work;
  auto join = [&](BlockId block, uint32_t live) {
    if (live == kNoSelector || live_[block] == live || live_[block] == kManySelectors) return;
    live_[block] = live_[block] == kNoSelector ? live : kManySelectors;
    work.push_back(block);
  };
  for (BlockId block = 0; block < blocks; ++block) {
    const Operand& selector = function_.blocks[block].selector;
    if (!is_test(function_.blocks[block])) continue;
    join(block, selector.kind == Operand::Kind::kPhi ? selector.index : kManySelectors);
  }
  while (!work.empty()) {
    const BlockId block = work.back();
    work.pop_back();
    for (const BlockId predecessor : function_.predecessors_of(block)) {
      if (is_ours(function_, predecessor)) join(predecessor, live_before(block, predecessor));
    }
  }
}

/// Returns the next block of a walk from an inserted block if the only live selector has a value that the
/// block does not test for. The next block must also be inserted and have the same selector as its only live
/// one; else kNone.
BlockId Walks::next_in_chain(BlockId block) const {
  const Block& b = function_.blocks[block];
  const uint32_t live = live_[block];
  if (b.role == Role::kPayload || live == kNoSelector || live == kManySelectors) return kNone;
  if (b.exit == Exit::kUnreachable || (b.exit == Exit::kIf && function_.phis[live].is_bool)) return kNone;
  const BlockId next = function_.successors_of(block)[b.exit == Exit::kIf ? 1 : 0];
  if (!is_ours(function_, next) || live_[next] == kNoSelector || live_[next] == kManySelectors) return kNone;
  return live_before(next, block) == live ? next : BlockId{kNone};
}

/// Numbers the forest whose parents are given by next_in_chain(): a block's ancestors are the rest of its
/// chain.
void Walks::find_chains() {
  const auto blocks = static_cast<uint32_t>(function_.blocks.size());
  Vector<BlockId> next(blocks);
  for (BlockId block = 0; block < blocks; ++block) next[block] = next_in_chain(block);
  const auto children = collect_rows<BlockId>(blocks, [&](const auto& add) {
    for (BlockId block = 0; block < blocks; ++block) {
      if (next[block] != kNone) add(next[block], block);
    }
  });
  chain_enter_.assign(blocks, kNone);
  chain_leave_.assign(blocks, kNone);
  chain_end_.assign(blocks, kNone);
  uint32_t count = 0;
  Vector<BlockId> stack;
  Vector<uint32_t> next_child(children.first.begin(), children.first.end() - 1);
  for (BlockId end = 0; end < blocks; ++end) {
    if (next[end] != kNone) continue;
    stack.push_back(end);
    chain_enter_[end] = count++;
    while (!stack.empty()) {
      const BlockId block = stack.back();
      chain_end_[block] = end;
      if (next_child[block] == children.first[block + 1]) {
        chain_leave_[block] = count - 1;
        stack.pop_back();
        continue;
      }
      stack.push_back(children.entries[next_child[block]++]);
      chain_enter_[stack.back()] = count++;
    }
  }
  list_passes();
}

void Walks::list_passes() {
  for (BlockId block = 0; block < function_.blocks.size(); ++block) {
    const Block& b = function_.blocks[block];
    // A block without a number is in a cycle of tests, which walk() reports.
    if (!is_test(b) || chain_enter_[block] == kNone || b.selector.kind != Operand::Kind::kPhi) continue;
    if (function_.phis[b.selector.index].is_bool) continue;
    for (uint32_t i = 0; i + 1 < b.successor_count; ++i) {
      passes_.push_back({function_.cases[b.first_case + i], chain_enter_[block], block, kNone});
    }
  }
  std::sort(passes_.begin(), passes_.end(), [](const Pass& a, const Pass& b) {
    return std::pair(a.value, a.enter) < std::pair(b.value, b.enter);
  });
  for (uint32_t i = 1; i < passes_.size(); ++i) {
    if (passes_[i].value != passes_[i - 1].value) continue;
    uint32_t around = i - 1;
    while (around != kNone && chain_leave_[passes_[around].block] < passes_[i].enter)
      around = passes_[around].further;
    passes_[i].further = around;
  }
}

/// Returns the first block of the chain, from this one on, that tests for the value, or the last block of the
/// chain if none does.
BlockId Walks::skip(BlockId block, uint32_t value) const {
  if (chain_enter_.empty() || chain_enter_[block] == kNone) return block;
  const uint32_t number = chain_enter_[block];
  auto at =
      std::upper_bound(passes_.begin(), passes_.end(), std::pair(value, number),
                       [](const auto& key, const Pass& p) { return key < std::pair(p.value, p.enter); });
  if (at == passes_.begin() || (at - 1)->value != value) return chain_end_[block];
  auto found = static_cast<uint32_t>(at - passes_.begin()) - 1;
  while (found != kNone && chain_leave_[passes_[found].block] < number) found = passes_[found].further;
  return found == kNone ? chain_end_[block] : passes_[found].block;
}

bool Walks::selector_value(uint32_t phi, uint32_t& value) const {
  if (value_walk_[phi] != walk_count_) return false;
  value = value_[phi];
  return true;
}

/// Computes the value of a selector's operand on the walk from a program edge. Returns false if it has none.
bool Walks::operand_value(const Operand& operand, cfg::EdgeId origin, uint32_t& value) const {
  if (operand.kind == Operand::Kind::kPhi) return selector_value(operand.index, value);
  if (operand.kind == Operand::Kind::kConstant) {
    value = operand.index;
    return true;
  }
  if (operand.kind != Operand::Kind::kChoice || origin == kNone) return false;
  const Choice& choice = function_.choices[operand.index];
  value = flow_.graph.slot(origin) == 0 ? choice.first : choice.second;
  return function_.blocks[choice.block].payload == flow_.graph.source(origin);
}

/// Evaluates the selector phis of the block, all in parallel.
void Walks::enter(BlockId from, BlockId block, cfg::EdgeId origin) {
  const auto selectors = selectors_.of(block);
  if (selectors.empty() || from == kNone) return;
  const uint32_t index = predecessor_index(function_, block, from);
  new_values_.clear();
  for (const uint32_t selector : selectors) {
    const Operand operand = function_.incoming_of(function_.phis[selector])[index];
    uint32_t value = 0;
    new_values_.push_back(operand_value(operand, origin, value));
    new_values_.push_back(value);
  }
  for (size_t i = 0; i < selectors.size(); ++i) {
    value_walk_[selectors[i]] = new_values_[2 * i] ? walk_count_ : 0;
    value_[selectors[i]] = new_values_[2 * i + 1];
  }
}

/// Returns the entry for where walks from a block with a given selector value end; a new entry holds kNone.
BlockId& Walks::remembered(uint64_t key) {
  const auto next = static_cast<uint32_t>(memory_.size());
  const uint32_t number = memory_index_.find_or_add(
      hash_of(key), next, [&](uint32_t known) { return memory_[known].first == key; });
  if (number == next) memory_.emplace_back(key, kNone);
  return memory_[number].second;
}

uint32_t Walks::switch_successor(BlockId block, uint32_t value) const {
  const Block& b = function_.blocks[block];
  const auto sorted = sorted_cases_.of(block);
  if (sorted.empty()) {
    for (uint32_t i = 0; i + 1 < b.successor_count; ++i) {
      if (function_.cases[b.first_case + i] == value) return i + 1;
    }
    return 0;
  }
  const auto at = std::lower_bound(sorted.begin(), sorted.end(), std::pair(value, 0u));
  return at != sorted.end() && at->first == value ? at->second : 0;
}

String Walks::describe(cfg::EdgeId origin) const {
  if (origin == kNone) return "the path from the entry";
  return "slot " + decimal(flow_.graph.slot(origin)) + " of " + program_block(flow_.graph.source(origin));
}

Result<BlockId> Walks::successor(BlockId block, cfg::EdgeId origin) {
  const Block& b = function_.blocks[block];
  const auto successors = function_.successors_of(block);
  if (b.exit == Exit::kBranch || b.exit == Exit::kBreakable) return successors[0];
  if (b.exit == Exit::kUnreachable) {
    return failure(describe(origin) + " ends in an unreachable block", function_, block);
  }
  uint32_t value = 0;
  if (!operand_value(b.selector, origin, value)) {
    return failure(describe(origin) + " reaches a test of a selector without a value", function_, block);
  }
  if (b.exit == Exit::kSwitch) return successors[switch_successor(block, value)];
  const bool is_bool = function_.is_bool(b.selector);
  return successors[(is_bool ? value == 1 : value == function_.cases[b.first_case]) ? 0 : 1];
}

/// Returns the program block in which the walk from an edge into a block ends.
Result<BlockId> Walks::walk(BlockId from, BlockId block, cfg::EdgeId origin) {
  ++walk_count_;
  path_.clear();
  BlockId end = kNone;
  size_t steps = 0;
  while (is_ours(function_, block)) {
    enter(from, block, origin);
    uint32_t value = 0;
    const uint32_t live = live_[block];
    const bool is_one = live != kNoSelector && live != kManySelectors && selector_value(live, value);
    if (is_one || live == kNoSelector) {
      const Point point{block, value, is_one};
      BlockId& known = end_of(point);
      if (known == kInProgress) break;
      end = known;
      if (end != kNone) break;
      known = kInProgress;
      path_.push_back(point);
    } else if (++steps > function_.blocks.size()) {
      break;  // Points with several live selectors are not remembered, but no walk passes a block twice.
    }
    if (is_one) {
      block = skip(block, value);
      value_walk_[live_[block]] = walk_count_;
      value_[live_[block]] = value;
    }
    auto next = successor(block, origin);
    if (!next) return next.error();
    from = block;
    block = *next;
  }
  if (end == kNone && is_ours(function_, block)) {
    return failure(describe(origin) + " loops forever in inserted blocks", function_, block);
  }
  if (end == kNone) end = function_.blocks[block].payload;
  for (const Point& point : path_) end_of(point) = end;
  return end;
}

BlockId& Walks::end_of(const Point& point) {
  return point.has_value ? remembered((uint64_t{point.block} << 32) | point.value) : only_end_[point.block];
}

Result<void> Walks::run(const Vector<bool>& reached) {
  prepare();
  auto start = walk(kNone, function_.order.front(), kNone);
  if (!start) return start.error();
  if (*start != flow_.graph.entry()) {
    return failure(
        "the entry leads to " + program_block(*start) + ", not to " + program_block(flow_.graph.entry()),
        function_, function_.order.front());
  }
  for (BlockId program = 0; program < flow_.graph.block_count(); ++program) {
    if (!reached[program]) continue;
    const BlockId block = function_.block_of_payload[program];
    const auto successors = function_.successors_of(block);
    for (uint32_t slot = 0; slot < successors.size(); ++slot) {
      const cfg::EdgeId edge = flow_.graph.first_edge(program) + slot;
      BlockId end = function_.blocks[successors[slot]].payload;
      if (is_ours(function_, successors[slot])) {
        auto walked = walk(block, successors[slot], edge);
        if (!walked) return walked.error();
        end = *walked;
      }
      if (end != flow_.graph.target(edge)) {
        return failure("slot " + decimal(slot) + " leads to " + program_block(end) + ", not to " +
                           program_block(flow_.graph.target(edge)),
                       function_, block);
      }
    }
  }
  return {};
}

}  // namespace trellis::structurizer::check
