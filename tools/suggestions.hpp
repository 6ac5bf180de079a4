// "Did you mean": finds names close to one that does not exist.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace trellis::tools {

/// Returns the name that `written` most likely misspells: at most a third of its letters are changed,
/// removed, inserted or swapped. Returns an empty string if no name is that close, and the first of equally
/// close ones.
std::string nearest_name(std::string_view written, std::span<const std::string> names);

/// Returns " (did you mean --emit?)", or an empty string.
std::string did_you_mean(std::string_view written, std::span<const std::string> names);

}  // namespace trellis::tools
