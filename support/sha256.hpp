// SHA-256 (FIPS 180-4), used to identify contents.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "support/containers.hpp"

namespace trellis {

using Sha256Digest = std::array<uint8_t, 32>;

class Sha256 {
 public:
  Sha256();
  void add(std::span<const uint8_t> bytes);
  void add(std::string_view text) {
    add(std::span(reinterpret_cast<const uint8_t*>(text.data()), text.size()));
  }
  /// Returns the digest. Nothing may be added afterwards.
  Sha256Digest finish();

 private:
  void block(const uint8_t* bytes);

  std::array<uint32_t, 8> state_;
  std::array<uint8_t, 64> rest_ = {};
  size_t in_rest_ = 0;
  uint64_t length_ = 0;
};

/// Returns the digest in hexadecimal digits.
String text_of(const Sha256Digest& digest);

}  // namespace trellis
