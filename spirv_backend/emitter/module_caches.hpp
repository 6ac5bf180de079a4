// What single features keep for the length of a module: variables made when first used, functions that the
// module has already, and the like. A feature declares its own beside its code, so that only it knows them.
#pragma once

#include <memory>

#include "support/containers.hpp"
#include "support/routed_memory.hpp"

namespace trellis::spirv {

/// One object of each type that is asked for. Finding it is a short search: what most instructions need
/// belongs in ModuleContext itself.
class ModuleCaches {
 public:
  /// The object of type T, made (without arguments) when first asked for. The reference is good for as long
  /// as the caches are.
  template <class T>
  T& get() {
    static char key = 0;  // Nothing is kept in it: its address stands for the type.
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
