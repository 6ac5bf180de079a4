// The words of raw and structured buffers, wherever the buffer is bound: in a storage buffer, a texel buffer
// of 32-bit texels, or behind a device address (binding_model.hpp).
#pragma once

#include <span>

#include "spirv_backend/resources/resource_access.hpp"

namespace trellis::spirv {

/// What will be done to a word.
enum class WordUse : uint8_t { kLoad, kStore, kAtomic };

/// Error: the form the buffer is bound in cannot do it (texel buffers know 32-bit words alone).
Result<void> check_word_use(FunctionEmitter& e, const dxil::Instruction& i, const Handle& handle,
                            WordView view, WordUse use);

/// Word `index` (an id). Behind an address with a bound, or in a view that is a part of its buffer, words out
/// of bounds are zero.
Id load_word(FunctionEmitter& e, const Handle& handle, WordView view, Id index);
/// In the same cases, stores out of bounds do nothing.
void store_word(FunctionEmitter& e, const Handle& handle, WordView view, Id index, Id value);
/// `opcode` with Device scope, no ordering, and its operands behind the semantics; the old value. Out of
/// bounds, in the same cases, nothing happens and zero comes back.
Id atomic_word(FunctionEmitter& e, const Handle& handle, WordView view, Id index, Op opcode,
               std::span<const Id> values);

/// The 32-bit word at a device address (two words) that the program computed. Nothing checks it.
Id load_at_address(FunctionEmitter& e, Id address);

/// How many 32-bit words the buffer holds. Error: it is behind an address without a bound.
Result<Id> buffer_word_count(FunctionEmitter& e, const dxil::Instruction& i, const Handle& handle);

/// Word `word` of the root constants or of the device address that a constant buffer is bound as.
Id load_constant_word(FunctionEmitter& e, const Handle& handle, Id word);
/// The same, of a word whose number is known. Beyond the root constants it is zero.
Id load_known_constant_word(FunctionEmitter& e, const Handle& handle, uint32_t word);
/// True if a constant buffer is read by load_constant_word().
bool is_constant_words(const Handle& handle);

/// OpAtomicIAdd or OpAtomicISub on the hidden counter of a structured UAV: the old value.
Id atomic_counter(FunctionEmitter& e, const Handle& handle, Op opcode, Id value);

}  // namespace trellis::spirv
