// Where each program edge leads in the result, found by walking through our own blocks with selectors as
// constants.
#pragma once

#include <cstdint>
#include <utility>

#include "structurizer/check/support.hpp"
#include "support/compressed_rows.hpp"
#include "support/containers.hpp"
#include "support/hash_index.hpp"

namespace trellis::structurizer::check {

/// All walks from a slot of a program block to the next program block.
///
/// Walks that must take the same path from some block on are walked once from there, and a chain of tests
/// that a walk fails one after the other is one step. So ten thousand edges into one chain of merge blocks
/// cost ten thousand steps and not fifty million, whether the selector has one value or ten thousand.
class Walks {
 public:
  Walks(const Flow& flow, const Structured& function) : flow_(flow), function_(function) {}

  /// Walks from the entry and from every edge of a reached program block; fails at the first that does not
  /// lead where the program's edge leads. The form of the function must have been checked.
  Result<void> run(const Vector<bool>& reached);

 private:
  /// Selectors that tests further along a walk may read: none, one, or more than one. A choice counts as more
  /// than one, since its value depends on where the walk began.
  static constexpr uint32_t kNoSelector = kNone, kManySelectors = kNone - 1;

  static constexpr BlockId kInProgress =
      kNone - 1;  ///< In place of the end of a walk: the current walk passes the point.

  /// Where walks become one: in a block, with one value of its only live selector, or without a live one.
  struct Point {
    BlockId block = kNone;
    uint32_t value = 0;
    bool has_value = false;
  };

  /// A test in a chain, and a value that passes it.
  struct Pass {
    uint32_t value = 0;
    uint32_t enter = 0;  ///< The number of its block in the chains.
    BlockId block = kNone;
    uint32_t further = kNone;  ///< The next one for the value in the chain.
  };

  void prepare();
  void find_live_selectors();
  uint32_t live_before(BlockId block, BlockId predecessor) const;
  void find_chains();
  BlockId next_in_chain(BlockId block) const;
  void list_passes();
  BlockId skip(BlockId block, uint32_t value) const;
  String describe(cfg::EdgeId origin) const;
  Result<BlockId> walk(BlockId from, BlockId block, cfg::EdgeId origin);
  void enter(BlockId from, BlockId block, cfg::EdgeId origin);
  Result<BlockId> successor(BlockId block, cfg::EdgeId origin);
  uint32_t switch_successor(BlockId block, uint32_t value) const;
  bool selector_value(uint32_t phi, uint32_t& value) const;
  bool operand_value(const Operand& operand, cfg::EdgeId origin, uint32_t& value) const;
  BlockId& end_of(const Point& point);
  BlockId& remembered(uint64_t key);

  const Flow& flow_;
  const Structured& function_;
  Vector<uint32_t> live_;                ///< By block, after its phis.
  CompressedRows<uint32_t> selectors_;   ///< Selector phis by block.
  Vector<uint32_t> value_, value_walk_;  ///< By phi: its value, and the walk that set it.
  Vector<BlockId> only_end_;             ///< By block in which no selector is live: where walks from it end.
  Vector<std::pair<uint64_t, BlockId>> memory_;  ///< (block, value) and where walks from there end.
  HashIndex memory_index_;
  /// By block: (case, successor), ascending; empty for blocks whose cases are few.
  CompressedRows<std::pair<uint32_t, uint32_t>> sorted_cases_;
  Vector<uint32_t> chain_enter_, chain_leave_;  ///< Chains of tests as a forest; empty if there are few.
  Vector<BlockId> chain_end_;                   ///< By block: the last one of its chain.
  Vector<Pass> passes_;                         ///< By value, then by number.
  Vector<Point> path_;
  Vector<uint32_t> new_values_;
  uint32_t walk_count_ = 0;
};

}  // namespace trellis::structurizer::check
