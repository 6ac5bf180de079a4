// The caller's allocator, and the objects allocated with it that callers hold.
#pragma once

#include <cstddef>
#include <memory>
#include <memory_resource>
#include <new>
#include <utility>

#include "support/routed_memory.hpp"
#include "trellis/trellis.h"

namespace trellis::c_api {

/// The caller's allocator as a standard memory resource. Throws std::bad_alloc, which no API call propagates.
class CallerMemory final : public std::pmr::memory_resource {
 public:
  explicit CallerMemory(const TrellisAllocator& allocator) : allocator_(allocator) {}

 private:
  void* do_allocate(size_t size, size_t alignment) override {
    void* memory = allocator_.allocate(allocator_.user, size, alignment);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
  }
  void do_deallocate(void* memory, size_t size, size_t alignment) override {
    allocator_.release(allocator_.user, memory, size, alignment);
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

  TrellisAllocator allocator_;
};

/// Held by a translator and by every object created through it, since each may be the last to be destroyed.
/// Null if the caller has no allocator.
using MemoryHandle = std::shared_ptr<CallerMemory>;

/// The allocator that allocates the CallerMemory itself, so that it also lives in the caller's memory.
template <class T>
struct CallerAllocator {
  using value_type = T;

  explicit CallerAllocator(const TrellisAllocator& given) : allocator(given) {}
  template <class U>
  CallerAllocator(const CallerAllocator<U>& other) : allocator(other.allocator) {}

  T* allocate(size_t count) {
    return static_cast<T*>(CallerMemory(allocator).allocate(count * sizeof(T), alignof(T)));
  }
  void deallocate(T* memory, size_t count) {
    CallerMemory(allocator).deallocate(memory, count * sizeof(T), alignof(T));
  }
  template <class U>
  friend bool operator==(const CallerAllocator& a, const CallerAllocator<U>& b) {
    return a.allocator.user == b.allocator.user && a.allocator.release == b.allocator.release;
  }

  TrellisAllocator allocator;
};

inline MemoryHandle make_memory(const TrellisAllocator& allocator) {
  if (allocator.allocate == nullptr) return nullptr;
  return std::allocate_shared<CallerMemory>(CallerAllocator<CallerMemory>(allocator), allocator);
}

/// Creates a T in the caller's memory. T's first constructor parameter is the handle. Call it within a scope
/// of that memory.
template <class T, class... Arguments>
T* make_object(const MemoryHandle& memory, Arguments&&... arguments) {
  return make_routed<T>(memory, std::forward<Arguments>(arguments)...).release();
}

template <class T>
void destroy_object(T* object) {
  const MemoryHandle last = object->memory;
  RoutedDelete()(object);
}

}  // namespace trellis::c_api
