#include "support/block_cache.hpp"

#include <algorithm>
#include <utility>

// A memory sanitizer has to see each block being allocated and freed.
#if defined(TRELLIS_ADDRESS_SANITIZER) || defined(TRELLIS_THREAD_SANITIZER)
#define TRELLIS_KEEP_BLOCKS 0
#else
#define TRELLIS_KEEP_BLOCKS 1
#endif

namespace trellis {
namespace block_cache {

namespace {

constinit Lists no_lists = {};

/// What the common paths do not need. Small, because with initial-exec memory for one variable a library
/// needs it for all, and systems have little of it for libraries that are loaded later.
struct Thread {
  Lists* own;  ///< Null until the thread keeps its first block, and when it ends.
  std::pmr::memory_resource* route;
  bool has_ended;

  void choose_lists() { lists = own != nullptr && route == nullptr ? own : &no_lists; }
};

/// Has no destructor, so that an access need not check whether it was constructed.
constinit thread_local Thread thread = {};

constexpr SizeClass size_class(size_t size) {
  return size <= largest_fine ? fine_class(size) : coarse_class(size);
}

/// Releases the kept blocks when the thread ends.
struct Ending {
  ~Ending() {
    thread.has_ended = true;
    Lists* const own = std::exchange(thread.own, nullptr);
    thread.choose_lists();
    for (FreeBlock*& first : own->first) {
      while (first != nullptr) ::operator delete(std::exchange(first, first->next));
    }
    delete own;
  }
};

/// Prepares the thread's lists for its first block. Returns false if blocks are not to be kept, or if the
/// lists are already open.
[[gnu::noinline]] bool open_lists() {
  if (!TRELLIS_KEEP_BLOCKS || thread.own != nullptr || thread.has_ended || thread.route != nullptr) {
    return false;
  }
  thread.own = new (std::nothrow) Lists();
  if (thread.own == nullptr) return false;
  static thread_local Ending ending;
  static_cast<void>(ending);
  thread.own->room = most_kept_bytes / unit;
  thread.own->is_own = true;
  thread.choose_lists();
  return true;
}

}  // namespace

// The definition repeats the model: without it, code that has seen this line would use the default one.
TRELLIS_FAST_THREAD_LOCAL constinit thread_local Lists* lists = &no_lists;

std::pmr::memory_resource* set_route(std::pmr::memory_resource* resource) noexcept {
  std::pmr::memory_resource* const outer = std::exchange(thread.route, resource);
  thread.choose_lists();
  return outer;
}

std::pmr::memory_resource* route_without_lists() noexcept { return thread.route; }

}  // namespace block_cache

void* take_block(size_t size) {
  using namespace block_cache;
  size = std::max<size_t>(size, 1);
  if (size > largest_kept) return ::operator new(size);
  const SizeClass found = size_class(size);
  if (void* const block = take_kept(*lists, found)) return block;
  if (!lists->is_own) open_lists();
  return ::operator new(found.size());
}

void keep_block(void* block, size_t size) noexcept {
  using namespace block_cache;
  size = std::max<size_t>(size, 1);
  if (size > largest_kept) return ::operator delete(block);
  const SizeClass found = size_class(size);
  if (keep(*lists, block, found)) return;
  if (!open_lists() || !keep(*lists, block, found)) ::operator delete(block);
}

size_t kept_bytes() noexcept {
  using namespace block_cache;
  return thread.own != nullptr ? most_kept_bytes - thread.own->room * unit : 0;
}

}  // namespace trellis
