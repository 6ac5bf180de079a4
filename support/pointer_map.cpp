#include "support/pointer_map.hpp"

#include <utility>

namespace trellis {

void PointerMap::grow() {
  Vector<Entry> old(entries_.size() * 2);
  old.swap(entries_);
  set_capacity(entries_.size());
  for (const Entry& entry : old) {
    if (entry.key != nullptr) place(entry.key, entry.value);
  }
}

}  // namespace trellis
