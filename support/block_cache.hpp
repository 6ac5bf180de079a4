// Memory blocks that a thread keeps for reuse: a translation allocates and frees about a thousand small ones.
#pragma once

#include <bit>
#include <cstddef>
#include <memory_resource>
#include <new>

namespace trellis {

/// The alignment of all blocks.
inline constexpr size_t block_alignment = __STDCPP_DEFAULT_NEW_ALIGNMENT__;
/// The maximum number of bytes that a thread keeps. They are released when it ends.
inline constexpr size_t most_kept_bytes = size_t{512} << 10;

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
/// All sizes of classes are multiples of this one, and memory is accounted in it: a fine class needs no
/// second number.
inline constexpr size_t unit = 16;
inline constexpr size_t fine_classes = largest_fine / unit + 1;
inline constexpr size_t class_count = fine_classes + 4 * 6;

struct FreeBlock {
  FreeBlock* next;
};

struct Lists {
  FreeBlock* first[class_count];
  /// Number of units that may still be kept.
  size_t room;
  /// They are those of a thread whose memory comes from no resource.
  bool is_own;
};

// With this model an access takes two instructions and no call, also in shared libraries. glibc has room for
// some hundred bytes in libraries that are loaded later; other systems may refuse to load such a library.
#if defined(__GLIBC__)
#define TRELLIS_FAST_THREAD_LOCAL [[gnu::tls_model("initial-exec")]]
#else
#define TRELLIS_FAST_THREAD_LOCAL
#endif

/// The blocks that this thread keeps. Shared lists without blocks and room, which are never written to, if it
/// keeps none: before it keeps its first block, while its memory comes from a resource, and when it ends.
TRELLIS_FAST_THREAD_LOCAL extern constinit thread_local Lists* lists;

/// Sets the resource that the thread's memory comes from, and returns the previous one. Null: none. Stored
/// here so that an allocation needs no test of it.
std::pmr::memory_resource* set_route(std::pmr::memory_resource* resource) noexcept;
std::pmr::memory_resource* route_without_lists() noexcept;
/// Returns the resource that the thread's memory comes from; null: none.
inline std::pmr::memory_resource* route() noexcept { return lists->is_own ? nullptr : route_without_lists(); }

struct SizeClass {
  size_t index;
  /// Size of the class's blocks.
  size_t units;

  constexpr size_t size() const { return units * unit; }
};

/// `size` is 1 to largest_fine.
constexpr SizeClass fine_class(size_t size) { return {(size + unit - 1) / unit, (size + unit - 1) / unit}; }

/// `size` is above largest_fine, up to largest_kept.
constexpr SizeClass coarse_class(size_t size) {
  const size_t last = size - 1;
  const size_t width = std::bit_width(last);
  const size_t step = last >> (width - 3);
  const size_t doublings = width - std::bit_width(largest_fine);
  return {fine_classes + 4 * doublings + step - 4, ((step + 1) << (width - 3)) / unit};
}

static_assert(coarse_class(largest_kept).index + 1 == class_count);

// Blocks that are available, or may be kept, take one or two dozen instructions here.

/// Returns a kept block of the class; null if there is none.
inline void* take_kept(Lists& own, SizeClass of) {
  FreeBlock* const block = own.first[of.index];
  if (block == nullptr) return nullptr;
  own.first[of.index] = block->next;
  own.room += of.units;
  return block;
}

/// Keeps a block of the class. Returns false if there is no room.
inline bool keep(Lists& own, void* block, SizeClass of) noexcept {
  if (own.room < of.units) return false;
  own.room -= of.units;
  own.first[of.index] = new (block) FreeBlock{own.first[of.index]};
  return true;
}

}  // namespace block_cache

}  // namespace trellis
