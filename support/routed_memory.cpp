#include "support/routed_memory.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <new>

#include "support/block_cache.hpp"

namespace trellis {
namespace {

constinit thread_local std::pmr::memory_resource* current = nullptr;

using Origin = std::pmr::memory_resource*;

/// Bytes before the memory that is handed out. The last of them say where it came from.
constexpr size_t header_size(size_t alignment) { return std::max(alignment, sizeof(Origin)); }

}  // namespace

RoutedMemoryScope::RoutedMemoryScope(std::pmr::memory_resource* resource) noexcept : outer_(current) {
  current = resource;
}

RoutedMemoryScope::~RoutedMemoryScope() { current = outer_; }

void* allocate_routed(size_t size, size_t alignment) {
  const size_t header = header_size(alignment);
  const Origin origin = current;
  void* block = nullptr;
  if (origin != nullptr) {
    block = origin->allocate(header + size, header);
  } else if (header <= block_alignment) {
    block = take_block(header + size);
  } else {
    block = ::operator new (header + size, std::align_val_t{header});
  }
  char* memory = static_cast<char*>(block) + header;
  std::memcpy(memory - sizeof(Origin), &origin, sizeof(Origin));
  return memory;
}

void release_routed(void* memory, size_t size, size_t alignment) noexcept {
  const size_t header = header_size(alignment);
  Origin origin = nullptr;
  std::memcpy(&origin, static_cast<char*>(memory) - sizeof(Origin), sizeof(Origin));
  void* block = static_cast<char*>(memory) - header;
  if (origin != nullptr) {
    origin->deallocate(block, header + size, header);
  } else if (header <= block_alignment) {
    keep_block(block, header + size);
  } else {
    ::operator delete (block, std::align_val_t{header});
  }
}

}  // namespace trellis
