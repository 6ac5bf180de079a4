// Functions of the module that load and store long vectors in buffers with a loop over pieces of four
// components, which are in an array. The loop has a fraction of the instructions of individual loads or
// stores, and drivers compile it in a fraction of the time.
//
//   T4[n] load(uint first [, uint descriptor])
//   void store(uint first, T4[n] pieces [, uint descriptor])
//
// If the words are at addresses, in texel buffers or in ranges of buffers, the loop calls the function that
// accesses one word, and takes that function's arguments as well (checked_access.hpp).
#pragma once

#include <span>

#include "spirv_backend/resources/resource_access.hpp"

namespace trellis::spirv {

/// Returns true if a vector of `count` components is accessed with such a function: it has many components,
/// and none is half a word of the buffer.
bool is_worth_a_loop(FunctionEmitter& e, const Handle& handle, WordView view, uint32_t count);

/// Loads the pieces, of four scalars of type `scalar` each, that begin at word `first`; returns their array.
Id call_load_loop(FunctionEmitter& e, const Handle& handle, WordView view, NumericType scalar,
                  uint32_t pieces, Id first);
void call_store_loop(FunctionEmitter& e, const Handle& handle, WordView view, NumericType scalar,
                     std::span<const Id> pieces, Id first);

}  // namespace trellis::spirv
