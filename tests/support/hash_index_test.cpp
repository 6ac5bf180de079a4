#include "support/hash_index.hpp"

#include <gtest/gtest.h>

namespace trellis {
namespace {

/// A set of numbers in the order of insertion.
struct NumberSet {
  uint32_t add(uint64_t number, uint32_t hash) {
    const auto next = static_cast<uint32_t>(numbers.size());
    const uint32_t at =
        index.find_or_add(hash, next, [&](uint32_t known) { return numbers[known] == number; });
    if (at == next) numbers.push_back(number);
    return at;
  }

  Vector<uint64_t> numbers;
  HashIndex index;
};

TEST(HashIndex, FindsWhatWasAdded) {
  NumberSet set;
  for (uint64_t number = 0; number < 10000; ++number)
    EXPECT_EQ(set.add(number * 64, hash_of(number * 64)), number);
  for (uint64_t number = 0; number < 10000; ++number)
    EXPECT_EQ(set.add(number * 64, hash_of(number * 64)), number);
  EXPECT_EQ(set.numbers.size(), 10000u);
}

TEST(HashIndex, DistinguishesElementsWithEqualHashes) {
  NumberSet set;
  for (uint64_t number = 0; number < 300; ++number) EXPECT_EQ(set.add(number, 5), number);
  for (uint64_t number = 0; number < 300; ++number) EXPECT_EQ(set.add(number, 5), number);
}

TEST(HashIndex, WrapsAroundAtTheEndOfTheTable) {
  NumberSet set;
  for (uint64_t number = 0; number < 20; ++number) EXPECT_EQ(set.add(number, UINT32_MAX), number);
  EXPECT_EQ(set.add(20, 0), 20u);
  EXPECT_EQ(set.add(19, UINT32_MAX), 19u);
}

}  // namespace
}  // namespace trellis
