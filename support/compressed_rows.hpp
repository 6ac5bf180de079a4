// Rows of different lengths in one table, for graphs, trees and indices by block.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "support/containers.hpp"

namespace trellis {

/// Contiguous rows: row r is entries[first[r]] .. entries[first[r + 1] - 1].
template <class T>
struct CompressedRows {
  /// Where each row begins, followed by where the last one ends. Empty if there are no rows.
  Vector<uint32_t> first;
  Vector<T> entries;

  uint32_t row_count() const { return first.empty() ? 0 : static_cast<uint32_t>(first.size()) - 1; }
  std::span<const T> of(uint32_t row) const {
    return {entries.data() + first[row], first[row + 1] - first[row]};
  }
  /// Like of(), for a table that may have no rows at all: then every row is empty.
  std::span<const T> of_or_empty(uint32_t row) const {
    return first.empty() ? std::span<const T>() : of(row);
  }

  /// Ends a row whose entries have been pushed to `entries`. Rows may be appended in this way, in order.
  void end_row() {
    if (first.empty()) first.push_back(0);
    first.push_back(static_cast<uint32_t>(entries.size()));
  }
  /// Appends a row with these entries.
  template <class Range>
  void append_row(const Range& row) {
    entries.insert(entries.end(), row.begin(), row.end());
    end_row();
  }
};

/// Builds rows from entries in any order, in two passes: count() each of them, call place(), then add() each
/// of them. Entries of one row keep the order in which they were added.
template <class T>
class RowBuilder {
 public:
  explicit RowBuilder(uint32_t rows) { rows_.first.assign(size_t{rows} + 2, 0); }

  // While entries are counted, first[r + 2] is the length of row r. While they are added, first[r + 1] is
  // where its next entry goes, and in the end where the row ends.
  void count(uint32_t row) { ++rows_.first[row + 2]; }
  void place() {
    for (size_t i = 2; i < rows_.first.size(); ++i) rows_.first[i] += rows_.first[i - 1];
    rows_.entries.resize(rows_.first.back());
  }
  void add(uint32_t row, T entry) { rows_.entries[rows_.first[row + 1]++] = std::move(entry); }
  CompressedRows<T> finish() {
    rows_.first.pop_back();
    return std::move(rows_);
  }

 private:
  CompressedRows<T> rows_;
};

/// Collects entries into rows. for_each(add) must call add(row, entry) for each entry. It is called twice and
/// must report the same entries in the same order both times.
template <class T, class ForEach>
CompressedRows<T> collect_rows(uint32_t rows, const ForEach& for_each) {
  RowBuilder<T> builder(rows);
  for_each([&](uint32_t row, const T&) { builder.count(row); });
  builder.place();
  for_each([&](uint32_t row, const T& entry) { builder.add(row, entry); });
  return builder.finish();
}

}  // namespace trellis
