// Capabilities for ray flags. The flags' bits are the same in D3D and in SPIR-V.
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// Declares the capabilities for the flags that may be set in `value` or are set in `fixed`.
void require_ray_flags(FunctionEmitter& e, ValueId value, uint32_t fixed);

/// Returns the name of the opacity micromap extension: KHR's if the caller listed it, else EXT's.
const char* micromap_extension(const ModuleBuilder& module);

}  // namespace trellis::spirv
