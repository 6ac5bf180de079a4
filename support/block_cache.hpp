// Blocks of memory that a thread keeps to use again: a translation allocates and releases a thousand small
// ones.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <new>

namespace trellis {

/// The alignment of all blocks.
inline constexpr size_t block_alignment = __STDCPP_DEFAULT_NEW_ALIGNMENT__;
/// The most bytes that a thread keeps. They are released when it ends.
inline constexpr size_t most_kept_bytes = size_t{256} << 10;

/// A block of at least `size` bytes: one that this thread has kept, or from operator new. Throws
/// std::bad_alloc.
void* take_block(size_t size);
/// Keeps a block for this thread, or releases it by operator delete. On any thread. `size`: as it was asked
/// for.
void keep_block(void* block, size_t size) noexcept;
/// Bytes that this thread keeps. Always 0 in builds with a sanitizer that watches memory.
size_t kept_bytes() noexcept;

namespace block_cache {

/// Blocks of up to this size come in steps of 16 bytes, larger ones in four steps from a power of two to the
/// next.
inline constexpr size_t largest_fine = 512;
inline constexpr size_t largest_kept = size_t{32} << 10;
inline constexpr size_t fine_classes = largest_fine / 16 + 1;
inline constexpr size_t class_count = fine_classes + 4 * 6;

struct FreeBlock {
  FreeBlock* next;
};

struct Cache {
  FreeBlock* first[class_count];
  size_t bytes;
  /// 0 until the thread keeps its first block, and again when it ends.
  size_t limit;
  bool ended;
  /// Of RoutedMemoryScope: with the blocks, so that an allocation looks for the thread's data once.
  std::pmr::memory_resource* route;
};

/// Without a destructor, so that looking at it takes no check that it was made.
extern constinit thread_local Cache cache;

void* take_other(size_t size);
void keep_other(void* block, size_t size) noexcept;

}  // namespace block_cache

inline size_t kept_bytes() noexcept { return block_cache::cache.bytes; }

// Small blocks that are there, or may be kept, take a dozen instructions here.

inline void* take_block(block_cache::Cache& own, size_t size) {
  using namespace block_cache;
  if (size > largest_fine) return take_other(size);
  const size_t index = (size + 15) / 16;
  FreeBlock* const block = own.first[index];
  if (block == nullptr) return take_other(size);
  own.first[index] = block->next;
  own.bytes -= index * 16;
  return block;
}

inline void* take_block(size_t size) { return take_block(block_cache::cache, size); }

inline void keep_block(void* block, size_t size) noexcept {
  using namespace block_cache;
  const size_t index = (size + 15) / 16;
  Cache& own = cache;
  if (size > largest_fine || own.bytes + index * 16 > own.limit) return keep_other(block, size);
  own.first[index] = new (block) FreeBlock{own.first[index]};
  own.bytes += index * 16;
}

}  // namespace trellis
