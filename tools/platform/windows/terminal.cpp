#include "tools/platform/terminal.hpp"

#include "support/windows/api.hpp"

namespace trellis::tools::platform {
namespace {

HANDLE handle_of(Stream stream) {
  return ::GetStdHandle(stream == Stream::kOutput ? STD_OUTPUT_HANDLE : STD_ERROR_HANDLE);
}

/// Consoles since Windows 10 accept escape sequences once that mode is enabled.
bool takes_escape_sequences(Stream stream) {
  DWORD mode = 0;
  return ::GetConsoleMode(handle_of(stream), &mode) != 0 &&
         ::SetConsoleMode(handle_of(stream), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

}  // namespace

bool is_terminal(Stream stream) {
  DWORD mode = 0;
  return ::GetConsoleMode(handle_of(stream), &mode) != 0;
}

bool redraws(Stream stream) { return takes_escape_sequences(stream); }

bool shows_colours(Stream stream) { return takes_escape_sequences(stream); }

size_t terminal_columns(Stream stream) {
  CONSOLE_SCREEN_BUFFER_INFO buffer = {};
  if (::GetConsoleScreenBufferInfo(handle_of(stream), &buffer) == 0) return 0;
  const int columns = buffer.srWindow.Right - buffer.srWindow.Left + 1;
  return columns > 0 ? static_cast<size_t>(columns) : 0;
}

}  // namespace trellis::tools::platform
