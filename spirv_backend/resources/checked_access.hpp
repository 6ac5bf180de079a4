// Functions a module gets for words that may not be there: behind device addresses with bounds, or in a
// descriptor's buffer beyond the part a view shows. Each looks before it goes there.
//
//   T load(base, uint index, uint count [, uint first])
//   uint store(base, uint index, uint count, T value [, uint first])       // The result is nothing.
//   T atomic(base, uint index, uint count, T value[, T comparator] [, uint first])
//
// base: the address, a uvec2, or the descriptor's index. index, count and first (descriptors: where the view
// begins) are in words of the view. Out of bounds, nothing is touched, and the result is zero.
#pragma once

#include <span>

#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/resources/resource_access.hpp"

namespace trellis::spirv {

/// Calls such a function for a handle that has a bound or a range. `opcode`: OpLoad, OpStore, or an atomic
/// operation with its operands behind the semantics. Texel buffers: words of 32 bits only.
Id call_checked(FunctionEmitter& e, const Handle& handle, WordView view, Op opcode, Id index,
                std::span<const Id> values);
/// True if accesses to the handle's words have to be checked.
bool is_checked(const Handle& handle);
/// How many words of the view such a handle has.
Id words_in_bounds(FunctionEmitter& e, const Handle& handle, WordView view);

/// Declares what device addresses take.
void require_addresses(ModuleBuilder& builder);

}  // namespace trellis::spirv
