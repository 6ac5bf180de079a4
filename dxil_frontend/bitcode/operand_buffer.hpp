// The memory that the reader of the bitstream reads operands of records into.
#pragma once

#include <cstdint>
#include <new>
#include <vector>

#include "support/routed_memory.hpp"

namespace trellis::dxil::bitcode {

/// Leaves the elements of a resized container uninitialized.
template <class T>
struct UninitializedAllocator : RoutedAllocator<T> {
  template <class U>
  struct rebind {
    using other = UninitializedAllocator<U>;
  };
  UninitializedAllocator() = default;
  template <class U>
  UninitializedAllocator(const UninitializedAllocator<U>&) noexcept {}
  template <class U>
  void construct(U* place) noexcept {
    ::new (static_cast<void*>(place)) U;
  }
};

/// The operands of records. While the bitcode is read, it is longer than its contents.
using OperandBuffer = std::vector<uint64_t, UninitializedAllocator<uint64_t>>;

}  // namespace trellis::dxil::bitcode
