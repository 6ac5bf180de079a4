// Writes a module as the source of a C or C++ program.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace trellis::tools {

/// Returns a header that defines the words as a constant array called `name`, which must be an identifier.
std::string c_header(std::span<const uint32_t> words, std::string_view name);

/// Returns true if a C and C++ program may use `name` as an identifier.
bool is_identifier(std::string_view name);

/// Returns the nearest identifier: "sky_ps" for "out/sky.ps.h".
std::string identifier_from(const std::string& file);

}  // namespace trellis::tools
