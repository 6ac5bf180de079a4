// The shaders of the paper, from its figures and its text.
#include <gtest/gtest.h>

#include "tests/tinywgsl/shaders.hpp"
#include "tinywgsl/analysis/analysis.hpp"
#include "tinywgsl/analysis/behaviours.hpp"
#include "tinywgsl/semantics/explorer.hpp"

namespace trellis::tinywgsl {
namespace {

Verdict run(const Program& program, uint32_t threads, CallLocals call_locals = CallLocals::kFresh) {
  ExploreOptions options;
  options.threads = threads;
  options.choices.call_locals = call_locals;
  return explore(program, options)->verdict;
}

/// Expects that the program is accepted and does not diverge.
void expect_uniform(const char* text) {
  const Program program = parsed(text);
  const auto analysis = analyse(program);
  ASSERT_TRUE(analysis);
  EXPECT_TRUE(analysis->accepted()) << to_string(program, *analysis);
  for (uint32_t threads : {1u, 2u, 4u, program.workgroup_size}) {
    EXPECT_EQ(run(program, threads), Verdict::kNeverDiverges) << text;
  }
}

/// Expects that the program is rejected and diverges.
void expect_divergent(const char* text) {
  const Program program = parsed(text);
  EXPECT_FALSE(analyse(program)->accepted()) << text;
  EXPECT_EQ(run(program, program.workgroup_size), Verdict::kDiverges) << text;
}

/// Expects that the program is rejected but does not diverge.
void expect_imprecise(const char* text) {
  const Program program = parsed(text);
  EXPECT_FALSE(analyse(program)->accepted()) << text;
  EXPECT_EQ(run(program, program.workgroup_size), Verdict::kNeverDiverges) << text;
}

TEST(TinyWgslFigures, TreeReduction) { expect_uniform(kTreeReduction); }

TEST(TinyWgslFigures, BarrierInTheIf) { expect_divergent(kBarrierInIf); }

TEST(TinyWgslFigures, EarlyContinue) {
  expect_divergent(kEarlyContinue);
  const Program program = parsed(kEarlyContinue);
  const auto analysis = analyse(program);
  EXPECT_EQ(to_string(program, *analysis), R"(rejected: a barrier may be reached in divergent control flow

in function main, the barrier at 8:5 must be in uniform control flow
  but depends on control flow after the if at 5:5
  which depends on the value of 'd <= 0' at 5:9
  which depends on control flow in the loop at 4:3, which iterates
  which depends on control flow after the if at 9:5
  which depends on the value of 'lid >= d' at 9:9
  which depends on lid at 9:9, which differs from thread to thread
)");
  // The threads reach the same barrier after taking different continues.
  const auto exploration = explore(program, {});
  EXPECT_EQ(exploration->first.barrier, exploration->second.barrier);
  const std::string text = to_string(program, *exploration);
  EXPECT_NE(text.find("thread 0 waits at the barrier at 8:5; its control stack, innermost first:\n"
                      "    loop at 4:3, after continue at 13:5, 13:5\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("thread 128 waits at the barrier at 8:5; its control stack, innermost first:\n"
                      "    loop at 4:3, after continue at 13:5, 10:7\n"),
            std::string::npos)
      << text;
}

TEST(TinyWgslFigures, SummaryOfFigure7) {
  const Program program = parsed(
      "fn f(x, y) { if (y == 0) { barrier } else { x = y } return x + y }\n"
      "fn g(a, b) { if (arr[0] == 0) { } else { a = b } return a + b }\n"
      "@workgroup_size(2) fn main(lid) { r = f(0, 1) r = g(0, 1) barrier }");
  const auto analysis = analyse(program);
  ASSERT_TRUE(analysis->accepted()) << to_string(program, *analysis);
  const Summary& f = analysis->summaries[0];
  EXPECT_TRUE(f.call_site_uniform);
  EXPECT_FALSE(f.return_non_uniform);
  EXPECT_EQ(f.parameters_required, (std::vector<bool>{false, true}));
  EXPECT_EQ(f.parameters_affect_return, (std::vector<bool>{true, true}));
  const Summary& g = analysis->summaries[1];
  EXPECT_FALSE(g.call_site_uniform);
  EXPECT_TRUE(g.return_non_uniform);
  EXPECT_EQ(g.parameters_required, (std::vector<bool>{false, false}));
  EXPECT_EQ(g.parameters_affect_return, (std::vector<bool>{true, true}));
  const std::string text = to_string(program, *analysis);
  EXPECT_NE(
      text.find(
          "parameter 'y' must be uniform: the barrier at 1:28 must be in uniform control flow, which "
          "depends on the value of 'y == 0' at 1:18, on the value of 'y' at 1:18, on parameter 'y' of f"),
      std::string::npos)
      << text;
}

TEST(TinyWgslFigures, Figure7IsRejected) {
  const Program program = parsed(
      "fn f(x, y) { if (arr[0] == 0) { barrier } else { x = y } return x + y }\n"
      "@workgroup_size(2) fn main(lid) { r = f(0, 1) barrier }");
  const auto analysis = analyse(program);
  ASSERT_EQ(analysis->findings.size(), 1u);
  EXPECT_EQ(analysis->findings[0].function, 0u);
  EXPECT_EQ(analysis->findings[0].chain.back(),
            "'arr[0]' at 1:18, read from shared memory, which may differ between threads");
}

TEST(TinyWgslFigures, Figure10) {
  expect_divergent(kFigure10a);
  for (const char* text : {kFigure10b, kFigure10c, kFigure10d}) {
    const Program program = parsed(text);
    EXPECT_TRUE(analyse(program)->accepted()) << text;
    for (uint32_t threads : {1u, 2u, 3u}) EXPECT_EQ(run(program, threads), Verdict::kNeverDiverges) << text;
  }
}

TEST(TinyWgslFigures, Figure10BeforeTheChanges) {
  const auto accepts = [](const char* text, Deviation deviation) {
    return analyse(parsed(text), Deviations(deviation))->accepted();
  };
  EXPECT_TRUE(accepts(kFigure10a, Deviation::kBreakIfWithoutCondition));
  EXPECT_FALSE(accepts(kFigure10b, Deviation::kReturningLoopAsAnyOther));
  EXPECT_FALSE(accepts(kFigure10c, Deviation::kAlwaysBackEdges));
  EXPECT_FALSE(accepts(kFigure10d, Deviation::kAlwaysContinuing));
}

TEST(TinyWgslFigures, ConstantConditionsAreNotFolded) {
  expect_imprecise("@workgroup_size(2) fn main(lid) { if (lid == lid) {barrier} else {barrier} barrier }");
  expect_imprecise(
      "@workgroup_size(2) fn main(lid) { if (0) { if (lid > 0) {barrier} else {} } else {} barrier }");
}

TEST(TinyWgslFigures, BehavioursOfLoops) {
  const auto of = [](const char* statement) {
    const Program program = parsed(std::string("fn f(p) {") + statement +
                                   " return 1 } @workgroup_size(2) fn main(lid) { barrier }");
    BehaviourAnalysis behaviours(program);
    behaviours.add_list(program.functions[0].body);
    return behaviours.of(program.functions[0].body);
  };
  EXPECT_EQ(of("loop {return 1 continue continuing {if (p) {break}}}"), kReturn);
  EXPECT_EQ(of("loop {continue continuing {}}"), 0);
  EXPECT_EQ(of("loop {if (p) {return 1} continue continuing {}}"), kReturn);
  EXPECT_EQ(of("loop {if (p) {break} continue continuing {}}"), kNext);
  EXPECT_EQ(of("loop {if (p) {return 1} continue continuing {if (p) {break}}}"), kReturn | kNext);
  EXPECT_EQ(of("if (p) {return 1} else {}"), kReturn | kNext);
}

// The paper's figure 8 only looks for Break in the body. The code after a loop that is left from its
// continuing block would then never be analysed.
TEST(TinyWgslFigures, Figure8ByTheLetterIsUnsound) {
  const Program program = parsed(
      "@workgroup_size(2) fn main(lid) { loop { continue continuing { if (1) {break} else {} } }"
      " if (lid == 0) {barrier} else {} barrier }");
  EXPECT_TRUE(analyse(program, Deviations(Deviation::kFigure8Letter))->accepted());
  EXPECT_EQ(run(program, 2), Verdict::kDiverges);
  EXPECT_FALSE(analyse(program)->accepted());
}

// The rules CALL and RETURN of figure 5 leave the callee's variables in the store, and the analysis considers
// them uniform at the next call.
TEST(TinyWgslFigures, Figure5ByTheLetterBreaksTheorem41) {
  const Program program = parsed(
      "fn f(p) { if (z == 1) {barrier} else {} z = p return 0 }\n"
      "@workgroup_size(2) fn main(lid) { x = f(lid) x = f(lid) barrier }");
  EXPECT_TRUE(analyse(program)->accepted());
  EXPECT_EQ(run(program, 2, CallLocals::kKept), Verdict::kDiverges);
  EXPECT_EQ(run(program, 2, CallLocals::kFresh), Verdict::kNeverDiverges);
}

}  // namespace
}  // namespace trellis::tinywgsl
