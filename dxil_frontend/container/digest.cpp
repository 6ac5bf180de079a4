#include "dxil_frontend/container/digest.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace trellis::dxil {

namespace {

constexpr std::size_t kBlockSize = 64;
using State = std::array<uint32_t, 4>;
using Block = std::array<uint8_t, kBlockSize>;

constexpr State kInitialState = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};

// floor(2^32 * |sin(i + 1)|), RFC 1321 section 3.4.
constexpr std::array<uint32_t, 64> kSineTable = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};

constexpr std::array<std::array<int, 4>, 4> kShifts = {
    {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}}};

uint32_t load_word(const uint8_t* bytes) {
  return static_cast<uint32_t>(bytes[0]) | static_cast<uint32_t>(bytes[1]) << 8 |
         static_cast<uint32_t>(bytes[2]) << 16 | static_cast<uint32_t>(bytes[3]) << 24;
}

void store_word(uint32_t word, uint8_t* bytes) {
  for (unsigned i = 0; i < 4; ++i) bytes[i] = static_cast<uint8_t>(word >> (8 * i));
}

template <int Round>
uint32_t mix(uint32_t b, uint32_t c, uint32_t d) {
  if constexpr (Round == 0) return (b & c) | (~b & d);
  if constexpr (Round == 1) return mix<0>(d, b, c);
  if constexpr (Round == 2) return b ^ c ^ d;
  return c ^ (b | ~d);
}

template <int Round>
void run_round(State& s, const std::array<uint32_t, 16>& words) {
  constexpr std::array<uint32_t, 4> kStart = {0, 1, 5, 0};
  constexpr std::array<uint32_t, 4> kStep = {1, 5, 3, 7};
  for (uint32_t i = 0; i < 16; ++i) {
    const uint32_t word = words[(kStart[Round] + kStep[Round] * i) % 16];
    const uint32_t sum = s[0] + mix<Round>(s[1], s[2], s[3]) + word + kSineTable[Round * 16 + i];
    s = {s[3], s[1] + std::rotl(sum, kShifts[Round][i % 4]), s[1], s[2]};
  }
}

void absorb(State& state, const uint8_t* block) {
  std::array<uint32_t, 16> words;
  for (unsigned i = 0; i < 16; ++i) words[i] = load_word(block + 4 * i);
  State s = state;
  run_round<0>(s, words);
  run_round<1>(s, words);
  run_round<2>(s, words);
  run_round<3>(s, words);
  for (unsigned i = 0; i < 4; ++i) state[i] += s[i];
}

Digest to_digest(const State& state) {
  Digest digest;
  for (unsigned i = 0; i < 4; ++i) store_word(state[i], digest.data() + 4 * i);
  return digest;
}

/// Returns the state after all whole blocks; sets `tail` to the remaining bytes.
State absorb_blocks(std::span<const uint8_t> bytes, std::span<const uint8_t>& tail) {
  State state = kInitialState;
  const std::size_t whole = bytes.size() / kBlockSize * kBlockSize;
  for (std::size_t at = 0; at < whole; at += kBlockSize) absorb(state, bytes.data() + at);
  tail = bytes.subspan(whole);
  return state;
}

/// Pads like containers do: the bit count is at the start of the last block, and a variant of it at the end.
Digest finish_container(State state, std::span<const uint8_t> tail, uint64_t size, DigestVariant variant) {
  const uint32_t n = static_cast<uint32_t>(size);
  const bool retail = variant == DigestVariant::kRetail;
  const uint32_t first = retail ? n << 3 : (n << 4) + 15;
  const uint32_t last = retail ? (n << 1) | 1 : (n << 2) | 0x10000000;
  Block block{};
  if (tail.size() < 56) {
    std::copy(tail.begin(), tail.end(), block.begin() + 4);
    block[4 + tail.size()] = 0x80;
  } else {
    std::copy(tail.begin(), tail.end(), block.begin());
    block[tail.size()] = 0x80;
    absorb(state, block.data());
    block.fill(0);
  }
  store_word(first, block.data());
  store_word(last, block.data() + 60);
  absorb(state, block.data());
  return to_digest(state);
}

}  // namespace

Digest md5(std::span<const uint8_t> bytes) {
  std::span<const uint8_t> tail;
  State state = absorb_blocks(bytes, tail);
  Block block{};
  std::copy(tail.begin(), tail.end(), block.begin());
  block[tail.size()] = 0x80;
  if (tail.size() >= 56) {
    absorb(state, block.data());
    block.fill(0);
  }
  const uint64_t bits = uint64_t{bytes.size()} * 8;
  store_word(static_cast<uint32_t>(bits), block.data() + 56);
  store_word(static_cast<uint32_t>(bits >> 32), block.data() + 60);
  absorb(state, block.data());
  return to_digest(state);
}

Digest container_digest(std::span<const uint8_t> bytes, DigestVariant variant) {
  std::span<const uint8_t> tail;
  const State state = absorb_blocks(bytes, tail);
  return finish_container(state, tail, bytes.size(), variant);
}

std::array<Digest, 2> container_digests(std::span<const uint8_t> bytes) {
  std::span<const uint8_t> tail;
  const State state = absorb_blocks(bytes, tail);
  return {finish_container(state, tail, bytes.size(), DigestVariant::kRetail),
          finish_container(state, tail, bytes.size(), DigestVariant::kDebug)};
}

}  // namespace trellis::dxil
