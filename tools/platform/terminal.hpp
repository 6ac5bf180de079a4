// The terminal behind a standard stream, if there is one.
#pragma once

#include <cstddef>
#include <cstdint>

namespace trellis::tools::platform {

enum class Stream : uint8_t { kOutput, kErrors };

bool is_terminal(Stream stream);

/// It is a terminal that draws anew what escape sequences erase.
bool redraws(Stream stream);

/// It is a terminal with colours.
bool shows_colours(Stream stream);

/// How many characters a line of the terminal has; 0: it is none, or does not say.
size_t terminal_columns(Stream stream);

}  // namespace trellis::tools::platform
