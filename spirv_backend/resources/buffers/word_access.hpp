// The words of raw and structured buffers, however the buffer is bound: as a storage buffer, as a texel
// buffer of 32-bit texels, or by a device address (binding_model.hpp).
#pragma once

#include <span>

#include "spirv_backend/resources/resource_access.hpp"

namespace trellis::spirv {

/// How a word is accessed.
enum class WordUse : uint8_t { kLoad, kStore, kAtomic };

/// Returns an error if the buffer's form does not support the access (texel buffers have only 32-bit words).
Result<void> check_word_use(FunctionEmitter& e, const dxil::Instruction& i, const Handle& handle,
                            WordView view, WordUse use);

/// Loads word `index` (an id). If the buffer is at an address with a bound, or the view is a part of its
/// buffer, words out of bounds are zero.
Id load_word(FunctionEmitter& e, const Handle& handle, WordView view, Id index);
/// Stores a word. In the same cases, stores out of bounds do nothing.
void store_word(FunctionEmitter& e, const Handle& handle, WordView view, Id index, Id value);
/// Emits `opcode` with Device scope, no ordering, and `values` as its operands after the semantics; returns
/// the old value. In the same cases, it does nothing out of bounds and returns zero.
Id atomic_word(FunctionEmitter& e, const Handle& handle, WordView view, Id index, Op opcode,
               std::span<const Id> values);

/// Loads the 32-bit word at a device address (two words) that the program computed. The access is not
/// checked.
Id load_at_address(FunctionEmitter& e, Id address);

/// Returns the number of 32-bit words in the buffer. Error: the buffer is at an address without a bound.
Result<Id> buffer_word_count(FunctionEmitter& e, const dxil::Instruction& i, const Handle& handle);

/// Loads word `word` (an id) of a constant buffer that is bound as root constants or by a device address.
Id load_constant_word(FunctionEmitter& e, const Handle& handle, Id word);
/// The same for a known word index. Past the root constants it is zero.
Id load_known_constant_word(FunctionEmitter& e, const Handle& handle, uint32_t word);
/// Returns true if the constant buffer is read with load_constant_word().
bool is_constant_words(const Handle& handle);

/// Emits OpAtomicIAdd or OpAtomicISub on the hidden counter of a structured UAV and returns the old value.
Id atomic_counter(FunctionEmitter& e, const Handle& handle, Op opcode, Id value);

}  // namespace trellis::spirv
