// Output for terminals only: colours and a progress bar.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "tools/platform/terminal.hpp"

namespace trellis::tools {

/// Returns true if the stream is a terminal that shows colours and the user has not refused them (NO_COLOR
/// is unset, TERM is not "dumb").
bool has_colours(platform::Stream stream);

/// Return "error:" or "warning:", coloured if requested.
std::string_view error_word(bool coloured);
std::string_view warning_word(bool coloured);

/// One line on standard error that shows the progress of a run, redrawn at most 20 times a second. Does
/// nothing unless standard error is a terminal.
class ProgressBar {
 public:
  explicit ProgressBar(size_t total);
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void show(size_t done, size_t failed, std::string_view name);
  void clear();

 private:
  size_t total_;
  bool shown_ = false;
  bool enabled_;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace trellis::tools
