// The execution model and the execution modes of an entry point.
#pragma once

#include "spirv_backend/emitter/module_context.hpp"

namespace trellis::spirv {

/// Declares the capabilities and modes of the stages that create or divide primitives: geometry, hull,
/// domain, mesh, amplification.
void declare_primitive_modes(ModuleContext& context);

/// Writes OpEntryPoint and the modes that follow from the stage and its signatures.
void declare_stage(ModuleContext& context);

/// With DeviceOptions::quad_control, declares the modes of pixel shaders that have derivatives or quad
/// operations. Call it when all functions have been written.
void declare_quad_modes(ModuleContext& context);

}  // namespace trellis::spirv
