// Where each program edge leads in the result, found by walking through the inserted blocks with selectors as
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
/// Walks that must take the same path from some block on share one walk from there, and a chain of tests that
/// a walk fails in sequence counts as one step. So ten thousand edges into one chain of merge blocks cost ten
/// thousand steps instead of fifty million, whether the selector has one value or ten thousand.
class Walks {
 public:
  Walks(const Flow& flow, const Structured& function) : flow_(flow), function_(function) {}

  /// Walks from the entry and from every edge of a reached program block. Fails at the first walk that does
  /// not end where the program's edge leads. check_form() must have succeeded.
  Result<void> run(const Vector<bool>& reached);

 private:
  /// Markers for the selectors that tests later in a walk may read: none, or more than one. A choice counts
  /// as more than one, since its value depends on where the walk began.
  static constexpr uint32_t kNoSelector = kNone, kManySelectors = kNone - 1;

  /// Stands in for the end of a walk: the current walk passes this point.
  static constexpr BlockId kInProgress = kNone - 1;

  /// A point from which walks continue alike: a block, and the value of its only live selector if it has one.
  struct Point {
    BlockId block = kNone;
    uint32_t value = 0;
    bool has_value = false;
  };

  /// A test in a chain, and a value that passes it.
  struct Pass {
    uint32_t value = 0;
    uint32_t enter = 0;  ///< The number of its block in the forest of chains.
    BlockId block = kNone;
    /// The next test in the chain that the same value passes; kNone if there is none.
    uint32_t further = kNone;
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
  Vector<uint32_t> live_;                ///< By block: the selector that is live after its phis.
  CompressedRows<uint32_t> selectors_;   ///< The selector phis, by block.
  Vector<uint32_t> value_, value_walk_;  ///< By phi: its value, and the walk that set it.
  Vector<BlockId> only_end_;             ///< By block in which no selector is live: where walks from it end.
  /// Pairs of a point's key (block, value) and the block where walks from it end.
  Vector<std::pair<uint64_t, BlockId>> memory_;
  HashIndex memory_index_;
  /// By block: pairs of case and successor, ascending. Empty for blocks with few cases.
  CompressedRows<std::pair<uint32_t, uint32_t>> sorted_cases_;
  /// The chains of tests as a forest; empty if there are few tests.
  Vector<uint32_t> chain_enter_, chain_leave_;
  Vector<BlockId> chain_end_;  ///< By block: the last block of its chain.
  Vector<Pass> passes_;        ///< Sorted by value, then by number.
  Vector<Point> path_;
  Vector<uint32_t> new_values_;
  uint32_t walk_count_ = 0;
};

}  // namespace trellis::structurizer::check
