// Functions a module gets for words that may not be there: behind device addresses that have bounds or may be
// 0, or in a descriptor's buffer beyond the part a view shows. Each looks before it goes there.
//
//   T load(base, uint index, uint count [, uint first])
//   uint store(base, uint index, uint count, T value [, uint first])       // The result is nothing.
//   T atomic(base, uint index, uint count, T value[, T comparator] [, uint first])
//
// base: the address, a uvec2, or the descriptor's index. index, count and first (descriptors: where the view
// begins) are in words of the view; a count of all ones is no bound. Out of bounds and at address 0, nothing
// is touched, and the result is zero.
#pragma once

#include <span>

#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/resources/resource_access.hpp"

namespace trellis::spirv {

/// Calls such a function for a handle that is_checked(). `opcode`: OpLoad, OpStore, or an atomic
/// operation with its operands behind the semantics. Texel buffers: words of 32 bits only.
Id call_checked(FunctionEmitter& e, const Handle& handle, WordView view, Op opcode, Id index,
                std::span<const Id> values);
/// Such a function, and what is the same in all calls for the handle.
struct CheckedCall {
  Id function = 0, base = 0, count = 0;
  Id first = 0;  ///< Of descriptors; 0: of addresses, there is none.
};
/// For any handle whose words are at an address, in a texel buffer or in a range: without bounds the count is
/// all ones.
CheckedCall checked_call(FunctionEmitter& e, const Handle& handle, WordView view, Op opcode);
/// True if accesses to the handle's words have to be checked.
bool is_checked(const Handle& handle);
/// True if how many words there are is known, and how many of the view they are.
bool has_bound(const Handle& handle);
Id words_in_bounds(FunctionEmitter& e, const Handle& handle, WordView view);

/// OpAtomicIAdd or OpAtomicISub on a hidden counter at an address, two words: the old value. At address 0 it
/// is what makes the counter's value 0: 0 and 1.
Id call_unless_null(FunctionEmitter& e, const Handle& counter, Id address, Op opcode, Id value);

/// Declares what device addresses take.
void require_addresses(ModuleBuilder& builder);

}  // namespace trellis::spirv
