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
void* allocate_routed(size_t size, size_t alignment);
/// Returns memory to the resource it came from, which is recorded with the memory. May be called on any
/// thread and in any scope. Size and alignment must be those of the allocation.
void release_routed(void* memory, size_t size, size_t alignment) noexcept;

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
    return static_cast<T*>(allocate_routed(count * sizeof(T), alignof(T)));
  }
  void deallocate(T* memory, size_t count) noexcept { release_routed(memory, count * sizeof(T), alignof(T)); }

  template <class U>
  friend bool operator==(const RoutedAllocator&, const RoutedAllocator<U>&) {
    return true;
  }
};

struct RoutedDelete {
  template <class T>
  void operator()(T* object) const {
    object->~T();
    release_routed(object, sizeof(T), alignof(T));
  }
};

/// Owns one object in routed memory. T is the object's own type, not a base of it.
template <class T>
using RoutedPointer = std::unique_ptr<T, RoutedDelete>;

template <class T, class... Arguments>
RoutedPointer<T> make_routed(Arguments&&... arguments) {
  void* memory = allocate_routed(sizeof(T), alignof(T));
  try {
    return RoutedPointer<T>(new (memory) T(std::forward<Arguments>(arguments)...));
  } catch (...) {
    release_routed(memory, sizeof(T), alignof(T));
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
