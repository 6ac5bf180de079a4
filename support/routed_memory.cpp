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
    : outer_(block_cache::set_route(resource)) {}

RoutedMemoryScope::~RoutedMemoryScope() { block_cache::set_route(outer_); }

// Memory that is very large, aligned, or of a resource. Not inline in the functions below, which then need to
// save no registers.

[[gnu::noinline]] void* allocate_routed_aligned(size_t size, size_t alignment) {
  const size_t header = header_size(alignment);
  const Origin origin = block_cache::route();
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

[[gnu::noinline]] void release_routed_aligned(void* memory, size_t size, size_t alignment) noexcept {
  Origin origin = nullptr;
  std::memcpy(&origin, static_cast<char*>(memory) - sizeof(Origin), sizeof(Origin));
  const size_t header = header_size(alignment);
  void* const block = static_cast<char*>(memory) - header;
  if (origin != nullptr) return origin->deallocate(block, header + size, header);
  if (header <= block_alignment) return keep_block(block, header + size);
  ::operator delete (block, std::align_val_t{header});
}

namespace {

constexpr size_t kHeader = header_size(alignof(void*));
constexpr size_t kLargestFine = block_cache::largest_fine - kHeader;
constexpr size_t kLargestKept = block_cache::largest_kept - kHeader;

}  // namespace

void* allocate_routed_words(size_t size) {
  using namespace block_cache;
  void* block = nullptr;
  if (size <= kLargestFine) {
    block = take_kept(*lists, fine_class(kHeader + size));
  } else if (size <= kLargestKept) {
    block = take_kept(*lists, coarse_class(kHeader + size));
  }
  return block != nullptr ? new (block) Origin(nullptr) + 1 : allocate_routed_aligned(size, alignof(void*));
}

void release_routed_words(void* memory, size_t size) noexcept {
  using namespace block_cache;
  Origin* const origin = static_cast<Origin*>(memory) - 1;
  if (*origin == nullptr) {
    if (size <= kLargestFine) {
      if (keep(*lists, origin, fine_class(kHeader + size))) return;
    } else if (size <= kLargestKept) {
      if (keep(*lists, origin, coarse_class(kHeader + size))) return;
    }
  }
  release_routed_aligned(memory, size, alignof(void*));
}

}  // namespace trellis
