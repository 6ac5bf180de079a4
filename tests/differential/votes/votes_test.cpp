// Random programs record the same votes in the source, in waves that run the structured graph, and on a
// device.
#include <gtest/gtest.h>

#include <memory>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cfg/post_visit_order.hpp"
#include "structurizer/structurize.hpp"
#include "tests/differential/driver_limits.hpp"
#include "tests/differential/shader_state.hpp"
#include "tests/differential/votes/vote_case.hpp"
#include "tests/differential/votes/vote_shader.hpp"
#include "tests/vulkan/runner.hpp"

namespace trellis::differential {
namespace {

using Kind = StatementKind;

Statement vote() { return {Kind::kVote, 0, {}}; }
Statement jump(Kind kind) { return {kind, 0, {}}; }
Statement branch(Statements yes, Statements no = {}) {
  return {Kind::kIf, 0, {std::move(yes), std::move(no)}};
}
Statement loop(Kind kind, Statements body) { return {kind, 0, {std::move(body)}}; }
Statements numbered(Statements program) {
  renumber(program);
  return program;
}

/// Returns the votes in one lane's log with the lanes of each.
std::vector<std::pair<uint32_t, LaneMask>> log_of(const VoteLogs& logs, uint32_t lane) {
  std::vector<std::pair<uint32_t, LaneMask>> log;
  for (const VoteRecord& record : logs[lane]) log.emplace_back(record.vote, record.lanes);
  return log;
}

/// Returns the lanes whose decision number `decision` is 1.
LaneMask lanes_that(const Steering& steering, uint32_t lanes, uint32_t decision) {
  LaneMask mask = 0;
  for (uint32_t lane = 0; lane < lanes; ++lane) {
    if (steering.choose(lane, decision, 2, 0) == 1) mask |= LaneMask{1} << lane;
  }
  return mask;
}

TEST(SourceWave, DivergesAtAnIfAndReconvergesAfterIt) {
  const Statements program = numbered({vote(), branch({vote()}, {vote()}), vote()});
  const Steering steering(2, 8);
  const LaneMask yes = lanes_that(steering, 8, 0);
  const VoteLogs logs = run_source(program, steering, 0, 8, {0});
  for (uint32_t lane = 0; lane < 8; ++lane) {
    const bool takes = (yes >> lane & 1) != 0;
    const std::vector<std::pair<uint32_t, LaneMask>> wanted = {
        {0, 255}, {takes ? 1u : 2u, takes ? yes : 255 & ~yes}, {3, 255}};
    EXPECT_EQ(log_of(logs, lane), wanted);
  }
}

TEST(SourceWave, VotesBeforeABreakIterationByIteration) {
  // for (;;) { if (d) { vote; break; } } vote;
  const Statements program = numbered({loop(Kind::kForever, {branch({vote(), jump(Kind::kBreak)})}), vote()});
  const Steering steering(4, 8);
  const VoteLogs logs = run_source(program, steering, 0, 8, {1});
  LaneMask left = 0;
  for (uint32_t iteration = 0; left != 255; ++iteration) {
    const LaneMask leaving = lanes_that(steering, 8, iteration) & ~left;
    for (uint32_t lane = 0; lane < 8; ++lane) {
      if ((leaving >> lane & 1) == 0) continue;
      const std::vector<std::pair<uint32_t, LaneMask>> wanted = {{0, leaving}, {1, 255}};
      EXPECT_EQ(log_of(logs, lane), wanted);
    }
    left |= leaving;
  }
}

TEST(SourceWave, ReturnsFromACallWaitAfterIt) {
  // call { if (d) return; vote; } vote;
  const Statements program = numbered({{Kind::kCall, 0, {{branch({jump(Kind::kReturn)}), vote()}}}, vote()});
  const Steering steering(6, 8);
  const LaneMask stays = 255 & ~lanes_that(steering, 8, 0);
  const VoteLogs logs = run_source(program, steering, 0, 8, {1});
  for (uint32_t lane = 0; lane < 8; ++lane) {
    std::vector<std::pair<uint32_t, LaneMask>> wanted = {{1, 255}};
    if ((stays >> lane & 1) != 0) wanted.insert(wanted.begin(), {0, stays});
    EXPECT_EQ(log_of(logs, lane), wanted);
  }
}

TEST(SourceWave, ContinueWaitsForTheIterationToEnd) {
  // do { if (d) continue; vote; } while (d);  Lanes that continue run the next iteration with the others as
  // long as d says so.
  const Statements program =
      numbered({loop(Kind::kDoWhile, {branch({jump(Kind::kContinue)}), vote()}), vote()});
  const Steering steering(8, 8);
  const VoteLogs logs = run_source(program, steering, 0, 8, {0, 0});
  for (uint32_t lane = 0; lane < 8; ++lane) {
    ASSERT_FALSE(logs[lane].empty());
    EXPECT_EQ(logs[lane].back(), (VoteRecord{1, 255}));
  }
}

struct VoteSet {
  FalseEdges false_edges;
  const char* name;
};

/// GoogleTest prints parameters with this instead of as bytes.
void PrintTo(const VoteSet& set, std::ostream* stream) { *stream << set.name; }

class Votes : public testing::TestWithParam<VoteSet> {};

/// Returns the set's next case that has a graph, with a seed from `seed` on.
VoteCase next_case(FalseEdges false_edges, uint64_t& seed, uint32_t size) {
  for (;; ++seed) {
    VoteCase item = random_vote_case(seed, size);
    if (item.false_edges == false_edges && !graph_of(item).empty()) return item;
  }
}

std::string describe(const VoteCase& item, uint64_t seed) {
  return "seed " + std::to_string(seed) + "\n" + to_text(item.program) + to_text(graph_of(item));
}

// Every jump out of a loop after a vote is marked here, so that the graph determines what is in a loop.
TEST(MarkedVotes, OfWavesAreThoseOfTheSource) {
  uint64_t seed = 1;
  for (uint32_t i = 0; i < 1500; ++i, ++seed) {
    const VoteCase item = next_case(FalseEdges::kBreaksAndReturns, seed, 50);
    const std::string difference = find_vote_difference(item, {.runs = 4, .seed = seed});
    ASSERT_EQ(difference, "") << describe(item, seed);
  }
}

// If not every such jump is marked, several sources may have the same graph, and the structurizer has to
// guess which was meant (see structurizer/loop_exits/convergent_exits.hpp). It guesses right for graphs as a
// front end writes them whose endless loops are only left by marked breaks.
TEST(UnmarkedVotes, OfWavesAreThoseOfTheSource) {
  for (const FalseEdges marked : {FalseEdges::kNone, FalseEdges::kBreaks}) {
    uint64_t seed = 1;
    for (uint32_t i = 0; i < 1500; ++i, ++seed) {
      const VoteCase item = next_case(marked, seed, 50);
      const std::string difference = find_vote_difference(item, {.runs = 4, .seed = seed});
      ASSERT_EQ(difference, "") << describe(item, seed);
    }
  }
}

// With hints on each `if`, loop conditions are known however the graph is simplified.
TEST(HintedVotes, OfWavesAreThoseOfTheSource) {
  for (const FalseEdges marked : {FalseEdges::kNone, FalseEdges::kBreaks}) {
    uint64_t seed = 20000;
    for (uint32_t i = 0; i < 300u; ++i, ++seed) {
      VoteCase item = next_case(marked, seed, 50);
      item.hints = true;
      item.simplify_seed = seed;
      if (graph_of(item).empty()) continue;
      const std::string difference = find_vote_difference(item, {.runs = 4, .seed = seed});
      EXPECT_EQ(difference, "") << describe(item, seed);
    }
  }
}

TEST_P(Votes, OfADeviceAreThoseOfTheSource) {
  const auto device = vulkan::Runner::create();
  ASSERT_TRUE(device) << device.error().to_string();
  uint64_t seed = 5000;
  std::vector<VoteCase> batch;
  for (uint32_t i = 0; i < 50; ++seed) {
    VoteCase item = next_case(GetParam().false_edges, seed, 20);
    const Flow flow = flow_of(graph_of(item));
    if (may_lose_continue(flow, structurize_case(item, flow))) continue;
    ++i;
    batch.push_back(std::move(item));
    if (batch.size() < 2) continue;
    ASSERT_EQ(find_vote_fault(**device, batch, Steering(seed, kRows)), "") << "seeds up to " << seed;
    batch.clear();
  }
}

INSTANTIATE_TEST_SUITE_P(FalseEdges, Votes,
                         testing::Values(VoteSet{FalseEdges::kNone, "none"},
                                         VoteSet{FalseEdges::kBreaks, "breaks"},
                                         VoteSet{FalseEdges::kBreaksAndReturns, "all"}),
                         [](const auto& parameter) { return std::string(parameter.param.name); });

/// Proves that the comparison can fail: without marks, and without the rule for exits, votes before a break
/// move out of the loop.
TEST(VotesWithoutMarks, MoveAfterTheLoopUnlessKept) {
  // while (d) { if (d) { vote; break; } } vote;
  VoteCase item;
  item.program = numbered({loop(Kind::kWhile, {branch({vote(), jump(Kind::kBreak)})}), vote()});
  EXPECT_EQ(find_vote_difference(item), "");
  const VoteGraph graph = graph_of(item);
  const Flow flow = flow_of(graph);
  structurizer::Options options;
  options.keep_convergent_exits = false;
  const Structured structured = structurizer::structurize(flow, options);
  const auto exit_choice = exit_choices(graph);
  bool differs = false;
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    const Steering steering(seed, 8);
    const VoteRun run = run_structured(graph, flow, structured, steering, 0, 8, exit_choice);
    EXPECT_EQ(run.error, "");
    differs = differs || run.logs != run_source(item.program, steering, 0, 8, exit_choice);
  }
  EXPECT_TRUE(differs);
}

// The code between a loop and the vote before its return may branch, and may be a loop itself.
TEST(VotesWithoutMarks, AfterLoopsAndBranchesStayInTheLoop) {
  const Statement quiet_loop = loop(Kind::kWhile, {});
  const Statement returns = branch({jump(Kind::kReturn)});
  for (const Statements& between :
       {Statements{quiet_loop}, Statements{returns}, Statements{quiet_loop, returns, quiet_loop}}) {
    // do { if (d) { if (d) continue; between } vote; return; } while (d);
    Statements inner = {branch({jump(Kind::kContinue)})};
    inner.insert(inner.end(), between.begin(), between.end());
    VoteCase item;
    item.false_edges = FalseEdges::kBreaks;
    item.program = numbered({loop(Kind::kDoWhile, {branch(inner), vote(), jump(Kind::kReturn)})});
    EXPECT_EQ(find_vote_difference(item, {.runs = 16, .seed = 1}), "") << to_text(item.program);
  }
}

/// Returns true if an `if` branches back to the start of a loop that tests its condition there.
bool has_if_for_latch(const VoteGraph& graph) {
  const Flow flow = flow_of(graph);
  const cfg::PostVisitOrder order(flow.graph);
  for (BlockId node = 0; node < graph.size(); ++node) {
    for (const BlockId target : flow.graph.successors(node)) {
      const bool goes_back = order.position(target) < order.position(node);
      if (goes_back && graph[node].ending == Ending::kDecision && graph[target].ending == Ending::kDecision) {
        return true;
      }
    }
  }
  return false;
}

/// Expects the votes of the source however the graph is simplified, and that at least one simplified graph
/// has an `if` as its latch.
void expect_votes_however_simplified(VoteCase item) {
  bool has_any = false;
  for (item.simplify_seed = 1; item.simplify_seed <= 100; ++item.simplify_seed) {
    const VoteGraph graph = graph_of(item);
    EXPECT_EQ(find_vote_difference(item, {.runs = 64, .seed = 1}), "")
        << to_text(item.program) << to_text(graph);
    has_any = has_any || has_if_for_latch(graph);
  }
  EXPECT_TRUE(has_any);
}

// The next three tests: if a loop ends with an `if` whose body ends in a jump, that `if` becomes the latch
// and leaves the loop, like the loop's condition. Hints of the source tell which of the two is the condition.
TEST(VotesBeforeAJump, AtTheEndOfALoopStayInItByHints) {
  // while (d) { if (d) { vote; return; } } vote;
  VoteCase item;
  item.hints = true;
  item.program = numbered({loop(Kind::kWhile, {branch({vote(), jump(Kind::kReturn)})}), vote()});
  expect_votes_however_simplified(item);
}

// The depth of the exits' targets tells them apart: a return also leaves the outer loop.
TEST(VotesBeforeAJump, AtTheEndOfALoopStayInItByDepth) {
  // do { while (d) { if (d) { vote; return; } } vote; } while (d); vote;
  VoteCase item;
  const Statement inner = loop(Kind::kWhile, {branch({vote(), jump(Kind::kReturn)})});
  item.program = numbered({loop(Kind::kDoWhile, {inner, vote()}), vote()});
  expect_votes_however_simplified(item);
}

// A marked jump elsewhere in the loop tells them apart.
TEST(VotesBeforeAJump, AtTheEndOfALoopStayInItByMarks) {
  // while (d) { if (d) { vote; break; } if (d) { vote; return; } } vote;
  VoteCase item;
  item.false_edges = FalseEdges::kBreaks;
  item.program = numbered(
      {loop(Kind::kWhile, {branch({vote(), jump(Kind::kBreak)}), branch({vote(), jump(Kind::kReturn)})}),
       vote()});
  expect_votes_however_simplified(item);
}

// Shows why the structurizer has to guess: without marks, two sources with different votes have the same
// graph.
TEST(VotesWithoutMarks, OfAnEndlessLoopHaveTwoSources) {
  const Statements inside = numbered({loop(Kind::kForever, {branch({vote(), jump(Kind::kBreak)})}), vote()});
  const Statements behind = numbered({loop(Kind::kForever, {branch({jump(Kind::kBreak)})}), vote(), vote()});
  std::set<std::string> graphs_of_inside;
  bool is_one_graph = false;
  for (const Statements* source : {&inside, &behind}) {
    for (uint64_t seed = 1; seed <= 200; ++seed) {
      VoteGraph graph = lower(*source, FalseEdges::kNone);
      structurizer::testing::Random random(seed);
      simplify(graph, random);
      if (source == &inside) graphs_of_inside.insert(to_text(graph));
      is_one_graph = is_one_graph || (source == &behind && graphs_of_inside.contains(to_text(graph)));
    }
  }
  EXPECT_TRUE(is_one_graph);
  const Steering steering(4, 8);
  EXPECT_NE(run_source(inside, steering, 0, 8, {1}), run_source(behind, steering, 0, 8, {1}));
  // With marks, the graphs differ.
  EXPECT_NE(to_text(lower(inside, FalseEdges::kBreaks)), to_text(lower(behind, FalseEdges::kBreaks)));
}

size_t guesses_of(const VoteCase& item) {
  const Flow flow = flow_of(graph_of(item));
  return structurize_case(item, flow).exit_guesses.size();
}

// Only the paths after the loop indicate that the first exit is a jump.
TEST(ExitGuesses, AreMadeIfBothExitsLeadAfterTheLoop) {
  VoteCase item;
  item.program = numbered({loop(Kind::kDoWhile, {branch({jump(Kind::kReturn)})}), vote()});
  bool has_any = false;
  for (item.simplify_seed = 1; item.simplify_seed <= 100; ++item.simplify_seed) {
    EXPECT_EQ(find_vote_difference(item, {.runs = 16, .seed = 1}), "") << to_text(graph_of(item));
    has_any = has_any || guesses_of(item) != 0;
  }
  EXPECT_TRUE(has_any);
}

TEST(ExitGuesses, AreNotMadeWhereMarksOrTheOrderDecide) {
  VoteCase item;
  item.program = numbered({loop(Kind::kWhile, {branch({vote(), jump(Kind::kBreak)}), vote()}), vote()});
  EXPECT_EQ(guesses_of(item), 0u);  // The graph as a front end writes it.
  item.false_edges = FalseEdges::kBreaks;
  for (item.simplify_seed = 1; item.simplify_seed <= 100; ++item.simplify_seed) {
    EXPECT_EQ(guesses_of(item), 0u) << to_text(graph_of(item));
  }
}

TEST(Shrink, FindsTheStatementsThatMatter) {
  structurizer::testing::Random random(11);
  Statements program = random_source(random, {.statements = 40});
  program.push_back(loop(Kind::kWhile, {branch({vote(), jump(Kind::kContinue)})}));
  renumber(program);
  const auto continues = [](const Statements& list) {
    return to_text(list).find("continue") != std::string::npos;
  };
  const Statements small =
      shrink(program, [&](const Statements& list) { return is_well_formed(list) && continues(list); });
  ASSERT_EQ(small.size(), 1u);
  EXPECT_TRUE(to_text(small) == "while (d0) {\n  continue;\n}\n" ||
              to_text(small) == "do {\n  continue;\n} while (d0);\n" ||
              to_text(small) == "for (;;) {\n  continue;\n}\n")
      << to_text(small);
}

}  // namespace
}  // namespace trellis::differential
