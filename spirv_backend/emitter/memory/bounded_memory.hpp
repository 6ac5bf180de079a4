// Functions of the module that access groupshared memory under the option bounded_arrays. Other invocations
// write this memory too, so these functions check that the unit exists before they access it.
//
//   uint store(uint index, T value)                    // The result is meaningless.
//   T atomic(uint index, T value[, T comparator])
//
// Past the object's end, they access no memory and return zero.
#pragma once

#include <span>

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// Calls such a function for a groupshared object. `opcode` is OpStore, or an atomic operation with `values`
/// as its operands after the semantics.
Id call_bounded(FunctionEmitter& e, uint32_t object, spv::Op opcode, Id index, std::span<const Id> values);

}  // namespace trellis::spirv
