// For buffers that are resized before they are filled.
#pragma once

#include <new>

#include "support/routed_memory.hpp"

namespace trellis {

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

}  // namespace trellis
