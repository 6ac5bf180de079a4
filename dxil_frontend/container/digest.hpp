// MD5 (RFC 1321), and the digest of containers, which is MD5 with different padding.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace trellis::dxil {

/// 16 bytes in file order: four state words, each little-endian.
using Digest = std::array<uint8_t, 16>;

/// Returns the MD5 of `bytes`. The HASH part contains that of the bitcode.
Digest md5(std::span<const uint8_t> bytes);

/// The padding of a container digest: that of the release validator, or that of a debug build of it.
enum class DigestVariant : uint8_t { kRetail, kDebug };

/// Returns the digest of a container. `bytes` are those from offset 20 on (version, size, parts).
Digest container_digest(std::span<const uint8_t> bytes, DigestVariant variant);

/// Computes both variants in one pass: [0] retail, [1] debug.
std::array<Digest, 2> container_digests(std::span<const uint8_t> bytes);

}  // namespace trellis::dxil
