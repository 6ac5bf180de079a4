// What ray flags need of the device. Their bits are the same in D3D and in SPIR-V.
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// Declares what the flags need that may be set in `value` or are in `fixed`.
void require_ray_flags(FunctionEmitter& e, ValueId value, uint32_t fixed);

/// The extension of opacity micromaps: KHR's if the caller named it, else EXT's.
const char* micromap_extension(const ModuleBuilder& module);

}  // namespace trellis::spirv
