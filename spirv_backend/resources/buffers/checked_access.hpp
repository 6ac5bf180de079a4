// Functions of the module that access words with a check: words at device addresses that have bounds or can
// be 0, and words of a descriptor's buffer of which the view shows only a part.
//
//   T load(base, uint index, uint count [, uint first])
//   uint store(base, uint index, uint count, T value [, uint first])       // The result is meaningless.
//   T atomic(base, uint index, uint count, T value[, T comparator] [, uint first])
//
// base: the address, a uvec2, or the descriptor's index. index, count and first (for descriptors: where the
// view begins) are in words of the view; a count with all bits set means no bound. Out of bounds and at
// address 0, the functions access no memory and return zero.
#pragma once

#include <span>

#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/resources/resource_access.hpp"

namespace trellis::spirv {

/// Calls such a function for a handle that is_checked(). `opcode`: OpLoad, OpStore, or an atomic operation
/// with `values` as its operands after the semantics. Texel buffers support only 32-bit words.
Id call_checked(FunctionEmitter& e, const Handle& handle, WordView view, Op opcode, Id index,
                std::span<const Id> values);
/// Such a function, and the arguments that are the same in all calls for the handle.
struct CheckedCall {
  Id function = 0, base = 0, count = 0;
  Id first = 0;  ///< For descriptors; 0 for addresses, which do not have this argument.
};
/// Works for any handle whose words are at an address, in a texel buffer or in a range: without bounds, the
/// count has all bits set.
CheckedCall checked_call(FunctionEmitter& e, const Handle& handle, WordView view, Op opcode);
/// Returns true if accesses to the handle's words must be checked.
bool is_checked(const Handle& handle);
/// Returns true if the number of words is known. words_in_bounds() returns it, in words of the view.
bool has_bound(const Handle& handle);
Id words_in_bounds(FunctionEmitter& e, const Handle& handle, WordView view);

/// Emits OpAtomicIAdd or OpAtomicISub on a hidden counter at an address (two words) and returns the old
/// value. At address 0 it returns 0 for an addition and 1 for a subtraction, so that the counter's new value
/// is 0.
Id call_unless_null(FunctionEmitter& e, const Handle& counter, Id address, Op opcode, Id value);

/// Declares the capabilities and extensions that device addresses require.
void require_addresses(ModuleBuilder& builder);

}  // namespace trellis::spirv
