#include "c_api/live_objects.hpp"

#ifndef NDEBUG

#include <mutex>
#include <set>

namespace trellis::c_api {
namespace {

// The only process-wide state, and only in debug builds: a destroyed object cannot itself tell that it is
// gone.
struct Registry {
  std::mutex mutex;
  std::set<const void*> objects;
};

Registry& registry() {
  static Registry instance;
  return instance;
}

}  // namespace

void note_made(const void* object) {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  all.objects.insert(object);
}

void note_destroyed(const void* object) {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  all.objects.erase(object);
}

bool is_live(const void* object) {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  return all.objects.contains(object);
}

}  // namespace trellis::c_api

#endif
