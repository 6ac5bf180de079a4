// Computes word indices from the element indices and byte offsets of programs. The program's own
// multiplications, shifts and sums are combined with the scaling that the index needs; remove_dead_code()
// removes the program's instructions if they are no longer used.
#pragma once

#include "spirv_backend/resources/resource_access.hpp"

namespace trellis::spirv {

/// Returns the value, an unsigned byte count, divided by `bytes` (a power of two, at most 8).
IndexSum divided_address(FunctionEmitter& e, ValueId value, uint32_t bytes);
/// Returns the value times `scale`, modulo 2^32.
IndexSum scaled_index(FunctionEmitter& e, ValueId value, uint32_t scale);

/// The same for an element index, with elements of `stride` bytes. For drivers whose addresses wrap at 32
/// bits, an index whose byte offset would not fit in 32 bits becomes one that is out of bounds of every
/// buffer.
IndexSum scaled_element(FunctionEmitter& e, ValueId value, uint32_t scale, uint32_t stride);
/// The same for words of `bytes` bytes at the byte address `value`; `index` is the address already divided.
IndexSum within_addresses(FunctionEmitter& e, ValueId value, const IndexSum& index, uint32_t bytes);

}  // namespace trellis::spirv
