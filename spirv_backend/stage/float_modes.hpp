// Execution modes of SPV_KHR_float_controls.
#pragma once

#include "spirv_backend/emitter/module_context.hpp"

namespace trellis::spirv {

/// Declares them, by the program and by DeviceOptions::float_controls. When all code has been emitted: which
/// widths of floats there are is known then.
void declare_float_modes(ModuleContext& context);

}  // namespace trellis::spirv
