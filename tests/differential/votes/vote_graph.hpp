// The graph that a compiler makes of a source program: blocks that vote, decide and jump.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "structurizer/flow.hpp"
#include "structurizer/structured.hpp"
#include "tests/differential/steering.hpp"
#include "tests/differential/votes/source_program.hpp"
#include "tests/differential/waves/wave_machine.hpp"
#include "tests/structurizer/graph_generators.hpp"

namespace trellis::differential {

enum class Ending : uint8_t {
  kReturn,
  kJump,      ///< One target.
  kDecision,  ///< Two targets, by outcome.
  kSwitch,    ///< One target per outcome; outcome 0 is the default.
  kAlways,    ///< Two targets, but only the first is ever taken: dxc's dx.break.
};

struct VoteNode {
  std::vector<uint32_t> votes;  ///< Votes in the order in which they are recorded, before the ending.
  Ending ending = Ending::kReturn;
  bool flipped = false;       ///< kDecision: the targets are for outcomes 1 and 0, in this order.
  bool is_if = false;         ///< kDecision: a hint marks it as an `if`.
  uint32_t decision = kNone;  ///< The decision's number in the source.
  std::vector<BlockId> targets;

  /// Returns the index of the target for an outcome.
  uint32_t slot(uint32_t outcome) const { return flipped ? 1 - outcome : outcome; }
};

/// Node 0 is the entry. A decision of the source may appear in several nodes.
using VoteGraph = std::vector<VoteNode>;

/// Which jumps out of loops that vote get a false edge into the loop, as dxc adds them (dx.break). Returns
/// get one for each loop that they leave.
enum class FalseEdges : uint8_t { kNone, kBreaks, kBreaksAndReturns };

/// Writes the graph like a front end: node after node, without simplification. `hints`: the source marks each
/// `if` as one ([branch]).
VoteGraph lower(const Statements& program, FalseEdges false_edges, bool hints = false);

/// Simplifies the graph like an optimizer, within what wave operations allow: joins straight lines, drops
/// empty nodes, rotates loops, merges or copies returns, negates conditions. Drops unreachable nodes.
void simplify(VoteGraph& graph, structurizer::testing::Random& random);

/// Returns true if every node that can run can reach a return.
bool can_end(const VoteGraph& graph);

/// Returns for each decision of the source the outcome on a shortest path to a return.
std::vector<uint32_t> exit_choices(const VoteGraph& graph);

/// Nodes that vote become convergent and co-convergent, those with hints become selections, and edges that
/// are never taken become marks.
Flow flow_of(const VoteGraph& graph);

/// Returns one line per node: "3: votes 4 5, if d2 7 8".
std::string to_text(const VoteGraph& graph);

/// What the lanes record when a wave runs the structured graph with as little reconvergence as the promise
/// allows. The error is empty if the wave ran to the end.
struct VoteRun {
  VoteLogs logs;
  std::string error;
};
VoteRun run_structured(const VoteGraph& graph, const Flow& flow, const Structured& structured,
                       const Steering& steering, uint32_t first_row, uint32_t lanes,
                       const std::vector<uint32_t>& exit_choice, Promise promise = Promise::kMaximal);

}  // namespace trellis::differential
