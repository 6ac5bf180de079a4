// Blocks of memory that a thread keeps to use again: a translation allocates and releases a thousand small
// ones.
#pragma once

#include <cstddef>

namespace trellis {

/// The alignment of all blocks.
inline constexpr size_t block_alignment = __STDCPP_DEFAULT_NEW_ALIGNMENT__;
/// The most bytes that a thread keeps. They are released when it ends.
inline constexpr size_t most_kept_bytes = size_t{256} << 10;

/// A block of at least `size` bytes: one that this thread has kept, or from operator new. Throws
/// std::bad_alloc.
void* take_block(size_t size);
/// Bytes that this thread keeps. Always 0 in builds with a sanitizer that watches memory.
size_t kept_bytes() noexcept;
/// Keeps a block for this thread, or releases it by operator delete. On any thread. `size`: as it was asked
/// for.
void keep_block(void* block, size_t size) noexcept;

}  // namespace trellis
