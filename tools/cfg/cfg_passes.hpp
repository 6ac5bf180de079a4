// Draws the graph after each pass of the structurizer.
#pragma once

#include <string>
#include <vector>

#include "support/result.hpp"
#include "tools/cfg/cfg_input.hpp"

namespace trellis::tools {

struct PassPicture {
  std::string name;  ///< The name of the pass.
  std::string dot;
  size_t nodes = 0;
};

/// Structurizes the function and draws the graph after every pass.
std::vector<PassPicture> draw_passes(const CfgInput& input);

/// Runs Graphviz's `dot`. Returns kBadInput with a clear message if it is missing, fails or takes too long;
/// the caller reports it as a usage error.
Result<std::string> svg_of(const std::string& dot, size_t nodes);

/// Removes the legend from a picture.
std::string without_legend(const std::string& dot);

/// Graphs with more nodes than this are drawn with straight edges.
inline constexpr size_t kMaxNeatNodes = 1000;
/// Graphs with more nodes than this are not drawn by `dot`.
inline constexpr size_t kMaxDrawnNodes = 10'000;

}  // namespace trellis::tools
