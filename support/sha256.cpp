#include "support/sha256.hpp"

#include <algorithm>
#include <bit>

namespace trellis {
namespace {

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
constexpr std::array<uint32_t, 64> kRounds = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

uint32_t big_endian(const uint8_t* bytes) {
  return uint32_t{bytes[0]} << 24 | uint32_t{bytes[1]} << 16 | uint32_t{bytes[2]} << 8 | bytes[3];
}

}  // namespace

Sha256::Sha256()
    : state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19} {
}

void Sha256::block(const uint8_t* bytes) {
  std::array<uint32_t, 64> w;
  for (size_t n = 0; n < 16; ++n) w[n] = big_endian(bytes + 4 * n);
  for (size_t n = 16; n < 64; ++n) {
    const uint32_t low = std::rotr(w[n - 15], 7) ^ std::rotr(w[n - 15], 18) ^ (w[n - 15] >> 3);
    const uint32_t high = std::rotr(w[n - 2], 17) ^ std::rotr(w[n - 2], 19) ^ (w[n - 2] >> 10);
    w[n] = w[n - 16] + low + w[n - 7] + high;
  }
  auto [a, b, c, d, e, f, g, h] = state_;
  for (size_t n = 0; n < 64; ++n) {
    const uint32_t first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                           ((e & f) ^ (~e & g)) + kRounds[n] + w[n];
    const uint32_t second =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + first;
    d = c;
    c = b;
    b = a;
    a = first + second;
  }
  const std::array<uint32_t, 8> sum = {a, b, c, d, e, f, g, h};
  for (size_t n = 0; n < 8; ++n) state_[n] += sum[n];
}

void Sha256::add(std::span<const uint8_t> bytes) {
  length_ += bytes.size();
  while (!bytes.empty()) {
    if (in_rest_ == 0 && bytes.size() >= rest_.size()) {
      block(bytes.data());
      bytes = bytes.subspan(rest_.size());
      continue;
    }
    const size_t taken = std::min(rest_.size() - in_rest_, bytes.size());
    std::copy_n(bytes.begin(), taken, rest_.begin() + static_cast<std::ptrdiff_t>(in_rest_));
    in_rest_ += taken;
    bytes = bytes.subspan(taken);
    if (in_rest_ < rest_.size()) continue;
    block(rest_.data());
    in_rest_ = 0;
  }
}

Sha256Digest Sha256::finish() {
  const uint64_t bits = length_ * 8;
  constexpr uint8_t kOne = 0x80, kZero = 0;
  add(std::span(&kOne, 1));
  while (in_rest_ != 56) add(std::span(&kZero, 1));
  std::array<uint8_t, 8> length;
  for (size_t n = 0; n < 8; ++n) length[n] = static_cast<uint8_t>(bits >> (56 - 8 * n));
  add(length);
  Sha256Digest digest;
  for (size_t n = 0; n < digest.size(); ++n)
    digest[n] = static_cast<uint8_t>(state_[n / 4] >> (24 - 8 * (n % 4)));
  return digest;
}

String text_of(const Sha256Digest& digest) {
  constexpr const char* kDigits = "0123456789abcdef";
  String text;
  for (const uint8_t byte : digest) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

}  // namespace trellis
