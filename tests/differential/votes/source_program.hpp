// Random programs of structured statements that record which lanes are active. They define the expected
// votes: they are executed statement by statement under HLSL's reconvergence rules.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/differential/steering.hpp"
#include "tests/differential/waves/wave_machine.hpp"
#include "tests/structurizer/graph_generators.hpp"

namespace trellis::differential {

enum class StatementKind : uint8_t {
  kVote,      ///< Every active lane records which lanes are active.
  kIf,        ///< lists: then, else; a decision selects one.
  kWhile,     ///< for (; decision;) lists[0]
  kDoWhile,   ///< do lists[0] while (decision)
  kForever,   ///< for (;;) lists[0]
  kSwitch,    ///< lists: the default, then the cases. Each ends at the end of the switch, or falls through.
  kCall,      ///< lists[0] is the body of an inlined function; kReturn leaves it.
  kBreak,     ///< Leaves the innermost loop or switch.
  kContinue,  ///< Continues with the innermost loop's next iteration.
  kReturn,
  kFallThrough,  ///< Only at the end of a case: continues with the next one.
};

struct Statement;
using Statements = std::vector<Statement>;

struct Statement {
  StatementKind kind = StatementKind::kVote;
  uint32_t number = 0;  ///< The number of the vote or decision.
  std::vector<Statements> lists;
};

struct SourceShape {
  uint32_t statements = 30;   ///< The approximate number of statements.
  bool switches = true;       ///< Also generates switches whose cases contain votes.
  bool fall_through = false;  ///< Lets some of their cases fall through.
  bool endless_loops = true;  ///< Also generates for (;;).
  /// Also leaves endless loops by return. If such jumps are not marked, the graph does not tell what follows
  /// the loop from what precedes the return.
  bool endless_loops_return = true;
};

/// Votes and decisions are numbered in order of appearance. Some programs may never end: see can_end() of the
/// graph.
Statements random_source(structurizer::testing::Random& random, const SourceShape& shape);

/// Returns text similar to HLSL: "vote 3;", "if (d4) ..".
std::string to_text(const Statements& program);

/// Returns true if every jump is inside the statement that it leaves or continues.
bool is_well_formed(const Statements& program);

/// Renumbers votes and decisions.
void renumber(Statements& program);

/// One vote, as one lane recorded it.
struct VoteRecord {
  uint32_t vote = 0;
  LaneMask lanes = 0;
  friend bool operator==(const VoteRecord&, const VoteRecord&) = default;
};
using VoteLogs = std::vector<std::vector<VoteRecord>>;  ///< Indexed by lane.

/// Runs the program in a wave and returns what the lanes record. Row first_row + l steers lane l. exit_choice
/// has for each decision the outcome that leads to a return (0 or 1, or the list of a switch). HLSL's rules
/// apply: lanes that diverge at a statement reconverge after it, except for those that left it by a jump;
/// lanes reconverge within an iteration, not across iterations; lanes that fall through into a case run it
/// together with those that selected it.
VoteLogs run_source(const Statements& program, const Steering& steering, uint32_t first_row, uint32_t lanes,
                    const std::vector<uint32_t>& exit_choice);

}  // namespace trellis::differential
