// The structurizer at work on one graph, pass by pass, as pictures.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "structurizer/structured.hpp"
#include "support/result.hpp"
#include "tools/cfg/cfg_input.hpp"
#include "tools/cfg/cfg_relations.hpp"

namespace trellis::tools {

/// What a picture's node is against the picture before.
enum class Change : uint8_t { kNone, kNew, kChanged };

struct PassNode {
  uint32_t key = 0;  ///< The same for the same block in all passes.
  std::string name;
  Change change = Change::kNone;
  cfg::BlockId dominator = cfg::kNone;  ///< Immediate dominator; kNone: none, or not reached.
  uint32_t loop = cfg::kNone;           ///< Innermost loop; index into PassView::loops.
  bool shown = true;                    ///< False: no node of the picture.
};

struct PassLoop {
  cfg::BlockId header = cfg::kNone;
  std::string name;  ///< Of the first block of the program in it.
  uint32_t parent = cfg::kNone;
  uint32_t depth = 1;
};

struct PassView {
  std::string name;
  std::string dot;
  cfg::BlockId entry = cfg::kNone;  ///< The node that control begins in.
  std::vector<PassNode> nodes;  ///< By the number of the picture's node.
  std::vector<PassLoop> loops;
  BlockRelations relations;  ///< By the number of the picture's node; none for graphs too large to draw.
  uint32_t removed = 0;      ///< Blocks of the picture before that are gone.
};

/// Structurizes, looking at every pass.
std::vector<PassView> watch_passes(const CfgInput& input);

/// Graphviz's `dot`, run. kBadInput with a clear message if it is missing, fails or takes too long: the
/// caller reports it as bad usage.
Result<std::string> svg_of(const std::string& dot, size_t nodes);

/// A picture without its legend.
std::string without_legend(const std::string& dot);

/// Graphs of more nodes than this are drawn with straight edges, and pages show them before all passes and after
/// the last only: each picture takes `dot` seconds.
inline constexpr size_t kMaxNeatNodes = 1000;
/// Graphs of more nodes than this are not drawn.
inline constexpr size_t kMaxDrawnNodes = 10'000;

}  // namespace trellis::tools
