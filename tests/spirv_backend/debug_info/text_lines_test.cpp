// Lines and columns of a text, for every kind of line ending.
#include "spirv_backend/debug_info/text_lines.hpp"

#include <gtest/gtest.h>

namespace trellis::spirv {
namespace {

TEST(TextLines, LinesEndInLineFeedsCarriageReturnsOrBoth) {
  for (const std::string_view text :
       {"ab\n\nlast", "ab\r\n\r\nlast", "ab\r\rlast", "ab\n\rlast", "ab\n\nlast\n"}) {
    const TextLines lines(text);
    EXPECT_FALSE(lines.has_line(0)) << text;
    EXPECT_TRUE(lines.has_line(1)) << text;
    EXPECT_TRUE(lines.has_line(3)) << text;
    EXPECT_FALSE(lines.has_line(4)) << text;
    EXPECT_EQ(lines.column(1, 3), 3u) << text;  // Right after the last character.
    EXPECT_EQ(lines.column(1, 4), 0u) << text;
    EXPECT_EQ(lines.column(2, 1), 1u) << text;
    EXPECT_EQ(lines.column(2, 2), 0u) << text;
    EXPECT_EQ(lines.column(3, 5), 5u) << text;
    EXPECT_EQ(lines.column(3, 6), 0u) << text;
    EXPECT_EQ(lines.column(4, 1), 0u) << text;
  }
}

TEST(TextLines, FilesWithoutTextHaveAllLines) {
  const TextLines lines("");
  EXPECT_FALSE(lines.has_line(0));
  EXPECT_TRUE(lines.has_line(1));
  EXPECT_TRUE(lines.has_line(UINT32_MAX));
  EXPECT_EQ(lines.column(7, 1000), 1000u);
}

}  // namespace
}  // namespace trellis::spirv
