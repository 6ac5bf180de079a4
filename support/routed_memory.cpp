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

/// Allocates from a resource, or with an alignment that cached blocks do not have. A separate function, so
/// that the common path need not save registers.
[[gnu::noinline]] void* allocate_block(size_t size, size_t header, Origin origin) {
  if (origin != nullptr) return origin->allocate(size, header);
  return ::operator new (size, std::align_val_t{header});
}

[[gnu::noinline]] void release_block(void* block, size_t size, size_t header, Origin origin) noexcept {
  if (origin != nullptr) return origin->deallocate(block, size, header);
  ::operator delete (block, std::align_val_t{header});
}

}  // namespace

void* allocate_routed(size_t size, size_t alignment) {
  const size_t header = header_size(alignment);
  block_cache::Cache& own = block_cache::cache;
  const Origin origin = own.route;
  const bool is_usual = origin == nullptr && header <= block_alignment;
  void* const block =
      is_usual ? take_block(own, header + size) : allocate_block(header + size, header, origin);
  char* const memory = static_cast<char*>(block) + header;
  std::memcpy(memory - sizeof(Origin), &origin, sizeof(Origin));
  return memory;
}

void release_routed(void* memory, size_t size, size_t alignment) noexcept {
  const size_t header = header_size(alignment);
  Origin origin = nullptr;
  std::memcpy(&origin, static_cast<char*>(memory) - sizeof(Origin), sizeof(Origin));
  void* const block = static_cast<char*>(memory) - header;
  if (origin == nullptr && header <= block_alignment) return keep_block(block, header + size);
  release_block(block, header + size, header, origin);
}

}  // namespace trellis
