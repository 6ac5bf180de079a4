#include "tools/reports/terminal.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace trellis::tools {
namespace {

size_t terminal_width() {
  const size_t columns = platform::terminal_columns(platform::Stream::kErrors);
  return columns > 0 ? columns : 80;
}

}  // namespace

bool has_colours(platform::Stream stream) {
  const char* no_colour = std::getenv("NO_COLOR");
  if (no_colour != nullptr && *no_colour != '\0') return false;
  return platform::shows_colours(stream);
}

std::string_view error_word(bool coloured) { return coloured ? "\x1b[1;31merror:\x1b[0m" : "error:"; }

std::string_view warning_word(bool coloured) { return coloured ? "\x1b[1;35mwarning:\x1b[0m" : "warning:"; }

ProgressBar::ProgressBar(size_t total)
    : total_(total), enabled_(platform::redraws(platform::Stream::kErrors)) {}

void ProgressBar::show(size_t done, size_t failed, std::string_view name) {
  const auto now = std::chrono::steady_clock::now();
  if (!enabled_ || (now < next_ && done < total_)) return;
  next_ = now + std::chrono::milliseconds(50);
  shown_ = true;

  constexpr size_t kBarWidth = 24;
  const size_t filled = total_ == 0 ? kBarWidth : done * kBarWidth / total_;
  std::string line = "[";
  line.append(filled, '#');
  line.append(kBarWidth - filled, '.');
  line += "] ";
  line += std::to_string(done);
  line += "/";
  line += std::to_string(total_);
  if (failed != 0) {
    line += ", ";
    line += std::to_string(failed);
    line += " failed";
  }
  line += "  ";
  // Shorten a path at its beginning, because the end says more.
  const size_t width = terminal_width() - 1, left = width - std::min(line.size(), width);
  constexpr std::string_view kCut = "...";
  if (name.size() > left && left > kCut.size()) {
    line += kCut;
    name = name.substr(name.size() - (left - kCut.size()));
  }
  line += name;
  line.resize(std::min(line.size(), width));
  std::fprintf(stderr, "\r\x1b[K%s", line.c_str());
  std::fflush(stderr);
}

void ProgressBar::clear() {
  if (!shown_) return;
  shown_ = false;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
}

}  // namespace trellis::tools
