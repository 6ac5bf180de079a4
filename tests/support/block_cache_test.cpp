// The cache of blocks in each thread: blocks are reused, have the requested size, and are kept only up to a
// limit.
#include "support/block_cache.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <random>
#include <thread>
#include <utility>
#include <vector>

namespace trellis {
namespace {

/// Runs the test in a new thread, whose cache is empty.
template <class Test>
void in_new_thread(Test test) {
  std::thread(test).join();
}

bool keeps_any() {
  keep_block(take_block(64), 64);
  return kept_bytes() != 0;
}

TEST(BlockCache, ReusesBlocks) {
  in_new_thread([] {
    if (!keeps_any()) GTEST_SKIP() << "a sanitizer sees each block";
    for (const size_t size :
         {size_t{0}, size_t{1}, size_t{16}, size_t{500}, size_t{513}, size_t{5000}, size_t{32768}}) {
      void* const block = take_block(size);
      const size_t before = kept_bytes();
      keep_block(block, size);
      EXPECT_GE(kept_bytes(), before + size);
      EXPECT_EQ(take_block(size), block) << size;
      EXPECT_EQ(kept_bytes(), before);
      keep_block(block, size);
    }
  });
}

TEST(BlockCache, KeepsNeitherLargeNorTooManyBlocks) {
  in_new_thread([] {
    for (const size_t size : {size_t{32}, size_t{1000}, size_t{32768}, size_t{32769}, size_t{1} << 20}) {
      std::vector<void*> blocks(most_kept_bytes / 32 + 10);
      if (size > 1000) blocks.resize(20);
      for (void*& block : blocks) block = take_block(size);
      for (void* block : blocks) keep_block(block, size);
      EXPECT_LE(kept_bytes(), most_kept_bytes);
    }
  });
}

TEST(BlockCache, BlocksDoNotOverlap) {
  in_new_thread([] {
    std::mt19937 random(1);
    std::vector<std::pair<uint8_t*, size_t>> blocks;
    for (uint32_t n = 0; n < 20000; ++n) {
      if (blocks.size() < 50 || random() % 2 == 0) {
        const size_t size = random() % (random() % 8 == 0 ? 40000 : 700);
        blocks.emplace_back(static_cast<uint8_t*>(take_block(size)), size);
        EXPECT_EQ(reinterpret_cast<uintptr_t>(blocks.back().first) % block_alignment, 0u);
        std::memset(blocks.back().first, static_cast<int>(size % 251), size);
        continue;
      }
      std::swap(blocks[random() % blocks.size()], blocks.back());
      const auto [block, size] = blocks.back();
      blocks.pop_back();
      for (size_t i = 0; i < size; ++i) ASSERT_EQ(block[i], size % 251);
      keep_block(block, size);
    }
    for (const auto& [block, size] : blocks) keep_block(block, size);
  });
}

TEST(BlockCache, BlocksMayBeReleasedByAnotherThread) {
  std::vector<void*> blocks(1000);
  in_new_thread([&] {
    for (void*& block : blocks) block = take_block(100);
  });
  in_new_thread([&] {
    for (void* block : blocks) keep_block(block, 100);
    EXPECT_LE(kept_bytes(), most_kept_bytes);
  });
}

}  // namespace
}  // namespace trellis
