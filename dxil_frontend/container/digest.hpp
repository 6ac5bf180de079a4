// MD5 (RFC 1321), and the digest of containers, which is MD5 with another padding.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace trellis::dxil {

/// 16 bytes in the order of the file: four state words, each little-endian.
using Digest = std::array<uint8_t, 16>;

/// MD5 of `bytes`. The HASH part holds it for the bitcode.
Digest md5(std::span<const uint8_t> bytes);

/// How the last block of a container digest is written: by the shipping validator, or by a debug build of it.
enum class DigestVariant : uint8_t { kRetail, kDebug };

/// The digest of a container whose bytes from offset 20 on (version, size, parts) are `bytes`.
Digest container_digest(std::span<const uint8_t> bytes, DigestVariant variant);

/// Both variants for the price of one pass: [0] retail, [1] debug.
std::array<Digest, 2> container_digests(std::span<const uint8_t> bytes);

}  // namespace trellis::dxil
