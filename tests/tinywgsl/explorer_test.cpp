// Tests the semantics (races, endless loops, budgets, control stacks), and compares its reductions with every
// interleaving.
#include "tinywgsl/semantics/explorer.hpp"

#include <gtest/gtest.h>

#include "tests/tinywgsl/enumerate.hpp"
#include "tests/tinywgsl/shaders.hpp"

namespace trellis::tinywgsl {
namespace {

Exploration run(const std::string& text, ExploreOptions options = {}) {
  const auto exploration = explore(parsed(text), options);
  EXPECT_TRUE(exploration.ok());
  return *exploration;
}

std::string in_main(const std::string& body, uint32_t threads = 2) {
  return "@workgroup_size(" + std::to_string(threads) + ") fn main(lid) {" + body + " barrier }";
}

ExploreOptions zero_only() {
  ExploreOptions options;
  options.initial_values = {0};
  return options;
}

TEST(TinyWgslExplorer, OneThreadNeverDiverges) {
  ExploreOptions options;
  options.threads = 1;
  for (const char* text : {kBarrierInIf, kEarlyContinue, kFigure10a}) {
    EXPECT_EQ(run(text, options).verdict, Verdict::kNeverDiverges);
  }
}

TEST(TinyWgslExplorer, InitialValuesAreTried) {
  const std::string text = in_main("if (A[lid] == 1) {barrier}");
  const Exploration both = run(text);
  EXPECT_EQ(both.verdict, Verdict::kDiverges);
  EXPECT_FALSE(both.interleaved);
  ASSERT_EQ(both.execution.size(), 2u);
  EXPECT_EQ(both.execution[0], "at first A[0] = 0");
  EXPECT_EQ(both.execution[1], "at first A[1] = 1");
  ExploreOptions options;
  options.initial_values = {0};
  EXPECT_EQ(run(text, options).verdict, Verdict::kNeverDiverges);
  EXPECT_EQ(run(in_main("if (A[0] == 1) {barrier}")).verdict, Verdict::kNeverDiverges) << "all read the same";
}

TEST(TinyWgslExplorer, RacesAreInterleaved) {
  // Thread 1 writes while thread 0 may read before or after that; the threads differ in only one order.
  const Exploration raced = run(
      in_main("x = 0 if (lid == 1) {A[0] = 1 A[0] = 0} else {x = A[0]} if (x == 1) {barrier}"), zero_only());
  EXPECT_TRUE(raced.interleaved);
  EXPECT_EQ(raced.verdict, Verdict::kDiverges);
  ASSERT_FALSE(raced.execution.empty());
  const Exploration ordered =
      run(in_main("x = 0 if (lid == 1) {A[0] = 1 A[0] = 0} else {} barrier x = A[0] if (x == 1) {barrier}"),
          zero_only());
  EXPECT_FALSE(ordered.interleaved);
  EXPECT_EQ(ordered.verdict, Verdict::kNeverDiverges);
}

TEST(TinyWgslExplorer, IrrelevantArraysAreNotVaried) {
  const Exploration exploration = run(in_main("A[0] = lid A[0] = A[0] + B[lid] x = A[0]", 256));
  EXPECT_EQ(exploration.verdict, Verdict::kNeverDiverges);
  EXPECT_FALSE(exploration.interleaved);
  EXPECT_LT(exploration.states, 5u);
}

TEST(TinyWgslExplorer, EndlessLoopsAreDetected) {
  const Exploration alone = run(in_main("if (lid == 0) {loop {continue continuing {}}}"));
  EXPECT_EQ(alone.verdict, Verdict::kNeverDiverges) << "thread 1 waits for ever, at one barrier";
  EXPECT_TRUE(alone.can_run_forever);
  EXPECT_TRUE(alone.can_hang);
  EXPECT_FALSE(alone.can_end);
  const Exploration together = run(in_main("loop {barrier continue continuing {}}"));
  EXPECT_EQ(together.verdict, Verdict::kNeverDiverges) << "all iterate together: a finite number of states";
  EXPECT_LT(together.states, 5u);
  const Exploration others =
      run(in_main("if (lid == 0) {loop {continue continuing {}}} if (lid == 1) {barrier}", 3));
  EXPECT_EQ(others.verdict, Verdict::kDiverges) << "threads 1 and 2 meet at different barriers";
  EXPECT_EQ(others.first.number, 1u);
  EXPECT_EQ(others.second.number, 2u);
}

TEST(TinyWgslExplorer, ContinuesMayBeCounted) {
  ExploreOptions options;
  options.threads = 8;
  EXPECT_EQ(run(kEarlyContinue, options).verdict, Verdict::kDiverges);
  options.choices.continues = Continues::kCounted;
  EXPECT_EQ(run(kEarlyContinue, options).verdict, Verdict::kNeverDiverges);
  EXPECT_EQ(run(kBarrierInIf, options).verdict, Verdict::kDiverges);
}

TEST(TinyWgslExplorer, ExhaustedBudgetsGiveNoVerdict) {
  ExploreOptions options;
  options.most_steps_to_barrier = 1000;
  const std::string counts = in_main("x = 0 loop {x = x + 1 if (x < 0) {break} continue continuing {}}");
  EXPECT_EQ(run(counts, options).verdict, Verdict::kUnknown);
  options = {};
  options.most_states = 50;
  const std::string races =
      in_main("x = 0 A[0] = lid x = A[0] A[0] = x + 1 x = A[0] if (x < 0) {barrier}", 6);
  const Exploration exploration = run(races, options);
  EXPECT_EQ(exploration.verdict, Verdict::kUnknown);
  EXPECT_LE(exploration.states, 50u);
  options.threads = 257;
  EXPECT_FALSE(explore(parsed(counts), options).ok());
  options.threads = 2;
  options.initial_values = {};
  EXPECT_FALSE(explore(parsed(counts), options).ok());
}

TEST(TinyWgslExplorer, CallsAreInControlStacks) {
  const Exploration exploration =
      run("fn f(p) { barrier return p }" + in_main("x = 0 if (lid == 0) {x = f(1)} else {x = f(2)}"));
  EXPECT_EQ(exploration.verdict, Verdict::kDiverges) << "the same barrier, called from different places";
  EXPECT_EQ(exploration.first.barrier, exploration.second.barrier);
  ASSERT_EQ(exploration.first.stack.size(), 1u);
  ASSERT_EQ(exploration.second.stack.size(), 1u);
  EXPECT_NE(exploration.first.stack[0].statement, exploration.second.stack[0].statement);
}

TEST(TinyWgslExplorer, ReturnsUnwindLoops) {
  const Exploration exploration = run(
      "fn f(p) { loop { loop { if (p) {return 3} continue continuing {if (p == 0) {break}} } break continue "
      "continuing {} } return 3 }" +
      in_main("x = f(lid) if (x == 3) {barrier}"));
  EXPECT_EQ(exploration.verdict, Verdict::kNeverDiverges);
  EXPECT_TRUE(exploration.can_end);
}

TEST(TinyWgslExplorer, Operators) {
  const std::string truths =
      "7 / 2 == 3 && -7 / 2 == -3 && 7 % 4 == 3 && 1 / 0 == 0 && 1 % 0 == 0 && 2147483647 + 1 < 0 && "
      "(1 || 0) && (3 > 2) && (3 >= 3) && (2 != 3) && (0 - 2147483647 - 1) / -1 < 0";
  const Exploration exploration = run(in_main("if (" + truths + ") {} else {if (lid) {barrier}}"));
  EXPECT_EQ(exploration.verdict, Verdict::kNeverDiverges);
}

// Compares the reductions with every order of every statement and all values. Endless loops are left out:
// without the reductions they have infinitely many states.
TEST(TinyWgslExplorer, ReductionsKeepTheVerdict) {
  uint64_t compared = 0, divergent = 0, unknown = 0;
  for (Family family : families(false)) {
    family.most_statements = family.frames.size() > 3 ? 2 : 3;
    for_each_program(family, [&](const std::string& text) {
      const Program program = parsed(text);
      ExploreOptions options;
      options.most_states = 1000;
      options.most_steps_to_barrier = 1000;
      options.threads = 2;
      const auto reduced = explore(program, options);
      if (reduced->can_run_forever || reduced->verdict == Verdict::kUnknown) return;
      options.reduce = false;
      const Verdict full = explore(program, options)->verdict;
      if (full == Verdict::kUnknown) {
        ++unknown;
        return;
      }
      ++compared;
      divergent += full == Verdict::kDiverges;
      ASSERT_EQ(full, reduced->verdict) << text;
    });
  }
  EXPECT_GT(compared, 2000u);
  EXPECT_GT(divergent, 150u);
  EXPECT_LT(unknown, compared / 10);
}

}  // namespace
}  // namespace trellis::tinywgsl
