// A module as the source of a C or C++ program.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace trellis::tools {

/// A header with the words as a constant array of that name, which must be an identifier.
std::string c_header(std::span<const uint32_t> words, std::string_view name);

/// True for what C and C++ take as a name of one's own.
bool is_identifier(std::string_view name);

/// The nearest identifier: "sky_ps" for "out/sky.ps.h".
std::string identifier_from(const std::string& file);

}  // namespace trellis::tools
