#include "tests/c_api/memory/unrouted_memory.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<size_t> made{0}, released{0};

void* allocate(size_t size, size_t alignment) {
  ++made;
  const size_t rounded = (size + alignment - 1) / alignment * alignment;
  return alignment <= __STDCPP_DEFAULT_NEW_ALIGNMENT__ ? std::malloc(size == 0 ? 1 : size)
                                                       : std::aligned_alloc(alignment, rounded);
}

void* allocate_or_throw(size_t size, size_t alignment) {
  void* memory = allocate(size, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void release(void* memory) {
  if (memory != nullptr) ++released;
  std::free(memory);
}

}  // namespace

namespace trellis::test_c_api {

UnroutedMemory unrouted_memory() { return {made.load(), released.load()}; }

}  // namespace trellis::test_c_api

void* operator new(size_t size) { return allocate_or_throw(size, __STDCPP_DEFAULT_NEW_ALIGNMENT__); }
void* operator new[](size_t size) { return allocate_or_throw(size, __STDCPP_DEFAULT_NEW_ALIGNMENT__); }
void* operator new(size_t size, const std::nothrow_t&) noexcept {
  return allocate(size, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
void* operator new[](size_t size, const std::nothrow_t&) noexcept {
  return allocate(size, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
void* operator new(size_t size, std::align_val_t alignment) {
  return allocate_or_throw(size, static_cast<size_t>(alignment));
}
void* operator new[](size_t size, std::align_val_t alignment) {
  return allocate_or_throw(size, static_cast<size_t>(alignment));
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete(void* memory, size_t) noexcept { release(memory); }
void operator delete[](void* memory, size_t) noexcept { release(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { release(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, size_t, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, size_t, std::align_val_t) noexcept { release(memory); }
