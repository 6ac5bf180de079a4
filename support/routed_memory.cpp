#include "support/routed_memory.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <new>

#include "support/block_cache.hpp"

namespace trellis {
namespace {

using Origin = std::pmr::memory_resource*;

/// Returns the number of bytes reserved before the memory that is handed out. The last of them record where
/// the memory came from.
constexpr size_t header_size(size_t alignment) { return std::max(alignment, sizeof(Origin)); }

}  // namespace

RoutedMemoryScope::RoutedMemoryScope(std::pmr::memory_resource* resource) noexcept
    : outer_(block_cache::cache.route) {
  block_cache::cache.route = resource;
}

RoutedMemoryScope::~RoutedMemoryScope() { block_cache::cache.route = outer_; }

namespace {

/// Memory that is large, aligned, or of a resource. Separate functions, so that the common paths need not
/// save registers.
[[gnu::noinline]] void* allocate_other(size_t size, size_t alignment) {
  const size_t header = header_size(alignment);
  const Origin origin = block_cache::cache.route;
  void* block = nullptr;
  if (origin != nullptr) {
    block = origin->allocate(header + size, header);
  } else if (header <= block_alignment) {
    block = take_block(header + size);
  } else {
    block = ::operator new (header + size, std::align_val_t{header});
  }
  char* const memory = static_cast<char*>(block) + header;
  std::memcpy(memory - sizeof(Origin), &origin, sizeof(Origin));
  return memory;
}

[[gnu::noinline]] void release_other(void* memory, size_t size, size_t alignment, Origin origin) noexcept {
  const size_t header = header_size(alignment);
  void* const block = static_cast<char*>(memory) - header;
  if (origin != nullptr) return origin->deallocate(block, header + size, header);
  if (header <= block_alignment) return keep_block(block, header + size);
  ::operator delete (block, std::align_val_t{header});
}

}  // namespace

void* allocate_routed(size_t size, size_t alignment) {
  constexpr size_t kHeader = sizeof(Origin);
  block_cache::Cache& own = block_cache::cache;
  if (alignment <= kHeader && size <= block_cache::largest_fine - kHeader && own.route == nullptr) {
    if (void* const block = block_cache::take_fine(own, kHeader + size)) {
      Origin* const origin = new (block) Origin(nullptr);
      return origin + 1;
    }
  }
  return allocate_other(size, alignment);
}

void release_routed(void* memory, size_t size, size_t alignment) noexcept {
  constexpr size_t kHeader = sizeof(Origin);
  Origin origin = nullptr;
  std::memcpy(&origin, static_cast<char*>(memory) - kHeader, kHeader);
  if (origin == nullptr && alignment <= kHeader) {
    return keep_block(static_cast<char*>(memory) - kHeader, kHeader + size);
  }
  release_other(memory, size, alignment, origin);
}

}  // namespace trellis
