// Decompression of zlib streams (RFC 1950 and 1951).
#pragma once

#include <cstdint>
#include <span>

#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

/// What a zlib stream holds, which has to be `size` bytes. No more memory is taken than a multiple of the stream's size.
/// Errors: kBadInput, without a place.
Result<Vector<uint8_t>> inflate_zlib(std::span<const uint8_t> stream, uint32_t size);

}  // namespace trellis::dxil
