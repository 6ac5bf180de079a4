// Where each program edge leads in the result, walking through our own blocks with selectors as constants.
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
/// Walks that can only go on the same way are one from there on, and a row of tests that a walk fails one
/// after the other is one step: ten thousand edges into one chain of merge blocks cost ten thousand steps and
/// not fifty million, whether one selector or ten thousand values of it decide.
class Walks {
 public:
  Walks(const Flow& flow, const Structured& function) : flow_(flow), function_(function) {}

  /// Walks from the entry and from every edge of a reached program block; fails at the first that does not
  /// lead where the program's edge leads. The form of the function must have been checked.
  Result<void> run(const Vector<bool>& reached);

 private:
  /// Selectors that tests further along a walk may read: none, one, or more than one.
  /// A choice counts for as many as there may be: who began where is not seen from the block.
  static constexpr uint32_t kNoSelector = kNone, kManySelectors = kNone - 1;

  static constexpr BlockId kUnderway = kNone - 1;  ///< In place of where a walk ends: it is this very walk.

  /// Where walks are one: in a block, with one value of the one live selector, or with none live.
  struct Point {
    BlockId block = kNone;
    uint32_t value = 0;
    bool has_value = false;
  };

  /// A test that a value passes.
  struct Pass {
    uint32_t value = 0;
    uint32_t enter = 0;  ///< Its number among the rows of tests.
    BlockId block = kNone;
    uint32_t further = kNone;  ///< The next one for the value in the row.
  };

  void prepare();
  void find_live_selectors();
  uint32_t live_before(BlockId block, BlockId predecessor) const;
  void find_rows();
  BlockId next_in_row(BlockId block) const;
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
  Vector<uint32_t> live_;                        ///< By block, after its phis.
  CompressedRows<uint32_t> selectors_;           ///< Selector phis by block.
  Vector<uint32_t> value_, value_walk_;          ///< By phi: its value, and the walk that set it.
  Vector<BlockId> only_end_;                     ///< By block where no selector is live: where walks end.
  Vector<std::pair<uint64_t, BlockId>> memory_;  ///< (block, value) and where walks from there end.
  HashIndex memory_index_;
  /// By block: (case, successor), ascending; empty for blocks whose cases are few.
  CompressedRows<std::pair<uint32_t, uint32_t>> sorted_cases_;
  Vector<uint32_t> row_enter_, row_leave_;  ///< Rows as a forest; empty if there are few tests.
  Vector<BlockId> row_end_;                 ///< By block: the last of its row.
  Vector<Pass> passes_;                     ///< By value, then by number.
  Vector<Point> path_;
  Vector<uint32_t> new_values_;
  uint32_t walk_count_ = 0;
};

}  // namespace trellis::structurizer::check
