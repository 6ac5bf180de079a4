// 'Did you mean': names close to one that is not there.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace trellis::tools {

/// The name that `written` is most likely a misspelling of: at most a third of its letters are changed, left
/// out, added or swapped. Empty if no name is that close. Of equally close ones the first.
std::string nearest_name(std::string_view written, std::span<const std::string> names);

/// " (did you mean --emit?)", or nothing.
std::string did_you_mean(std::string_view written, std::span<const std::string> names);

}  // namespace trellis::tools
