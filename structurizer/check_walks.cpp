#include "structurizer/check_walks.hpp"

#include <algorithm>
#include <string>

namespace trellis::structurizer::check {

namespace {

constexpr uint64_t kFree = UINT64_MAX;
constexpr uint32_t kSortedFrom = 8;  // Fewer cases are searched one by one.

bool is_ours(const Structured& function, BlockId block) {
  return function.blocks[block].role != Role::kPayload;
}

bool is_test(const Block& block) { return block.exit == Exit::kIf || block.exit == Exit::kSwitch; }

std::string program_block(BlockId block) { return "program block " + std::to_string(block); }

uint64_t mix(uint64_t key) {
  key *= 0x9E3779B97F4A7C15u;
  return key ^ (key >> 29);
}

}  // namespace

void Walks::prepare() {
  const auto blocks = static_cast<uint32_t>(function_.blocks.size());
  states_.resize(flow_.graph.block_count());
  state_at_.assign(blocks, kNone);
  for (BlockId program = 0; program < flow_.graph.block_count(); ++program) {
    const BlockId block = function_.block_of_payload[program];
    states_[program].block = block;
    states_[program].target = program;
    if (block != kNone) state_at_[block] = program;
  }
  next_edge_.assign(flow_.graph.edge_count(), kNone);
  only_state_.assign(blocks, kNone);
  value_.resize(function_.phis.size());
  value_walk_.assign(function_.phis.size(), 0);
  first_selector_.reserve(blocks + 1);
  first_selector_.push_back(0);
  sorted_first_.assign(blocks, kNone);
  for (BlockId block = 0; block < blocks; ++block) {
    const Block& b = function_.blocks[block];
    for (uint32_t phi = b.first_phi; phi < b.first_phi + b.phi_count; ++phi) {
      if (function_.phis[phi].stands_for == kNone) selectors_.push_back(phi);
    }
    first_selector_.push_back(static_cast<uint32_t>(selectors_.size()));
    if (b.exit == Exit::kSwitch && b.successor_count > kSortedFrom) {
      sorted_first_[block] = static_cast<uint32_t>(sorted_cases_.size());
      for (uint32_t i = 0; i + 1 < b.successor_count; ++i) {
        sorted_cases_.emplace_back(function_.cases[b.first_case + i], i + 1);
      }
      std::sort(sorted_cases_.begin() + sorted_first_[block], sorted_cases_.end());
    }
  }
  memory_.assign(64, {kFree, 0});
  find_live_selectors();
}

/// What live_[block] means on one of the edges into the block, before its phis.
uint32_t Walks::live_before(BlockId block, BlockId predecessor) const {
  const uint32_t live = live_[block];
  if (live == kNoSelector || live == kManySelectors || function_.phis[live].block != block) return live;
  const Operand operand =
      function_.incoming_of(function_.phis[live])[predecessor_index(function_, block, predecessor)];
  return operand.kind == Operand::Kind::kPhi ? operand.index : kNoSelector;
}

/// Backwards from the tests through our own blocks. Too many is allowed (a state is then not shared), too few
/// would be wrong.
void Walks::find_live_selectors() {
  const auto blocks = static_cast<uint32_t>(function_.blocks.size());
  live_.assign(blocks, kNoSelector);
  std::vector<BlockId> work;
  auto join = [&](BlockId block, uint32_t live) {
    if (live == kNoSelector || live_[block] == live || live_[block] == kManySelectors) return;
    live_[block] = live_[block] == kNoSelector ? live : kManySelectors;
    work.push_back(block);
  };
  for (BlockId block = 0; block < blocks; ++block) {
    if (is_test(function_.blocks[block])) join(block, function_.blocks[block].selector.index);
  }
  while (!work.empty()) {
    const BlockId block = work.back();
    work.pop_back();
    for (const BlockId predecessor : function_.predecessors_of(block)) {
      if (is_ours(function_, predecessor)) join(predecessor, live_before(block, predecessor));
    }
  }
}

bool Walks::selector_value(uint32_t phi, uint32_t& value) const {
  if (value_walk_[phi] != walk_count_) return false;
  value = value_[phi];
  return true;
}

/// Evaluates the selector phis of the block, all at once.
void Walks::enter(BlockId from, BlockId block) {
  const uint32_t first = first_selector_[block], last = first_selector_[block + 1];
  if (first == last || from == kNone) return;
  const uint32_t index = predecessor_index(function_, block, from);
  new_values_.clear();
  for (uint32_t i = first; i < last; ++i) {
    const Operand operand = function_.incoming_of(function_.phis[selectors_[i]])[index];
    uint32_t value = 0;
    bool known = operand.kind == Operand::Kind::kConstant;
    if (known) {
      value = operand.index;
    } else if (operand.kind == Operand::Kind::kPhi) {
      known = selector_value(operand.index, value);
    }
    new_values_.push_back(known);
    new_values_.push_back(value);
  }
  for (uint32_t i = first; i < last; ++i) {
    const size_t at = 2 * size_t{i - first};
    value_walk_[selectors_[i]] = new_values_[at] ? walk_count_ : 0;
    value_[selectors_[i]] = new_values_[at + 1];
  }
}

void Walks::grow_memory() {
  std::vector<std::pair<uint64_t, uint32_t>> old(memory_.size() * 2, {kFree, 0});
  old.swap(memory_);
  for (const auto& [key, state] : old) {
    if (key == kFree) continue;
    size_t at = mix(key) & (memory_.size() - 1);
    while (memory_[at].first != kFree) at = (at + 1) & (memory_.size() - 1);
    memory_[at] = {key, state};
  }
}

/// The state at (block, value of the one live selector); kNone in a new place.
uint32_t& Walks::remembered(BlockId block, uint32_t value) {
  if (2 * remembered_count_ >= memory_.size()) grow_memory();
  const uint64_t key = (uint64_t{block} << 32) | value;
  size_t at = mix(key) & (memory_.size() - 1);
  while (memory_[at].first != kFree && memory_[at].first != key) at = (at + 1) & (memory_.size() - 1);
  if (memory_[at].first == kFree) {
    memory_[at] = {key, kNone};
    ++remembered_count_;
  }
  return memory_[at].second;
}

Result<uint32_t> Walks::known_or_new_state(BlockId block, bool& is_new) {
  uint32_t value = 0;
  uint32_t* place = nullptr;
  if (live_[block] == kNoSelector) {
    place = &only_state_[block];
  } else if (live_[block] != kManySelectors && selector_value(live_[block], value)) {
    place = &remembered(block, value);
  }
  is_new = place == nullptr || *place == kNone;
  if (!is_new) return *place;
  if (states_.size() >= kNone) return internal_check("too many walks");
  const auto state = static_cast<uint32_t>(states_.size());
  if (place != nullptr) *place = state;
  states_.push_back({});
  states_[state].block = block;
  states_[state].next_at_block = state_at_[block];
  state_at_[block] = state;
  return state;
}

uint32_t Walks::switch_successor(BlockId block, uint32_t value) const {
  const Block& b = function_.blocks[block];
  if (sorted_first_[block] == kNone) {
    for (uint32_t i = 0; i + 1 < b.successor_count; ++i) {
      if (function_.cases[b.first_case + i] == value) return i + 1;
    }
    return 0;
  }
  const auto first = sorted_cases_.begin() + sorted_first_[block];
  const auto last = first + (b.successor_count - 1);
  const auto at = std::lower_bound(first, last, std::pair(value, 0u));
  return at != last && at->first == value ? at->second : 0;
}

std::string Walks::describe(cfg::EdgeId origin) const {
  if (origin == kNone) return "the way from the entry";
  return "slot " + std::to_string(flow_.graph.slot(origin)) + " of " +
         program_block(flow_.graph.source(origin));
}

Result<BlockId> Walks::successor(BlockId block, cfg::EdgeId origin) {
  const Block& b = function_.blocks[block];
  const auto successors = function_.successors_of(block);
  if (b.exit == Exit::kBranch || b.exit == Exit::kBreakable) return successors[0];
  if (b.exit == Exit::kUnreachable)
    return failure(describe(origin) + " ends in an unreachable block", function_, block);
  uint32_t value = 0;
  if (!selector_value(b.selector.index, value)) {
    return failure(describe(origin) + " meets a test of a selector that has no value", function_, block);
  }
  if (b.exit == Exit::kSwitch) return successors[switch_successor(block, value)];
  const bool is_bool = function_.phis[b.selector.index].is_bool;
  return successors[(is_bool ? value == 1 : value == function_.cases[b.first_case]) ? 0 : 1];
}

/// The first state of the walk that enters the block; all states on the way get their target.
Result<uint32_t> Walks::walk(BlockId from, BlockId block, cfg::EdgeId origin) {
  ++walk_count_;
  path_.clear();
  uint32_t end = kNone;
  while (is_ours(function_, block)) {
    enter(from, block);
    bool is_new = false;
    auto state = known_or_new_state(block, is_new);
    if (!state) return state.error();
    // A known state without a target is one of this very walk; many live selectors make states that are never
    // known again, so those walks are bounded by length.
    if (!is_new && states_[*state].target != kNone) {
      end = *state;
      break;
    }
    if (!is_new || path_.size() > 2 * function_.blocks.size()) {
      return failure(describe(origin) + " goes round in blocks of our own for ever", function_, block);
    }
    path_.push_back(*state);
    auto next = successor(block, origin);
    if (!next) return next.error();
    from = block;
    block = *next;
  }
  if (end == kNone) end = function_.blocks[block].payload;
  for (size_t i = path_.size(); i-- > 0;) {
    State& state = states_[path_[i]];
    state.next = end;
    state.target = states_[end].target;
    state.sibling = states_[end].first_child;
    states_[end].first_child = path_[i];
    end = path_[i];
  }
  return end;
}

Result<void> Walks::run(const std::vector<bool>& reached) {
  prepare();
  auto start = walk(kNone, function_.order.empty() ? 0 : function_.order.front(), kNone);
  if (!start) return start.error();
  if (states_[*start].target != flow_.graph.entry()) {
    return failure("the entry leads to " + program_block(states_[*start].target) + ", not to " +
                       program_block(flow_.graph.entry()),
                   function_, states_[*start].block);
  }
  for (BlockId program = 0; program < flow_.graph.block_count(); ++program) {
    if (!reached[program]) continue;
    const BlockId block = function_.block_of_payload[program];
    const auto successors = function_.successors_of(block);
    for (uint32_t slot = 0; slot < successors.size(); ++slot) {
      const cfg::EdgeId edge = flow_.graph.first_edge(program) + slot;
      const BlockId wanted = flow_.graph.target(edge);
      uint32_t first = kNone;
      if (is_ours(function_, successors[slot])) {
        auto begun = walk(block, successors[slot], edge);
        if (!begun) return begun.error();
        first = *begun;
      } else {
        first = function_.blocks[successors[slot]].payload;
      }
      if (states_[first].target != wanted) {
        return failure("slot " + std::to_string(slot) + " leads to " + program_block(states_[first].target) +
                           ", not to " + program_block(wanted),
                       function_, block);
      }
      next_edge_[edge] = states_[first].first_edge;
      states_[first].first_edge = edge;
    }
  }
  return {};
}

}  // namespace trellis::structurizer::check
