// Removal of unused code: lowerings recompute addresses from the operands of the program's own address
// computations, which may then be unused.
#pragma once

#include "spirv_backend/module/module_builder.hpp"

namespace trellis::spirv {

/// Removes unused instructions of address arithmetic, constants and types, with their names and decorations.
/// The remaining ids do not change. Takes time linear in the module's size.
void remove_dead_code(Vector<uint32_t>& module);

}  // namespace trellis::spirv
