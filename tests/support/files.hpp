// Reads and writes whole files, for tests.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "support/result.hpp"

namespace trellis::test_support {

/// Returns the bytes of a regular file. The error names the file.
Result<std::vector<uint8_t>> read_binary_file(const std::filesystem::path& path);

Result<std::string> read_text_file(const std::filesystem::path& path);

/// Returns the words of a SPIR-V module in this machine's byte order. Error: the file is not a whole number
/// of words.
Result<std::vector<uint32_t>> read_spirv_file(const std::filesystem::path& path);

Result<void> write_binary_file(const std::filesystem::path& path, std::span<const uint8_t> bytes);

}  // namespace trellis::test_support
