// Per-module state of individual features: variables created on first use, functions that the module already
// has, and the like. Each feature declares its own type next to its code, so that no other code depends on
// it.
#pragma once

#include <memory>

#include "support/containers.hpp"
#include "support/routed_memory.hpp"

namespace trellis::spirv {

/// One object of each requested type. Lookup is a linear search: put state that most instructions need into
/// ModuleContext itself.
class ModuleCaches {
 public:
  /// Returns the object of type T; default-constructs it on first use. The reference is valid as long as the
  /// caches exist.
  template <class T>
  T& get() {
    static char key = 0;  // Only its address is used, to identify the type.
    for (const Entry& entry : entries_) {
      if (entry.key == &key) return *static_cast<T*>(entry.object.get());
    }
    const std::shared_ptr<T> made = make_routed_shared<T>();
    entries_.push_back({&key, made});
    return *made;
  }

 private:
  struct Entry {
    const void* key;
    std::shared_ptr<void> object;
  };
  Vector<Entry> entries_;
};

}  // namespace trellis::spirv
