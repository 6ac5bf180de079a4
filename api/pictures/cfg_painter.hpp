// The signs that all pictures of control flow share, and the code that writes them: nodes within the frames
// of their loops, edges, the legend.
#pragma once

#include <span>
#include <string_view>
#include <utility>

#include "cfg/graph.hpp"
#include "cfg/graphviz.hpp"
#include "support/containers.hpp"
#include "uniformity/scope.hpp"

namespace trellis {

inline constexpr const char* kMergeFill = "#cdeac0";
inline constexpr const char* kContinueFill = "#bfe3f5";
inline constexpr const char* kLadderFill = "#f3c6e5";
inline constexpr const char* kDispatchFill = "#f6b6b0";
inline constexpr const char* kDivergentFill = "#ffd5d5";
inline constexpr const char* kGroupDivergentFill = "#fff3bf";
inline constexpr const char* kOursFill = "#eeeeee";
inline constexpr const char* kConvergentColour = "#e67700";
inline constexpr const char* kBackEdgeColour = "#c92a2a";
inline constexpr const char* kMergeColour = "#2b8a3e";
inline constexpr const char* kContinueColour = "#1971c2";
inline constexpr const char* kFrameColour = "#868e96";

/// The signs a picture may use, in the order of the legend.
enum Sign : uint8_t {
  kSignBlock,
  kSignSelection,
  kSignLoop,
  kSignMerge,
  kSignContinue,
  kSignLadder,
  kSignDispatch,
  kSignBreakable,
  kSignOurs,
  kSignUnreachable,
  kSignConvergent,
  kSignDivergent,
  kSignGroupDivergent,
  kSignCount,
};

/// A node of a picture.
struct PictureNode {
  cfg::BlockId block = cfg::kNone;
  cfg::DotNode style;
};

/// The loop of each node and the parent of each loop, from which the frames are drawn. Loops come before the
/// loops inside them.
struct Frames {
  Vector<uint32_t> parent;
  Vector<String> title;
  Vector<uint32_t> loop_of;  ///< By node; kNone if it is in no loop.
};

/// Writes one picture. Keeps track of the signs used, for the legend.
class CfgPainter {
 public:
  explicit CfgPainter(std::string_view title) : writer_(title) {}

  void use(Sign sign) { used_[sign] = true; }
  /// Outlines a node whose block involves other lanes.
  void mark_convergent(cfg::DotNode& node);
  /// Fills a white node whose block may be run by only some invocations of these scopes.
  void mark_divergent(cfg::DotNode& node, uniformity::Scopes scopes);

  /// Writes the nodes, each in the frame of its loop.
  void write_nodes(const Vector<PictureNode>& nodes, const Frames& frames);
  void edge(cfg::BlockId from, cfg::BlockId to, String label);
  void back_edge(cfg::BlockId from, cfg::BlockId to, String label);
  /// Draws a header's declared merge block or continue target. This is not a branch.
  void declaration(cfg::BlockId header, cfg::BlockId block, bool is_continue);

  /// Writes the legend of the signs that were used, and returns the text.
  String finish();

 private:
  cfg::DotWriter writer_;
  size_t node_count_ = 0;
  bool used_[kSignCount] = {};
  bool back_edges_ = false, declarations_ = false;
};

/// Returns the targets of the edges from a block with their labels. Slots with the same target form one edge:
/// "0, 3".
Vector<std::pair<cfg::BlockId, String>> labelled_targets(std::span<const cfg::BlockId> successors,
                                                         const Vector<String>* slots);

}  // namespace trellis
