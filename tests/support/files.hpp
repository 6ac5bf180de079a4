// Reads and writes whole files, and finds those of the source tree, for tests.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.hpp"

namespace trellis::test_support {

/// Returns the path of a file or folder of this source tree, from its path below the root. It is compiled
/// into one file only, so that builds of other checkouts can share the objects of all others.
std::string source_path(std::string_view below_root);

/// Returns the bytes of a regular file. The error names the file.
Result<std::vector<uint8_t>> read_binary_file(const std::filesystem::path& path);

Result<std::string> read_text_file(const std::filesystem::path& path);

/// Returns the words of a SPIR-V module in this machine's byte order. Error: the file is not a whole number
/// of words.
Result<std::vector<uint32_t>> read_spirv_file(const std::filesystem::path& path);

Result<void> write_binary_file(const std::filesystem::path& path, std::span<const uint8_t> bytes);

}  // namespace trellis::test_support
