#include "tools/platform/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

namespace trellis::tools::platform {
namespace {

int descriptor_of(Stream stream) { return stream == Stream::kOutput ? STDOUT_FILENO : STDERR_FILENO; }

}  // namespace

bool is_terminal(Stream stream) { return ::isatty(descriptor_of(stream)) != 0; }

bool redraws(Stream stream) { return is_terminal(stream); }

bool shows_colours(Stream stream) {
  if (!is_terminal(stream)) return false;
  const char* kind = std::getenv("TERM");
  return kind != nullptr && std::strcmp(kind, "dumb") != 0;
}

size_t terminal_columns(Stream stream) {
  winsize size = {};
  return ::ioctl(descriptor_of(stream), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace trellis::tools::platform
