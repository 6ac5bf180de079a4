#include "support/block_cache.hpp"

#include <algorithm>
#include <bit>
#include <utility>

// A memory sanitizer has to see each block being allocated and freed.
#if defined(TRELLIS_ADDRESS_SANITIZER) || defined(TRELLIS_THREAD_SANITIZER)
#define TRELLIS_KEEP_BLOCKS 0
#else
#define TRELLIS_KEEP_BLOCKS 1
#endif

namespace trellis::block_cache {

constinit thread_local Cache cache = {};

namespace {

struct SizeClass {
  size_t index;
  /// Size of the class's blocks in bytes.
  size_t size;
};

constexpr SizeClass size_class(size_t size) {
  if (size <= largest_fine) return {(size + 15) / 16, std::max<size_t>((size + 15) / 16, 1) * 16};
  const size_t last = size - 1;
  const size_t width = std::bit_width(last);
  const size_t step = last >> (width - 3);
  const size_t doublings = width - std::bit_width(largest_fine);
  return {fine_classes + 4 * doublings + step - 4, (step + 1) << (width - 3)};
}

static_assert(size_class(largest_kept).index + 1 == class_count);

/// Releases the kept blocks when the thread ends.
struct Ending {
  ~Ending() {
    cache.limit = 0;
    cache.ended = true;
    for (FreeBlock*& first : cache.first) {
      while (first != nullptr) ::operator delete(std::exchange(first, first->next));
    }
    cache.bytes = 0;
  }
};

/// Prepares the thread's cache for its first block. Returns false if blocks are not to be kept, or if the
/// cache is already open.
bool open_cache() {
  if (!TRELLIS_KEEP_BLOCKS || cache.ended || cache.limit != 0) return false;
  static thread_local Ending ending;
  static_cast<void>(ending);
  cache.limit = most_kept_bytes;
  return true;
}

}  // namespace

void* take_other(size_t size) {
  if (size > largest_kept) return ::operator new(size);
  const SizeClass found = size_class(size);
  FreeBlock*& first = cache.first[found.index];
  if (first == nullptr) return ::operator new(found.size);
  FreeBlock* const block = first;
  first = block->next;
  cache.bytes -= found.size;
  return block;
}

void keep_other(void* block, size_t size) noexcept {
  if (size > largest_kept) return ::operator delete(block);
  const SizeClass found = size_class(size);
  if (cache.bytes + found.size > cache.limit && !open_cache()) return ::operator delete(block);
  FreeBlock*& first = cache.first[found.index];
  first = new (block) FreeBlock{first};
  cache.bytes += found.size;
}

}  // namespace trellis::block_cache
