// The passes as one HTML page that needs nothing else: no network, no other files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/result.hpp"
#include "tools/cfg/cfg_passes.hpp"

namespace trellis::tools {

/// The page. Graphs after each pass are drawn by Graphviz's dot, equal ones once; the errors are svg_of's.
/// A graph too large to draw is kBadInput.
Result<std::string> page_of(std::string_view title, const std::vector<PassView>& views);

/// The page's script and style: page_of puts them in.
extern const char* const kPageStyle;
extern const char* const kPageBody;
extern const char* const kPageScript;

}  // namespace trellis::tools
