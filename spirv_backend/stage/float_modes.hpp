// Execution modes of SPV_KHR_float_controls.
#pragma once

#include "spirv_backend/emitter/module_context.hpp"

namespace trellis::spirv {

/// Declares the modes that the program and DeviceOptions::float_controls require. Call it when all code has
/// been emitted: only then is it known which widths of floats the module has.
void declare_float_modes(ModuleContext& context);

}  // namespace trellis::spirv
