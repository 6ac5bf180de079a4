// Counts what goes through operator new and operator delete in this process, the library's LLVM included.
#pragma once

#include <cstddef>

namespace trellis::test_c_api {

struct UnroutedMemory {
  size_t made = 0, released = 0;

  size_t live() const { return made - released; }
};

UnroutedMemory unrouted_memory();

}  // namespace trellis::test_c_api
