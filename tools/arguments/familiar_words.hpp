// Accepts options as users know them from dxc and other compilers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace trellis::tools {

/// Removes and returns the words meant for dxc: with --profile, options such as -I DIR, -D NAME=1, -Zi and
/// -Od, and everything after "--".
std::vector<std::string> take_words_for_dxc(std::vector<const char*>& words);

/// Rewrites words in Trellis' own spelling: -O without a value, -O0 to -O3, -Os.
void respell(std::vector<const char*>& words);

/// Returns a hint in parentheses, with a leading space, on an unknown option that users know from another
/// compiler; empty if there is none.
std::string hint_on(std::string_view option);

}  // namespace trellis::tools
