// The source's variables outside functions: resources, groupshared and static memory, constants.
#pragma once

#include "spirv_backend/emitter/module_context.hpp"

namespace trellis::spirv {

/// Call when everything else has been emitted. Writes nothing if no instruction of the set has been used.
void write_debug_globals(ModuleContext& context);

}  // namespace trellis::spirv
