// Containers in routed memory: where their memory comes from, that it is returned there, and that they
// otherwise behave like the standard library's.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory_resource>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "support/containers.hpp"
#include "support/sort_stably.hpp"

namespace trellis {
namespace {

/// Records allocations, and checks that released memory was allocated.
class Ledger final : public std::pmr::memory_resource {
 public:
  ~Ledger() override { EXPECT_TRUE(live.empty()); }

  std::map<void*, std::pair<size_t, size_t>> live;
  size_t left = SIZE_MAX;

 private:
  void* do_allocate(size_t size, size_t alignment) override {
    if (left == 0) throw std::bad_alloc();
    --left;
    void* memory = ::operator new (size, std::align_val_t{alignment});
    live[memory] = {size, alignment};
    return memory;
  }
  void do_deallocate(void* memory, size_t size, size_t alignment) override {
    EXPECT_EQ(live.at(memory), std::pair(size, alignment));
    live.erase(memory);
    ::operator delete (memory, std::align_val_t{alignment});
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

TEST(RoutedMemory, ComesFromTheInnermostScope) {
  Ledger outer, inner;
  Vector<int> first, second, third, fourth;
  {
    const RoutedMemoryScope outer_scope(&outer);
    first.resize(10);
    {
      const RoutedMemoryScope inner_scope(&inner);
      second.resize(10);
      const RoutedMemoryScope none(nullptr);
      third.resize(10);
    }
    fourth.resize(10);
  }
  EXPECT_EQ(outer.live.size(), 2u);
  EXPECT_EQ(inner.live.size(), 1u);
}

TEST(RoutedMemory, ComesFromTheScopeInWhichAContainerGrows) {
  Ledger before, after;
  Vector<int> numbers;
  {
    const RoutedMemoryScope scope(&before);
    numbers = {1, 2, 3};
  }
  {
    const RoutedMemoryScope scope(&after);
    numbers.resize(100);
  }
  EXPECT_TRUE(before.live.empty());
  EXPECT_EQ(after.live.size(), 1u);
  EXPECT_EQ(numbers[2], 3);
}

TEST(RoutedMemory, MovesAndSwapsWithoutAllocation) {
  Ledger ledger;
  const RoutedMemoryScope scope(&ledger);
  Vector<String> texts(3, String("longer than what fits into the string itself"));
  const String* data = texts.data();
  ledger.left = 0;
  Vector<String> moved = std::move(texts);
  Vector<String> other;
  std::swap(moved, other);
  EXPECT_EQ(other.data(), data);
  EXPECT_THROW(Vector<String>{other}, std::bad_alloc);
  EXPECT_EQ(other[2], "longer than what fits into the string itself");
}

TEST(RoutedMemory, IsReturnedFromAnotherThread) {
  Ledger ledger;
  Map<uint32_t, String> names;
  {
    const RoutedMemoryScope scope(&ledger);
    for (uint32_t n = 0; n < 100; ++n) names[n] = String(40, 'x');
  }
  EXPECT_EQ(ledger.live.size(), 200u);
  std::thread([owned = std::move(names)] {}).join();
  EXPECT_TRUE(ledger.live.empty());
}

TEST(RoutedMemory, IsAlignedAsRequested) {
  struct alignas(64) Line {
    char bytes[64];
  };
  Ledger ledger;
  for (std::pmr::memory_resource* resource :
       {static_cast<std::pmr::memory_resource*>(&ledger), static_cast<std::pmr::memory_resource*>(nullptr)}) {
    const RoutedMemoryScope scope(resource);
    for (size_t count = 1; count < 9; ++count) {
      const Vector<Line> lines(count);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(lines.data()) % 64, 0u);
      const Vector<long double> numbers(count);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(numbers.data()) % alignof(long double), 0u);
    }
  }
}

TEST(RoutedMemory, OfAnObjectIsReleasedWhenItsConstructorThrows) {
  struct Throws {
    Throws() { throw std::bad_alloc(); }
  };
  Ledger ledger;
  const RoutedMemoryScope scope(&ledger);
  EXPECT_THROW(make_routed<Throws>(), std::bad_alloc);
  const auto text = make_routed<String>(100, 'y');
  const auto shared = make_routed_shared<const String>(*text);
  EXPECT_EQ(ledger.live.size(), 4u);
}

TEST(RoutedMemory, RefusesCountsThatExceedMemory) {
  RoutedAllocator<uint64_t> allocator;
  EXPECT_THROW(allocator.allocate(SIZE_MAX / 4), std::bad_alloc);
}

TEST(Containers, ConvertFromAndToStandardContainers) {
  const std::vector<std::string> standard = {"a", "b"};
  const Vector<String> ours = standard;
  const std::vector<std::string> back = ours;
  EXPECT_EQ(back, standard);
  EXPECT_TRUE(ours == standard);
  EXPECT_FALSE(ours == std::vector<std::string>{"a"});
  const std::string text = ours[0];
  EXPECT_TRUE(ours[0] == text);
  const String sum = "1" + ours[0] + text + std::string_view("2") + '3' + ours[1];
  EXPECT_EQ(sum, "1aa23b");
  EXPECT_EQ(decimal(uint64_t{UINT64_MAX}), "18446744073709551615");
  EXPECT_EQ(decimal(-7), "-7");
}

TEST(SortStably, SortsAsTheStandardLibraryDoes) {
  std::mt19937 random(7);
  for (size_t size = 0; size < 200; ++size) {
    Vector<std::pair<uint32_t, uint32_t>> numbers;
    for (uint32_t n = 0; n < size; ++n) numbers.emplace_back(random() % 20, n);
    auto expected = numbers;
    const auto less = [](const auto& a, const auto& b) { return a.first < b.first; };
    std::stable_sort(expected.begin(), expected.end(), less);
    sort_stably(numbers.begin(), numbers.end(), less);
    EXPECT_EQ(numbers, expected) << size;
  }
}

}  // namespace
}  // namespace trellis
