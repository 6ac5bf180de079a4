// Functions a module gets for groupshared memory of bounded arrays, which other invocations write as well:
// they look whether a unit is there before they go there.
//
//   uint store(uint index, T value)                    // The result is nothing.
//   T atomic(uint index, T value[, T comparator])
//
// Beyond the object's end nothing is touched, and the result is zero.
#pragma once

#include <span>

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// Calls such a function for a groupshared object. `opcode`: OpStore, or an atomic operation with its
/// operands behind the semantics.
Id call_bounded(FunctionEmitter& e, uint32_t object, spv::Op opcode, Id index, std::span<const Id> values);

}  // namespace trellis::spirv
