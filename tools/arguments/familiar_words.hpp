// Options as users know them from dxc and other compilers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace trellis::tools {

/// Takes dxc's own options off the words of a command line: with --profile, the likes of -I DIR, -D NAME=1, -Zi and -Od, and
/// all that stands after "--".
std::vector<std::string> take_words_for_dxc(std::vector<const char*>& words);

/// Writes words in Trellis' own spelling: -O without a value, -O0 to -O3, -Os.
void respell(std::vector<const char*>& words);

/// What to say about an option that is not known but familiar: " (...)", or nothing.
std::string hint_on(std::string_view option);

}  // namespace trellis::tools
