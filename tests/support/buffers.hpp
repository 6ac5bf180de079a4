// Contents of test buffers: how they are filled before a dispatch and compared after it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tests/support/case_header.hpp"

namespace trellis::test_support {

/// The hash behind seeded contents (defined in reference_shaders/README.md).
uint32_t pcg(uint32_t value);

/// `bytes` bytes of initial contents, little-endian words; a last partial word is cut off.
std::vector<uint8_t> fill_buffer(Fill fill, uint32_t seed, uint32_t bytes);

/// The initial contents a register line asks for.
std::vector<uint8_t> fill_buffer(const RegisterLine& line);

/// Empty when both are equal; otherwise how many words differ and the first few of them, a line for each with
/// its byte offset, the expected and the received word: "u0: 3 of 64 words differ\n  offset 0x10: ...".
/// `name` is what the buffer is called in the text.
std::string describe_difference(const std::string& name, std::span<const uint8_t> expected,
                                std::span<const uint8_t> received, uint32_t most_words = 8);

}  // namespace trellis::test_support
