// A hash table from addresses to 32-bit numbers.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "support/containers.hpp"

namespace trellis {

/// Uses open addressing with linear probing. Entries cannot be removed.
class PointerMap {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;  ///< Stands for "no number".

  /// Empties the table and makes room for about `expected` entries. It grows if there are more.
  void reset(size_t expected) {
    const size_t capacity = std::bit_ceil(expected * 2 + 16);
    size_ = 0;
    entries_.assign(capacity, {});
    set_capacity(capacity);
  }

  /// Returns the number stored for `key`, or kNone.
  uint32_t find(const void* key) const {
    const Entry* const entries = entries_.data();
    for (size_t i = slot(key);; i = (i + 1) & mask_) {
      if (entries[i].key == key) return entries[i].value;
      if (entries[i].key == nullptr) return kNone;
    }
  }

  /// Replaces the number of a key that has one.
  void replace(const void* key, uint32_t value) {
    for (size_t i = slot(key);; i = (i + 1) & mask_) {
      if (entries_[i].key == nullptr) return;
      if (entries_[i].key == key) {
        entries_[i].value = value;
        return;
      }
    }
  }

  /// Stores a number for a key that does not have one yet.
  void insert(const void* key, uint32_t value) {
    if (++size_ * 2 > mask_) grow();
    place(key, value);
  }

 private:
  struct Entry {
    const void* key = nullptr;
    uint32_t value = kNone;
  };

  void set_capacity(size_t capacity) {
    mask_ = capacity - 1;
    shift_ = 64 - static_cast<unsigned>(std::countr_zero(capacity));
  }
  // Multiplies by 2^64 divided by the golden ratio; the top bits of the product are well mixed.
  size_t slot(const void* key) const {
    return (uint64_t{reinterpret_cast<uintptr_t>(key)} * 0x9E3779B97F4A7C15u) >> shift_;
  }
  void place(const void* key, uint32_t value) {
    size_t i = slot(key);
    while (entries_[i].key != nullptr) i = (i + 1) & mask_;
    entries_[i] = {key, value};
  }
  void grow();

  Vector<Entry> entries_ = Vector<Entry>(2);
  size_t size_ = 0;
  size_t mask_ = 1;
  unsigned shift_ = 63;
};

}  // namespace trellis
