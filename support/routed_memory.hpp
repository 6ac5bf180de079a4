// Memory that an embedder may route: what a thread allocates while it has a RoutedMemoryScope open comes from
// the scope's resource, and returns there wherever and whenever it is released.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <new>
#include <utility>

namespace trellis {

/// During its lifetime, routed memory that this thread allocates comes from a resource. With a null resource
/// it comes from operator new, as without any scope, through the blocks that a thread keeps
/// (support/block_cache.hpp). Scopes nest.
class RoutedMemoryScope {
 public:
  /// `resource`: not owned; must outlive everything allocated while the scope is open.
  explicit RoutedMemoryScope(std::pmr::memory_resource* resource) noexcept;
  ~RoutedMemoryScope();
  RoutedMemoryScope(const RoutedMemoryScope&) = delete;
  RoutedMemoryScope& operator=(const RoutedMemoryScope&) = delete;

 private:
  std::pmr::memory_resource* outer_;
};

/// Allocates memory from the resource of the thread's innermost scope. Throws std::bad_alloc.
void* allocate_routed_aligned(size_t size, size_t alignment);
/// Returns memory to the resource it came from, which is recorded with the memory. May be called on any
/// thread and in any scope. Size and alignment must be those of the allocation.
void release_routed_aligned(void* memory, size_t size, size_t alignment) noexcept;

/// The same for objects that are aligned like a pointer or less, as most are.
void* allocate_routed_words(size_t size);
void release_routed_words(void* memory, size_t size) noexcept;

/// Allocates memory for `count` objects.
template <class T>
T* allocate_routed(size_t count) {
  if constexpr (alignof(T) <= alignof(void*)) {
    return static_cast<T*>(allocate_routed_words(count * sizeof(T)));
  } else {
    return static_cast<T*>(allocate_routed_aligned(count * sizeof(T), alignof(T)));
  }
}
template <class T>
void release_routed(T* memory, size_t count) noexcept {
  if constexpr (alignof(T) <= alignof(void*)) {
    release_routed_words(memory, count * sizeof(T));
  } else {
    release_routed_aligned(memory, count * sizeof(T), alignof(T));
  }
}

/// Allocator for containers in routed memory. It has no state, so containers are as large as with
/// std::allocator and are as cheap to move and swap. A container that grows within another scope takes its
/// new memory from there.
template <class T>
struct RoutedAllocator {
  using value_type = T;

  RoutedAllocator() = default;
  template <class U>
  RoutedAllocator(const RoutedAllocator<U>&) noexcept {}

  T* allocate(size_t count) {
    if (count > SIZE_MAX / 2 / sizeof(T)) throw std::bad_array_new_length();
    return allocate_routed<T>(count);
  }
  void deallocate(T* memory, size_t count) noexcept { release_routed(memory, count); }

  template <class U>
  friend bool operator==(const RoutedAllocator&, const RoutedAllocator<U>&) {
    return true;
  }
};

struct RoutedDelete {
  template <class T>
  void operator()(T* object) const {
    object->~T();
    release_routed(object, 1);
  }
};

/// Owns one object in routed memory. T is the object's own type, not a base of it.
template <class T>
using RoutedPointer = std::unique_ptr<T, RoutedDelete>;

template <class T, class... Arguments>
RoutedPointer<T> make_routed(Arguments&&... arguments) {
  T* const memory = allocate_routed<T>(1);
  try {
    return RoutedPointer<T>(new (memory) T(std::forward<Arguments>(arguments)...));
  } catch (...) {
    release_routed(memory, 1);
    throw;
  }
}

/// Like std::make_shared, in routed memory.
template <class T, class... Arguments>
std::shared_ptr<T> make_routed_shared(Arguments&&... arguments) {
  return std::allocate_shared<T>(RoutedAllocator<std::remove_const_t<T>>(),
                                 std::forward<Arguments>(arguments)...);
}

}  // namespace trellis
