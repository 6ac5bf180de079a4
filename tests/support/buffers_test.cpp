#include "tests/support/buffers.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace trellis::test_support {
namespace {

uint32_t word(const std::vector<uint8_t>& bytes, size_t index) {
  uint32_t value = 0;
  std::memcpy(&value, bytes.data() + 4 * index, 4);
  return value;
}

// Computed by hand from the definition: for 0, the state is just the increment.
TEST(Buffers, HashFollowsItsDefinition) {
  const uint32_t state = 2891336453u;
  const uint32_t mixed = ((state >> 14) ^ state) * 277803737u;  // 2891336453 >> 28 is 10.
  EXPECT_EQ(pcg(0), (mixed >> 22) ^ mixed);
  EXPECT_EQ(pcg(0), 129708002u);
  EXPECT_EQ(pcg(1), 2831084092u);
}

TEST(Buffers, FillsMatchTheReadme) {
  EXPECT_EQ(fill_buffer(Fill::kZero, 9, 12), std::vector<uint8_t>(12, 0));
  const auto ramp = fill_buffer(Fill::kRamp, 0, 1028);
  EXPECT_EQ(word(ramp, 0), 0u);
  EXPECT_EQ(word(ramp, 256), 256u);
  const auto seeded = fill_buffer(Fill::kSeed, 7, 16);
  for (uint32_t i = 0; i < 4; ++i) EXPECT_EQ(word(seeded, i), pcg(7u * 0x9E3779B9u + i));
  const auto floats = fill_buffer(Fill::kFloatSeed, 7, 16);
  for (uint32_t i = 0; i < 4; ++i) {
    float value = 0;
    std::memcpy(&value, floats.data() + 4 * i, 4);
    EXPECT_EQ(value * 256.0f + 1024.0f, static_cast<float>(pcg(7u * 0x9E3779B9u + i) & 2047u));
  }
}

TEST(Buffers, DifferentSeedsAndSizesDiffer) {
  EXPECT_NE(fill_buffer(Fill::kSeed, 1, 64), fill_buffer(Fill::kSeed, 2, 64));
  EXPECT_EQ(fill_buffer(Fill::kSeed, 1, 6).size(), 6u);
}

TEST(Buffers, EqualBuffersHaveNoDifference) {
  const auto a = fill_buffer(Fill::kSeed, 3, 64);
  EXPECT_EQ(describe_difference("u0", a, a), "");
  EXPECT_EQ(describe_difference("u0", {}, {}), "");
}

TEST(Buffers, DifferenceNamesOffsetExpectedAndReceived) {
  std::vector<uint8_t> expected(16, 0);
  std::vector<uint8_t> received(16, 0);
  expected[8] = 0x2a;
  received[11] = 0x80;
  EXPECT_EQ(describe_difference("u3", expected, received),
            "u3: 1 of 4 words differ\n  offset 0x8 (word 2): expected 0x0000002a, got 0x80000000\n");
}

TEST(Buffers, LongDifferencesAreTruncated) {
  const std::vector<uint8_t> expected(64, 1);
  const std::vector<uint8_t> received(64, 2);
  EXPECT_EQ(describe_difference("u0", expected, received, 1),
            "u0: 16 of 16 words differ\n  offset 0x0 (word 0): expected 0x01010101, got 0x02020202\n  ...\n");
}

TEST(Buffers, DifferentSizesAreADifference) {
  const std::vector<uint8_t> expected(8, 0);
  const std::vector<uint8_t> received(4, 0);
  EXPECT_EQ(describe_difference("u0", expected, received), "u0: 8 bytes expected, 4 received\n");
}

TEST(Buffers, LastPartialWordIsCompared) {
  const std::vector<uint8_t> expected = {1, 2, 3, 4, 5};
  const std::vector<uint8_t> received = {1, 2, 3, 4, 6};
  EXPECT_NE(describe_difference("u0", expected, received), "");
}

}  // namespace
}  // namespace trellis::test_support
