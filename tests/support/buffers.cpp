#include "tests/support/buffers.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>

namespace trellis::test_support {
namespace {

uint32_t word_contents(Fill fill, uint32_t seed, uint32_t index) {
  const uint32_t hash = pcg(seed * 0x9E3779B9u + index);
  switch (fill) {
    case Fill::kZero:
      return 0;
    case Fill::kRamp:
      return index;
    case Fill::kSeed:
      return hash;
    case Fill::kFloatSeed:
      return std::bit_cast<uint32_t>((static_cast<float>(hash & 2047u) - 1024.0f) / 256.0f);
  }
  return 0;
}

/// Returns the little-endian word at `offset`; bytes past the end are zero.
uint32_t word_at(std::span<const uint8_t> bytes, size_t offset) {
  uint32_t word = 0;
  for (size_t i = 0; i < 4 && offset + i < bytes.size(); ++i) {
    word |= static_cast<uint32_t>(bytes[offset + i]) << (8 * i);
  }
  return word;
}

}  // namespace

uint32_t pcg(uint32_t value) {
  const uint32_t state = value * 747796405u + 2891336453u;
  const uint32_t word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
  return (word >> 22) ^ word;
}

std::vector<uint8_t> fill_buffer(Fill fill, uint32_t seed, uint32_t bytes) {
  std::vector<uint8_t> contents(bytes);
  for (uint32_t offset = 0; offset < bytes; offset += 4) {
    const uint32_t word = word_contents(fill, seed, offset / 4);
    for (uint32_t i = 0; i < 4 && offset + i < bytes; ++i) {
      contents[offset + i] = static_cast<uint8_t>(word >> (8 * i));
    }
  }
  return contents;
}

std::vector<uint8_t> fill_buffer(const RegisterLine& line) {
  return fill_buffer(line.fill, line.seed, line.bytes);
}

std::string describe_difference(const std::string& name, std::span<const uint8_t> expected,
                                std::span<const uint8_t> received, uint32_t most_words) {
  std::string text;
  if (expected.size() != received.size()) {
    text = name + ": " + std::to_string(expected.size()) + " bytes expected, " +
           std::to_string(received.size()) + " received\n";
  }
  const size_t common = std::min(expected.size(), received.size());
  const size_t words = (common + 3) / 4;
  size_t differing = 0;
  std::string lines;
  for (size_t offset = 0; offset < common; offset += 4) {
    const uint32_t wanted = word_at(expected.first(common), offset);
    const uint32_t found = word_at(received.first(common), offset);
    if (wanted == found || ++differing > most_words) continue;
    char line[96];
    std::snprintf(line, sizeof line, "  offset 0x%zx (word %zu): expected 0x%08x, got 0x%08x\n", offset,
                  offset / 4, wanted, found);
    lines += line;
  }
  if (differing == 0) return text;
  text +=
      name + ": " + std::to_string(differing) + " of " + std::to_string(words) + " words differ\n" + lines;
  if (differing > most_words) text += "  ...\n";
  return text;
}

}  // namespace trellis::test_support
