// Decompression of zlib streams (RFC 1950 and 1951).
#pragma once

#include <cstdint>
#include <span>

#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

/// Returns the decompressed contents of a zlib stream, which must be `size` bytes. Allocates at most a
/// constant multiple of the stream's size. Errors: kBadInput, without a location.
Result<Vector<uint8_t>> inflate_zlib(std::span<const uint8_t> stream, uint32_t size);

}  // namespace trellis::dxil
