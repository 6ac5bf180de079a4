// Contents of test buffers: filling them before a dispatch and comparing them after it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tests/support/case_header.hpp"

namespace trellis::test_support {

/// The hash for seeded contents (defined in reference_shaders/README.md).
uint32_t pcg(uint32_t value);

/// Returns `bytes` bytes of initial contents in little-endian words; a last partial word is truncated.
std::vector<uint8_t> fill_buffer(Fill fill, uint32_t seed, uint32_t bytes);

/// Returns the initial contents that a register line specifies.
std::vector<uint8_t> fill_buffer(const RegisterLine& line);

/// Returns empty if both are equal; otherwise the number of differing words and a line for each of the first
/// few, with its byte offset, the expected and the received word: "u0: 3 of 64 words differ\n  offset 0x10:
/// ...". `name` is the buffer's name in the text.
std::string describe_difference(const std::string& name, std::span<const uint8_t> expected,
                                std::span<const uint8_t> received, uint32_t most_words = 8);

}  // namespace trellis::test_support
