// What a compiler makes of a source program: a graph of blocks that vote, decide and jump.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "structurizer/flow.hpp"
#include "structurizer/structured.hpp"
#include "tests/differential/source_program.hpp"
#include "tests/differential/steering.hpp"
#include "tests/differential/wave_machine.hpp"
#include "tests/structurizer/graph_generators.hpp"

namespace trellis::differential {

enum class Ending : uint8_t {
  kReturn,
  kJump,      ///< One target.
  kDecision,  ///< Two targets, by outcome.
  kSwitch,    ///< One target for each outcome; outcome 0 is the default.
  kAlways,    ///< Two targets, of which only the first is ever taken: dxc's dx.break.
};

struct VoteNode {
  std::vector<uint32_t> votes;  ///< Recorded in this order, before the ending.
  Ending ending = Ending::kReturn;
  bool flipped = false;       ///< kDecision: targets are for outcomes 1 and 0.
  bool is_if = false;         ///< kDecision: a hint says that it is of an `if`.
  uint32_t decision = kNone;  ///< Its number in the source.
  std::vector<BlockId> targets;

  /// Which target an outcome leads to.
  uint32_t slot(uint32_t outcome) const { return flipped ? 1 - outcome : outcome; }
};

/// Node 0 is the entry. A decision of the source may stand in several nodes.
using VoteGraph = std::vector<VoteNode>;

/// Which jumps out of loops that vote get a false edge into the loop, as dxc gives them (dx.break); returns
/// get one into each loop they leave.
enum class FalseEdges : uint8_t { kNone, kBreaks, kBreaksAndReturns };

/// The graph as a front end writes it: node after node, nothing simplified. `hints`: the source says of each
/// `if` that it is one ([branch]).
VoteGraph lower(const Statements& program, FalseEdges false_edges, bool hints = false);

/// As optimizers do, but for what wave operations forbid: straight lines joined, empty nodes dropped, loops
/// rotated, returns merged or copied, conditions negated. Nodes that are not reached are dropped.
void simplify(VoteGraph& graph, structurizer::testing::Random& random);

/// True if a return can be reached from every node that can run.
bool can_end(const VoteGraph& graph);

/// By decision of the source: the outcome on a shortest path to a return.
std::vector<uint32_t> exit_choices(const VoteGraph& graph);

/// Nodes that vote are convergent and co-convergent, those with hints are selections. Edges that are
/// never taken are marks.
Flow flow_of(const VoteGraph& graph);

/// "3: votes 4 5, if d2 7 8": a line a node.
std::string to_text(const VoteGraph& graph);

/// What the lanes record when a wave runs the graph in structured form, as far apart as the promise allows.
/// Empty error if it ran to the end.
struct VoteRun {
  VoteLogs logs;
  std::string error;
};
VoteRun run_structured(const VoteGraph& graph, const Flow& flow, const Structured& structured,
                       const Steering& steering, uint32_t first_row, uint32_t lanes,
                       const std::vector<uint32_t>& exit_choice, Promise promise = Promise::kMaximal);

}  // namespace trellis::differential
