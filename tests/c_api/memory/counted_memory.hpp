// A caller's allocator that tracks its live blocks and can fail on request.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <vector>

#include "trellis/trellis.h"

namespace trellis::test_c_api {

/// Thread-safe. Does not use operator new while the library calls it.
class CountedMemory {
 public:
  CountedMemory() { blocks_.reserve(1u << 20); }
  ~CountedMemory() { EXPECT_TRUE(blocks_.empty()) << blocks_.size() << " blocks were not released"; }

  /// Makes the `n`-th call from now on fail, counting from 0; with `from_then_on`, all later ones too.
  void fail_at(size_t n, bool from_then_on) {
    fail_at_ = calls_ + n;
    from_then_on_ = from_then_on;
  }
  void never_fail() { fail_at_ = SIZE_MAX; }

  size_t calls() const { return calls_; }
  size_t live() const { return blocks_.size(); }
  size_t live_bytes() const {
    size_t sum = 0;
    for (const Block& block : blocks_) sum += block.size;
    return sum;
  }
  bool holds(const void* memory) const {
    return std::any_of(blocks_.begin(), blocks_.end(), [memory](const Block& block) {
      return memory >= block.start && memory < static_cast<const char*>(block.start) + block.size;
    });
  }

  TrellisTranslatorOptions options() {
    TrellisTranslatorOptions options = TRELLIS_TRANSLATOR_OPTIONS_INIT;
    options.allocator = {this, allocate, release};
    return options;
  }

 private:
  struct Block {
    void* start;
    size_t size, alignment;
  };

  static void* allocate(void* user, size_t size, size_t alignment) {
    auto& self = *static_cast<CountedMemory*>(user);
    const std::lock_guard lock(self.mutex_);
    const size_t call = self.calls_++;
    if (call == self.fail_at_ || (call > self.fail_at_ && self.from_then_on_)) return nullptr;
    if (self.blocks_.size() == self.blocks_.capacity()) return nullptr;
    const size_t boundary = std::max(alignment, sizeof(void*));
    void* memory = std::aligned_alloc(boundary, (size + boundary - 1) / boundary * boundary);
    self.blocks_.push_back({memory, size, alignment});
    return memory;
  }

  static void release(void* user, void* memory, size_t size, size_t alignment) {
    auto& self = *static_cast<CountedMemory*>(user);
    const std::lock_guard lock(self.mutex_);
    // Most blocks are freed soon after they were allocated, so search from the end.
    const auto found = std::find_if(self.blocks_.rbegin(), self.blocks_.rend(),
                                    [memory](const Block& block) { return block.start == memory; });
    if (found == self.blocks_.rend()) {
      ADD_FAILURE() << "memory of another allocator, or released twice";
      return;
    }
    EXPECT_EQ(found->size, size);
    EXPECT_EQ(found->alignment, alignment);
    *found = self.blocks_.back();
    self.blocks_.pop_back();
    std::free(memory);
  }

  std::mutex mutex_;
  std::vector<Block> blocks_;
  size_t calls_ = 0;
  size_t fail_at_ = SIZE_MAX;
  bool from_then_on_ = false;
};

}  // namespace trellis::test_c_api
