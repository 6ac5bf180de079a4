#include "support/block_cache.hpp"

#include <bit>
#include <new>
#include <utility>

// A sanitizer that watches memory has to see each block come and go.
#if defined(TRELLIS_ADDRESS_SANITIZER) || defined(TRELLIS_THREAD_SANITIZER)
#define TRELLIS_KEEP_BLOCKS 0
#else
#define TRELLIS_KEEP_BLOCKS 1
#endif

namespace trellis {
namespace {

constexpr size_t largest_fine_block = 512;
constexpr size_t largest_kept_block = size_t{32} << 10;

struct SizeClass {
  size_t index;
  /// Bytes of its blocks.
  size_t size;
};

/// Small sizes in steps of 16 bytes, larger ones in four steps from a power of two to the next.
constexpr SizeClass size_class(size_t size) {
  const size_t last = size == 0 ? 0 : size - 1;
  if (size <= largest_fine_block) return {last / 16, (last / 16 + 1) * 16};
  const size_t width = std::bit_width(last);
  const size_t step = last >> (width - 3);
  constexpr size_t fine_classes = largest_fine_block / 16;
  const size_t doublings = width - std::bit_width(largest_fine_block);
  return {fine_classes + 4 * doublings + step - 4, (step + 1) << (width - 3)};
}

constexpr size_t class_count = size_class(largest_kept_block).index + 1;

struct FreeBlock {
  FreeBlock* next;
};

struct Cache {
  FreeBlock* first[class_count];
  size_t bytes;
  /// 0 until the thread keeps its first block, and again when it ends.
  size_t limit;
  bool ended;
};

/// Without a destructor, so that looking at it takes no check that it was made; Ending releases what it
/// holds.
constinit thread_local Cache cache = {};

struct Ending {
  ~Ending() {
    cache.limit = 0;
    cache.ended = true;
    for (FreeBlock*& first : cache.first) {
      while (first != nullptr) ::operator delete(std::exchange(first, first->next));
    }
  }
};

/// Whether the thread may keep a block more. Apart, since it is rarely asked.
[[gnu::noinline]] bool open_cache(size_t size) {
  if (!TRELLIS_KEEP_BLOCKS || cache.ended || cache.limit != 0) return false;
  static thread_local Ending ending;
  static_cast<void>(ending);
  cache.limit = most_kept_bytes;
  return size <= cache.limit;
}

}  // namespace

size_t kept_bytes() noexcept { return cache.bytes; }

void* take_block(size_t size) {
  if (size > largest_kept_block) return ::operator new(size);
  const SizeClass found = size_class(size);
  FreeBlock*& first = cache.first[found.index];
  if (first == nullptr) return ::operator new(found.size);
  FreeBlock* const block = first;
  first = block->next;
  cache.bytes -= found.size;
  return block;
}

void keep_block(void* block, size_t size) noexcept {
  if (size > largest_kept_block) return ::operator delete(block);
  const SizeClass found = size_class(size);
  if (cache.bytes + found.size > cache.limit && !open_cache(found.size)) return ::operator delete(block);
  FreeBlock*& first = cache.first[found.index];
  first = new (block) FreeBlock{first};
  cache.bytes += found.size;
}

}  // namespace trellis
