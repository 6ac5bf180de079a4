// Memory blocks that a thread keeps for reuse: a translation allocates and frees about a thousand small ones.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <new>

namespace trellis {

/// The alignment of all blocks.
inline constexpr size_t block_alignment = __STDCPP_DEFAULT_NEW_ALIGNMENT__;
/// The maximum number of bytes that a thread keeps. They are released when it ends.
inline constexpr size_t most_kept_bytes = size_t{256} << 10;

/// Returns a block of at least `size` bytes, either one that this thread has kept or one from operator new.
/// Throws std::bad_alloc.
void* take_block(size_t size);
/// Keeps a block for this thread, or frees it by operator delete. May be called on any thread. `size` is the
/// size that was requested.
void keep_block(void* block, size_t size) noexcept;
/// Returns the number of bytes that this thread keeps. Always 0 in builds with a memory sanitizer.
size_t kept_bytes() noexcept;

namespace block_cache {

/// Size classes are multiples of 16 bytes up to this size. Above it, there are four between consecutive
/// powers of two.
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
  /// 0 before the thread keeps its first block, and again when it ends.
  size_t limit;
  bool ended;
  /// The resource of RoutedMemoryScope. It is stored with the blocks so that an allocation accesses
  /// thread-local data once.
  std::pmr::memory_resource* route;
};

/// Has no destructor, so that an access need not check whether it was constructed.
extern constinit thread_local Cache cache;

void* take_other(size_t size);
void keep_other(void* block, size_t size) noexcept;

}  // namespace block_cache

inline size_t kept_bytes() noexcept { return block_cache::cache.bytes; }

// Small blocks that are available, or may be kept, take about a dozen instructions here.

namespace block_cache {

/// Returns a kept block of at least `size` bytes, at most largest_fine; null if there is none.
inline void* take_fine(Cache& own, size_t size) {
  const size_t index = (size + 15) / 16;
  FreeBlock* const block = own.first[index];
  if (block == nullptr) return nullptr;
  own.first[index] = block->next;
  own.bytes -= index * 16;
  return block;
}

}  // namespace block_cache

inline void* take_block(size_t size) {
  if (size <= block_cache::largest_fine) {
    if (void* const block = block_cache::take_fine(block_cache::cache, size)) return block;
  }
  return block_cache::take_other(size);
}

inline void keep_block(void* block, size_t size) noexcept {
  using namespace block_cache;
  const size_t index = (size + 15) / 16;
  Cache& own = cache;
  if (size > largest_fine || own.bytes + index * 16 > own.limit) return keep_other(block, size);
  own.first[index] = new (block) FreeBlock{own.first[index]};
  own.bytes += index * 16;
}

}  // namespace trellis
