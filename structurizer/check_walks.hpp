// Where each program edge leads in the result, walking through our own blocks with selectors as constants.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "structurizer/check_support.hpp"

namespace trellis::structurizer::check {

/// All walks from a slot of a program block to the next program block.
///
/// Walks that can only go on the same way share their states, so that ten thousand edges into one chain of
/// merge blocks cost ten thousand steps and not fifty million. A state is a point of a walk: the walk is in
/// `block`, its phis evaluated. States 0 .. (program blocks - 1) are the arrivals at the program blocks.
/// Every state has one state to go on to, and one program block where it ends.
class Walks {
 public:
  struct State {
    BlockId block = kNone;                          ///< Block of the result.
    uint32_t next = kNone;                          ///< The state after this one; kNone for arrivals.
    BlockId target = kNone;                         ///< Program block at the end.
    uint32_t first_child = kNone, sibling = kNone;  ///< States that go on here, and the list this one is in.
    uint32_t first_edge = kNone;                    ///< Program edges whose walk begins here (next_edge).
    uint32_t next_at_block = kNone;                 ///< List of the states at one block.
  };

  Walks(const Flow& flow, const Structured& function) : flow_(flow), function_(function) {}

  /// Walks from the entry and from every edge of a reached program block; fails at the first that does not
  /// lead where the program's edge leads. The form of the function must have been checked.
  Result<void> run(const std::vector<bool>& reached);

  const State& state(uint32_t state) const { return states_[state]; }
  uint32_t next_edge(cfg::EdgeId edge) const { return next_edge_[edge]; }
  /// Head of the list of states at a block of ours; for a program block its arrival, if anything arrives.
  uint32_t first_state_at(BlockId block) const { return state_at_[block]; }

 private:
  /// Selectors that tests further along a walk may read: none, one, or more than one.
  static constexpr uint32_t kNoSelector = kNone, kManySelectors = kNone - 1;
  static constexpr uint32_t kUnknown = kNone;

  void prepare();
  std::string describe(cfg::EdgeId origin) const;
  void find_live_selectors();
  uint32_t live_before(BlockId block, BlockId predecessor) const;
  Result<uint32_t> walk(BlockId from, BlockId block, cfg::EdgeId origin);
  Result<uint32_t> known_or_new_state(BlockId block, bool& is_new);
  void enter(BlockId from, BlockId block);
  Result<BlockId> successor(BlockId block, cfg::EdgeId origin);
  uint32_t switch_successor(BlockId block, uint32_t value) const;
  bool selector_value(uint32_t phi, uint32_t& value) const;
  uint32_t& remembered(BlockId block, uint32_t value);
  void grow_memory();

  const Flow& flow_;
  const Structured& function_;
  std::vector<State> states_;
  std::vector<uint32_t> next_edge_, state_at_;
  std::vector<uint32_t> live_;                         ///< By block, after its phis.
  std::vector<uint32_t> first_selector_, selectors_;   ///< Selector phis by block.
  std::vector<uint32_t> value_, value_walk_;           ///< By phi: its value, and the walk that set it.
  std::vector<uint32_t> only_state_;                   ///< By block where no selector is live.
  std::vector<std::pair<uint64_t, uint32_t>> memory_;  ///< Open addressing: (block, value) -> state.
  size_t remembered_count_ = 0;
  std::vector<std::pair<uint32_t, uint32_t>> sorted_cases_;  ///< By block: (case, successor), ascending.
  std::vector<uint32_t> sorted_first_;                       ///< Where a block's begin; kNone: not sorted.
  std::vector<uint32_t> path_, new_values_;
  uint32_t walk_count_ = 0;
};

}  // namespace trellis::structurizer::check
