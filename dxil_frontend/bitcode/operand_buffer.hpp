// The memory that the reader of the bitstream reads operands of records into.
#pragma once

#include <cstdint>
#include <vector>

#include "support/uninitialized_allocator.hpp"

namespace trellis::dxil::bitcode {

/// The operands of records. While the bitcode is read, it is longer than its contents.
using OperandBuffer = std::vector<uint64_t, UninitializedAllocator<uint64_t>>;

}  // namespace trellis::dxil::bitcode
