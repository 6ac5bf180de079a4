// Random programs of structured statements that record which lanes are active: the source of votes. They are
// executed statement by statement under HLSL's reconvergence rules.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/differential/steering.hpp"
#include "tests/differential/wave_machine.hpp"
#include "tests/structurizer/graph_generators.hpp"

namespace trellis::differential {

enum class StatementKind : uint8_t {
  kVote,      ///< Every lane records which lanes are active.
  kIf,        ///< lists: what is done if a decision says so, and else.
  kWhile,     ///< for (; decision;) lists[0]
  kDoWhile,   ///< do lists[0] while (decision)
  kForever,   ///< for (;;) lists[0]
  kSwitch,    ///< lists: the default, then the cases; each ends where the switch ends, or falls through.
  kCall,      ///< lists[0] is the body of a function, inlined; kReturn in it leaves it.
  kBreak,     ///< Leaves the innermost loop or switch.
  kContinue,  ///< Goes on with the innermost loop's next iteration.
  kReturn,
  kFallThrough,  ///< At the end of a case: goes on with the next one.
};

struct Statement;
using Statements = std::vector<Statement>;

struct Statement {
  StatementKind kind = StatementKind::kVote;
  uint32_t number = 0;  ///< The name of the vote or of the decision.
  std::vector<Statements> lists;
};

struct SourceShape {
  uint32_t statements = 30;   ///< About that many.
  bool switches = true;       ///< Switches whose cases hold votes, too.
  bool fall_through = false;  ///< Some of their cases fall through.
  bool endless_loops = true;  ///< for (;;)
  /// Endless loops are left by return as well. If the jumps are not marked, the graph does not tell what
  /// follows such a loop from what precedes the return.
  bool endless_loops_return = true;
};

/// Votes and decisions are numbered in order of appearance. Some programs may never end: see can_end() of the
/// graph.
Statements random_source(structurizer::testing::Random& random, const SourceShape& shape);

/// HLSL-like text; "vote 3;", "if (d4) ..".
std::string to_text(const Statements& program);

/// True if every jump stands in what it leaves or goes on with.
bool is_well_formed(const Statements& program);

/// Numbers votes and decisions anew.
void renumber(Statements& program);

/// One vote as one lane saw it.
struct VoteRecord {
  uint32_t vote = 0;
  LaneMask lanes = 0;
  friend bool operator==(const VoteRecord&, const VoteRecord&) = default;
};
using VoteLogs = std::vector<std::vector<VoteRecord>>;  ///< By lane.

/// What the lanes of a wave record; row first_row + l steers lane l. exit_choice: by decision, the outcome
/// that leads to a return (0 or 1, or the list of a switch). HLSL's rules: lanes that diverge at a statement
/// reconverge after it, except for those that left it by a jump; lanes reconverge within an iteration, not
/// across iterations; lanes that fall into a case run it together with those that chose it.
VoteLogs run_source(const Statements& program, const Steering& steering, uint32_t first_row, uint32_t lanes,
                    const std::vector<uint32_t>& exit_choice);

}  // namespace trellis::differential
