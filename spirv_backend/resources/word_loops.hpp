// Functions a module gets for long vectors in buffers: a loop over the vector's pieces of four, which an
// array holds, is a fraction of the instructions that as many loads or stores of words are, and of the time
// that drivers take to compile them.
//
//   T4[n] load(uint first [, uint descriptor])
//   void store(uint first, T4[n] pieces [, uint descriptor])
//
// Where words are at addresses, in texel buffers or in ranges of buffers, the loop calls the function that
// accesses one of them, and takes for it what that wants (checked_access.hpp).
#pragma once

#include <span>

#include "spirv_backend/resources/resource_access.hpp"

namespace trellis::spirv {

/// True if so many components of a vector go by way of such a function: they are many, and none is half of a
/// word that the buffer has.
bool is_worth_a_loop(FunctionEmitter& e, const Handle& handle, WordView view, uint32_t count);

/// The pieces, of four scalars of type `scalar` each, that begin at word `first`: their array.
Id call_load_loop(FunctionEmitter& e, const Handle& handle, WordView view, NumericType scalar,
                  uint32_t pieces, Id first);
void call_store_loop(FunctionEmitter& e, const Handle& handle, WordView view, NumericType scalar,
                     std::span<const Id> pieces, Id first);

}  // namespace trellis::spirv
