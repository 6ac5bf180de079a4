// An index that finds elements of a list by their contents.
#pragma once

#include <cstddef>
#include <cstdint>

#include "support/containers.hpp"

namespace trellis {

/// Maps the contents of elements to their numbers, for lists that only grow. The caller keeps the elements.
/// The index holds their numbers and hashes, in an open-addressed table that is at most half full. A HashMap
/// would allocate memory for each element, which makes the structurizer's checkers slower by a twentieth.
class HashIndex {
 public:
  /// Returns the number of the element with that hash for which is_it(number) holds. If there is none,
  /// records `next` for it and returns that; the caller then appends the element to the list under that
  /// number.
  template <class IsIt>
  uint32_t find_or_add(uint32_t hash, uint32_t next, const IsIt& is_it) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    const size_t mask = slots_.size() - 1;
    size_t at = hash & mask;
    for (; slots_[at].number != kFree; at = (at + 1) & mask) {
      if (slots_[at].hash == hash && is_it(slots_[at].number)) return slots_[at].number;
    }
    slots_[at] = {hash, next};
    ++size_;
    return next;
  }

 private:
  static constexpr uint32_t kFree = UINT32_MAX;
  struct Slot {
    uint32_t hash = 0;
    uint32_t number = kFree;
  };

  void grow() {
    Vector<Slot> old(slots_.empty() ? 64 : slots_.size() * 2);
    old.swap(slots_);
    const size_t mask = slots_.size() - 1;
    for (const Slot& slot : old) {
      if (slot.number == kFree) continue;
      size_t at = slot.hash & mask;
      while (slots_[at].number != kFree) at = (at + 1) & mask;
      slots_[at] = slot;
    }
  }

  Vector<Slot> slots_;  ///< Their count is a power of two.
  size_t size_ = 0;
};

/// Spreads a number over the bits of a hash (the mixing step of Vigna's splitmix64).
constexpr uint32_t hash_of(uint64_t key) {
  key *= 0x9E3779B97F4A7C15u;
  key = (key ^ (key >> 30)) * 0xBF58476D1CE4E5B9u;
  return static_cast<uint32_t>(key ^ (key >> 31));
}

}  // namespace trellis
