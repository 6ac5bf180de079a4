// Converts a module that was emitted for GLSL450 to the Vulkan memory model (SPV_KHR_vulkan_memory_model):
// accesses to memory that other invocations can access become non-private, accesses to coherent memory make
// their values available and visible, barriers do so for all other memory, and nothing is decorated Coherent.
#pragma once

#include "spirv_backend/module/module_builder.hpp"

namespace trellis::spirv {

/// Call when all code has been emitted. Takes a pass over the module.
void apply_vulkan_memory_model(ModuleBuilder& builder);

}  // namespace trellis::spirv
