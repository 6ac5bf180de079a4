// Counts the calls of operator new and operator delete in this process, including those of the library's
// LLVM.
#pragma once

#include <cstddef>

namespace trellis::test_c_api {

struct UnroutedMemory {
  size_t made = 0, released = 0;

  size_t live() const { return made - released; }
};

UnroutedMemory unrouted_memory();

}  // namespace trellis::test_c_api
