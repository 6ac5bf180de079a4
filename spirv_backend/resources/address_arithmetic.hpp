// Indices of words from what programs compute: elements and bytes. What the program's own multiplications,
// shifts and sums do is joined with what they are multiplied or divided by; the program's instructions are
// left to remove_dead_code().
#pragma once

#include "spirv_backend/resources/resource_access.hpp"

namespace trellis::spirv {

/// A sum, product or shift of 32-bit addresses: what the block has computed already is not computed again.
Id address(FunctionEmitter& e, Op opcode, Id a, Id b);
/// The value, an unsigned number of bytes, divided by `bytes` (a power of two, at most 8).
WordIndex divided_address(FunctionEmitter& e, ValueId value, uint32_t bytes);
/// The value times `scale`, modulo 2^32.
Id scaled_index(FunctionEmitter& e, ValueId value, uint32_t scale);

/// The same of an element's index, for elements of `stride` bytes. For drivers whose addresses wrap at 32 bits,
/// one whose bytes would have larger addresses becomes one that no buffer has.
Id scaled_element(FunctionEmitter& e, ValueId value, uint32_t scale, uint32_t stride);
/// The same for words of `bytes` bytes at the byte address `value`, which has been divided already.
WordIndex within_addresses(FunctionEmitter& e, ValueId value, const WordIndex& index, uint32_t bytes);

}  // namespace trellis::spirv
