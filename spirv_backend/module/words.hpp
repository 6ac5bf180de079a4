// A sequence of words of SPIR-V under construction.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

#include "support/uninitialized_allocator.hpp"

namespace trellis::spirv {

/// Like std::equal(), which calls memcmp(): that takes longer for as few words as an instruction has.
inline bool equal_words(std::span<const uint32_t> a, const uint32_t* b) {
  for (const uint32_t word : a) {
    if (word != *b++) return false;
  }
  return true;
}

/// Makes room for a whole instruction at once: appending one takes a dozen machine instructions and no call.
/// Inserting a range into a vector takes about eighty.
class Words {
 public:
  using value_type = uint32_t;

  Words() = default;
  Words(std::initializer_list<uint32_t> words) { append(words); }
  Words(const Words& other) { append(other); }
  Words(Words&& other) noexcept : room_(std::move(other.room_)), size_(std::exchange(other.size_, 0)) {}
  Words& operator=(Words other) noexcept {
    room_.swap(other.room_);
    std::swap(size_, other.size_);
    return *this;
  }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  uint32_t* data() { return room_.data(); }
  const uint32_t* data() const { return room_.data(); }
  uint32_t* begin() { return data(); }
  const uint32_t* begin() const { return data(); }
  uint32_t* end() { return data() + size_; }
  const uint32_t* end() const { return data() + size_; }
  uint32_t& operator[](size_t n) { return room_[n]; }
  uint32_t operator[](size_t n) const { return room_[n]; }

  /// Appends words without setting them, and returns the first. The pointer is valid until the next change.
  uint32_t* extend(size_t count) {
    if (room_.size() - size_ < count) [[unlikely]]
      grow(count);
    uint32_t* const first = end();
    size_ += count;
    return first;
  }
  void push_back(uint32_t word) { *extend(1) = word; }
  void append(std::span<const uint32_t> words) {
    std::copy(words.begin(), words.end(), extend(words.size()));
  }
  void append(std::initializer_list<uint32_t> words) { append(std::span(words.begin(), words.size())); }
  /// Removes all words from the first `size` on.
  void truncate(size_t size) { size_ = std::min(size_, size); }
  void clear() { size_ = 0; }
  void reserve(size_t size) {
    if (room_.size() < size) room_.resize(size);
  }

  friend bool operator==(const Words& a, const Words& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  [[gnu::noinline]] void grow(size_t count) {
    constexpr size_t kFirst = 30;  // Most sections of a module are that short, and so need one allocation.
    reserve(std::max({size_ + count, 2 * room_.size(), kFirst}));
  }

  std::vector<uint32_t, UninitializedAllocator<uint32_t>> room_;  // Longer than the contents.
  size_t size_ = 0;
};

}  // namespace trellis::spirv
