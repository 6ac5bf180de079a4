// The structurizer at work on one graph, pass by pass, as pictures.
#pragma once

#include <string>
#include <vector>

#include "support/result.hpp"
#include "tools/cfg/cfg_input.hpp"

namespace trellis::tools {

struct PassPicture {
  std::string name;  ///< Of the pass.
  std::string dot;
  size_t nodes = 0;
};

/// Structurizes, and draws the graph after every pass.
std::vector<PassPicture> draw_passes(const CfgInput& input);

/// Graphviz's `dot`, run. kBadInput with a clear message if it is missing, fails or takes too long: the
/// caller reports it as bad usage.
Result<std::string> svg_of(const std::string& dot, size_t nodes);

/// A picture without its legend.
std::string without_legend(const std::string& dot);

/// Graphs of more nodes than this are drawn with straight edges.
inline constexpr size_t kMaxNeatNodes = 1000;
/// Graphs of more nodes than this are not drawn by `dot`.
inline constexpr size_t kMaxDrawnNodes = 10'000;

}  // namespace trellis::tools
