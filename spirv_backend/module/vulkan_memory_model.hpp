// The Vulkan memory model (SPV_KHR_vulkan_memory_model), put on a module that was emitted for GLSL450:
// accesses to memory that others may see become non-private, those to coherent memory make their values
// available and visible, barriers make those of all others so; nothing is decorated Coherent.
#pragma once

#include "spirv_backend/module/module_builder.hpp"

namespace trellis::spirv {

/// When everything has been emitted. Costs a pass over the module.
void apply_vulkan_memory_model(ModuleBuilder& builder);

}  // namespace trellis::spirv
