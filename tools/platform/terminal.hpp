// Properties of the terminal that a standard stream is connected to, if any.
#pragma once

#include <cstddef>
#include <cstdint>

namespace trellis::tools::platform {

enum class Stream : uint8_t { kOutput, kErrors };

bool is_terminal(Stream stream);

/// Returns true for a terminal that supports escape sequences to redraw a line.
bool redraws(Stream stream);

/// Returns true for a terminal with colours.
bool shows_colours(Stream stream);

/// Returns the number of columns; 0 if the stream is not a terminal or its width is not known.
size_t terminal_columns(Stream stream);

}  // namespace trellis::tools::platform
