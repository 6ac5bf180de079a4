// What nothing of a module uses: lowerings compute addresses anew from what the program's own address
// computations read, and leave those behind.
#pragma once

#include "spirv_backend/module/module_builder.hpp"

namespace trellis::spirv {

/// Removes the instructions of address arithmetic, constants and types that are not used, with their names
/// and decorations. The ids of what remains do not change. Linear in the module's size.
void remove_dead_code(Words& module);

}  // namespace trellis::spirv
