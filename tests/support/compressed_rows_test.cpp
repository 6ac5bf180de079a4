#include "support/compressed_rows.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace trellis {
namespace {

using Numbers = Vector<uint32_t>;

Numbers list(std::span<const uint32_t> span) { return {span.begin(), span.end()}; }

TEST(CompressedRows, CanBeAppendedInOrder) {
  CompressedRows<uint32_t> rows;
  EXPECT_EQ(rows.row_count(), 0u);
  EXPECT_TRUE(rows.of_or_empty(7).empty());
  rows.append_row(Numbers{4, 5});
  rows.end_row();
  rows.entries.push_back(6);
  rows.end_row();
  EXPECT_EQ(rows.row_count(), 3u);
  EXPECT_EQ(list(rows.of(0)), (Numbers{4, 5}));
  EXPECT_EQ(list(rows.of(1)), Numbers{});
  EXPECT_EQ(list(rows.of_or_empty(2)), Numbers{6});
  EXPECT_EQ(rows.first, (Numbers{0, 2, 2, 3}));
}

TEST(CompressedRows, CanBeCollectedInAnyOrder) {
  const std::pair<uint32_t, uint32_t> entries[] = {{3, 1}, {0, 2}, {3, 3}, {1, 4}, {3, 5}};
  const auto rows = collect_rows<uint32_t>(5, [&](const auto& add) {
    for (const auto& [row, entry] : entries) add(row, entry);
  });
  EXPECT_EQ(rows.row_count(), 5u);
  EXPECT_EQ(list(rows.of(0)), Numbers{2});
  EXPECT_EQ(list(rows.of(1)), Numbers{4});
  EXPECT_EQ(list(rows.of(2)), Numbers{});
  EXPECT_EQ(list(rows.of(3)), (Numbers{1, 3, 5}));
  EXPECT_EQ(list(rows.of(4)), Numbers{});
  EXPECT_EQ(rows.first, (Numbers{0, 1, 2, 2, 5, 5}));
}

TEST(CompressedRows, MayBeEmpty) {
  const auto none = collect_rows<uint32_t>(0, [](const auto&) {});
  EXPECT_EQ(none.row_count(), 0u);
  const auto empty = collect_rows<uint32_t>(2, [](const auto&) {});
  EXPECT_EQ(empty.row_count(), 2u);
  EXPECT_TRUE(empty.of(1).empty());
}

}  // namespace
}  // namespace trellis
