// Memory of the objects that callers hold: taken from the caller's allocator if there is one.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory_resource>
#include <new>
#include <string_view>
#include <utility>

#include "trellis/trellis.h"

namespace trellis::c_api {

/// The caller's allocator as a standard memory resource. Throws std::bad_alloc, which no call lets out.
class CallerMemory final : public std::pmr::memory_resource {
 public:
  explicit CallerMemory(const TrellisAllocator& allocator) : allocator_(allocator) {}
  const TrellisAllocator& allocator() const { return allocator_; }

 private:
  void* do_allocate(size_t size, size_t alignment) override {
    void* memory = allocator_.allocate != nullptr ? allocator_.allocate(allocator_.user, size, alignment)
                                                  : ::operator new (size, std::align_val_t{alignment});
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
  }
  void do_deallocate(void* memory, size_t size, size_t alignment) override {
    if (allocator_.release != nullptr) {
      allocator_.release(allocator_.user, memory, size, alignment);
    } else {
      ::operator delete (memory, size, std::align_val_t{alignment});
    }
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

  TrellisAllocator allocator_;
};

/// A T in the caller's memory; T's first constructor parameter is the allocator.
template <class T, class... Arguments>
T* make_object(const TrellisAllocator& allocator, Arguments&&... arguments) {
  CallerMemory memory(allocator);
  void* place = memory.allocate(sizeof(T), alignof(T));
  try {
    return new (place) T(allocator, std::forward<Arguments>(arguments)...);
  } catch (...) {
    memory.deallocate(place, sizeof(T), alignof(T));
    throw;
  }
}

template <class T>
void destroy_object(T* object) {
  CallerMemory memory(object->memory.allocator());
  object->~T();
  memory.deallocate(object, sizeof(T), alignof(T));
}

/// A zero-terminated copy.
inline const char* copy_text(std::pmr::memory_resource& memory, std::string_view text) {
  char* copy = static_cast<char*>(memory.allocate(text.size() + 1, 1));
  std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  return copy;
}

}  // namespace trellis::c_api
