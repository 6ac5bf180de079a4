// Tests with random HLSL: the programs are well-defined, and after compilation by dxc and translation they
// compute what the source says.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "tests/differential/hlsl/campaign.hpp"
#include "tests/differential/hlsl/resources.hpp"
#include "tests/differential/hlsl/scalar_math.hpp"
#include "tests/differential/hlsl/unmarked_votes.hpp"
#include "tests/support/child_process.hpp"
#include "tests/vulkan/runner.hpp"

namespace trellis::differential::hlsl {
namespace {

constexpr Type kWord = {};
constexpr Type kTruth = {Scalar::kBool};

Expr make(Op op, Type type, std::vector<Expr> operands = {}, uint64_t value = 0) {
  return {op, type, value, std::move(operands)};
}
Expr word(uint64_t value) { return make(Op::kConstant, kWord, {}, value); }
Expr local(uint32_t index) { return make(Op::kVariable, kWord, {}, index); }
Expr thread_is(Op comparison, uint64_t number) { return make(comparison, kTruth, {local(0), word(number)}); }
Expr active_lanes() { return make(Op::kActiveCountBits, kWord, {make(Op::kConstant, kTruth, {}, 1)}); }

Statement assign(uint32_t to, Expr value) {
  Statement made;
  made.exprs = {local(to), std::move(value)};
  return made;
}
Statement statement(StatementKind kind, std::vector<Expr> exprs = {}, std::vector<Statements> lists = {}) {
  Statement made;
  made.kind = kind;
  made.exprs = std::move(exprs);
  made.lists = std::move(lists);
  return made;
}

/// Makes a program with one entry, whose locals from v3 on are words.
Program program_of(Statements body, uint32_t locals = 1) {
  Program program;
  Type words = kWord, pairs = {Scalar::kUint, 1, 2};
  words.length = pairs.length = kGroupThreads;
  program.globals = {{"t0", Memory::kStructured, 0, words}, {"u0", Memory::kRwStructured, 0, pairs}};
  Function entry;
  entry.name = "p0";
  entry.variables = {{kWord, Passing::kIn}, {kWord, Passing::kInOut}, {kWord, Passing::kInOut}};
  entry.variables.resize(3 + locals);
  entry.body = std::move(body);
  program.functions = {entry};
  program.entries = {0};
  return program;
}

/// Returns every lane's final h.
std::vector<uint64_t> hashes_of(const Program& program, uint32_t lanes) {
  const Execution run = execute(program, initial_contents(program), lanes);
  EXPECT_EQ(run.fault, "");
  std::vector<uint64_t> made;
  for (uint32_t lane = 0; lane < kGroupThreads; ++lane) made.push_back(run.contents[kOutput][2 * lane + 1]);
  return made;
}

std::string fault_of(const Program& program) { return execute(program, initial_contents(program), 8).fault; }

TEST(HlslMachine, CountsTheActiveLanesOfAWave) {
  const Program program = program_of(
      {statement(StatementKind::kIf, {thread_is(Op::kLess, 10)}, {{assign(2, active_lanes())}, {}})});
  const auto of_8 = hashes_of(program, 8), of_16 = hashes_of(program, 16);
  EXPECT_EQ(of_8[0], 8u);
  EXPECT_EQ(of_8[9], 2u);
  EXPECT_EQ(of_16[0], 10u);
  EXPECT_EQ(of_16[10], 2166136261u);
}

TEST(HlslMachine, TheSecondOperandIsEvaluatedByThoseThatNeedIt) {
  Expr vote = make(Op::kEqual, kTruth, {active_lanes(), word(3)});
  Expr both = make(Op::kLogicalAnd, kTruth, {thread_is(Op::kLess, 3), std::move(vote)});
  const auto hashes = hashes_of(program_of({statement(StatementKind::kIf, {std::move(both)},
                                                      {{assign(2, word(1))}, {assign(2, word(0))}})}),
                                8);
  EXPECT_EQ(hashes[2], 1u);
  EXPECT_EQ(hashes[3], 0u);
}

TEST(HlslMachine, LanesThatFallIntoACaseJoinThoseSentThere) {
  Statement choice =
      statement(StatementKind::kSwitch, {make(Op::kAnd, kWord, {local(0), word(3)})},
                {{assign(3, word(7))}, {assign(2, active_lanes()), statement(StatementKind::kBreak)}});
  choice.labels = {0, 1};
  const auto hashes = hashes_of(program_of({choice}), 8);
  EXPECT_EQ(hashes[0], 4u);
  EXPECT_EQ(hashes[1], 4u);
  EXPECT_EQ(hashes[2], 2166136261u);
}

TEST(HlslMachine, LanesThatContinueJoinTheOthersInTheNextIteration) {
  Statements body = {
      assign(3, make(Op::kAdd, kWord, {local(3), word(1)})), assign(2, active_lanes()),
      statement(StatementKind::kIf, {thread_is(Op::kLess, 2)}, {{statement(StatementKind::kContinue)}, {}}),
      statement(StatementKind::kIf, {thread_is(Op::kGreater, 5)}, {{statement(StatementKind::kBreak)}, {}})};
  Expr again = make(Op::kLess, kTruth, {local(3), word(3)});
  const auto hashes =
      hashes_of(program_of({statement(StatementKind::kDoWhile, {std::move(again)}, {body})}), 8);
  EXPECT_EQ(hashes[0], 6u);
  EXPECT_EQ(hashes[5], 6u);
  EXPECT_EQ(hashes[6], 8u);
}

TEST(HlslMachine, TakesSwizzlesOfSwizzles) {
  Program program = program_of({});
  const Type triple = {Scalar::kUint, 1, 3}, pair = {Scalar::kUint, 1, 2};
  program.functions[0].variables[3].type = triple;
  const Expr whole = make(Op::kVariable, triple, {}, 3);
  const Expr pairs = make(Op::kSwizzle, pair, {make(Op::kSwizzle, kWord, {whole}, 1)}, 0);  // .y.xx
  Statement fill = assign(3, make(Op::kConstruct, triple, {word(4), word(5), word(6)}));
  fill.exprs[0] = whole;
  program.functions[0].body = {fill, assign(2, make(Op::kDot, kWord, {pairs, pairs}))};
  EXPECT_EQ(hashes_of(program, 8)[0], 50u);
}

TEST(HlslMachine, ReportsUndefinedBehaviour) {
  Expr quotient = make(Op::kDiv, kWord, {local(0), word(0)});
  EXPECT_NE(fault_of(program_of({assign(2, std::move(quotient))})), "");
  const Statement barrier = statement(StatementKind::kBarrier);
  EXPECT_EQ(fault_of(program_of({barrier})), "");
  EXPECT_EQ(fault_of(program_of({statement(StatementKind::kIf, {thread_is(Op::kLess, 3)}, {{barrier}, {}})})),
            "a barrier in divergent flow");
  EXPECT_EQ(fault_of(program_of({statement(StatementKind::kForever, {}, {{assign(3, word(1))}})})),
            "too many steps");
}

TEST(HlslMachine, FindsRacesInSharedMemory) {
  Type words = kWord;
  words.length = kGroupThreads;
  const auto with_shared = [&](bool has_barrier) {
    const Expr shared = make(Op::kVariable, words, {}, kGlobal + 2);
    Statement write =
        statement(StatementKind::kAssign, {make(Op::kIndex, kWord, {shared, local(0)}), local(1)});
    Expr other = make(Op::kXor, kWord, {local(0), word(1)});
    Statement read = assign(2, make(Op::kIndex, kWord, {shared, std::move(other)}));
    Statements body = {write, read};
    if (has_barrier) body.insert(body.begin() + 1, statement(StatementKind::kBarrier));
    Program program = program_of(std::move(body));
    program.globals.push_back({"s0", Memory::kShared, 0, words});
    return program;
  };
  EXPECT_EQ(fault_of(with_shared(true)), "");
  EXPECT_NE(fault_of(with_shared(false)), "");
}

TEST(HlslArithmetic, IsThatOfEachWidth) {
  EXPECT_EQ(binary(Op::kMul, Scalar::kUint16, 0x100, 0x101), 0x100u);
  EXPECT_EQ(binary(Op::kShr, Scalar::kInt16, 0x8000, 15), 0xffffu);
  EXPECT_EQ(binary(Op::kLess, Scalar::kInt64, ~uint64_t{0}, 0), 1u);
  EXPECT_EQ(converted(Scalar::kInt16, Scalar::kUint64, 0xffff), ~uint64_t{0});
  EXPECT_EQ(unary(Op::kFirstBitHigh, Scalar::kInt, 0xfffffffe), 0u);
  EXPECT_EQ(float_bits(Scalar::kHalf, 2049.0), std::nullopt);
  EXPECT_EQ(float_bits(Scalar::kFloat, 1.0 / 3.0), std::nullopt);
}

TEST(UnmarkedVotes, AreThoseBeforeAReturnInALoop) {
  const Statement vote = assign(2, active_lanes()), jump = statement(StatementKind::kReturn);
  const auto when = [](Statements list) {
    return statement(StatementKind::kIf, {thread_is(Op::kLess, 3)}, {std::move(list), {}});
  };
  const auto is_unmarked = [](Statements list) { return has_unmarked_votes(program_of(std::move(list)), 0); };
  const auto loop = [](Statements list) { return statement(StatementKind::kForever, {}, {std::move(list)}); };
  EXPECT_TRUE(is_unmarked({loop({when({vote, jump})})}));
  EXPECT_TRUE(is_unmarked({loop({when({vote, when({jump})})})}));
  EXPECT_FALSE(is_unmarked({loop({vote, when({jump})})}));
  EXPECT_FALSE(is_unmarked({loop({when({jump}), vote})}));
  EXPECT_FALSE(is_unmarked({loop({when({vote, statement(StatementKind::kBreak)})})}));
  EXPECT_FALSE(is_unmarked({when({vote, jump})}));
  Program program = program_of({loop({when({vote, jump})})});
  Statement call = statement(StatementKind::kCall);
  program.functions.push_back(program.functions[0]);
  program.functions[1].body = {call};
  EXPECT_TRUE(has_unmarked_votes(program, 1));
}

constexpr Shape kVotes = {.entries = 8, .votes_only = true};
constexpr Shape kGeneral = {};

TEST(RandomHlsl, DependsOnlyOnTheSeed) {
  for (const Shape& shape : {kVotes, kGeneral}) {
    EXPECT_EQ(to_hlsl(random_program(5, shape)), to_hlsl(random_program(5, shape)));
    EXPECT_NE(to_hlsl(random_program(5, shape)), to_hlsl(random_program(6, shape)));
  }
}

TEST(RandomHlsl, IsWellDefined) {
  for (uint64_t seed = 1; seed <= 150; ++seed) {
    const Program program = random_program(seed, seed % 2 == 0 ? Shape{.votes_only = true} : kGeneral);
    for (const uint32_t lanes : {4, 8, 32, 64}) {
      const std::string fault = execute(program, initial_contents(program), lanes).fault;
      EXPECT_TRUE(fault.empty() || fault == "too many steps") << "seed " << seed << ": " << fault;
    }
  }
}

/// A call's arguments contain calls of functions that are written after the called one.
TEST(RandomHlsl, HasCallsInArgumentsOfCalls) {
  const Program program = random_program(300083, kGeneral);
  EXPECT_EQ(execute(program, initial_contents(program), 8).fault, "");
}

/// Returns the findings of a child process that runs on a device with the given number of lanes per wave;
/// lavapipe's wave size can be chosen.
std::string findings(const Compiler& compiler, const Shape& shape, uint64_t first, uint32_t count,
                     uint32_t lanes) {
  const auto work = [&]() -> std::string {
    ::setenv("LP_NATIVE_VECTOR_WIDTH", std::to_string(32 * lanes).c_str(), 1);
    const auto runner = vulkan::Runner::create();
    if (!runner) return std::string(runner.error().to_string());
    std::vector<Program> programs;
    for (uint32_t i = 0; i < count; ++i) programs.push_back(random_program(first + i, shape));
    const auto verdicts = try_programs({compiler, **runner}, programs);
    if (!verdicts) return std::string(verdicts.error().to_string());
    std::string text;
    for (const Finding& finding : verdicts->findings) {
      if (finding.stage != Stage::kCompile) text += to_text(finding);  // dxc crashes on a few programs.
    }
    if (verdicts->refused > count / 4) text += "dxc refuses many";
    return verdicts->tried < count / 2 ? text + "most programs are left out" : text;
  };
  const auto outcome = test_support::run_in_child(work, 900);
  return outcome.finished ? outcome.text : "the child process: " + outcome.text;
}

struct CompiledSet {
  const char* name;
  Shape shape;
  uint64_t first;
  uint32_t count, lanes;
};
void PrintTo(const CompiledSet& set, std::ostream* stream) { *stream << set.name; }

class CompiledHlsl : public testing::TestWithParam<CompiledSet> {};

TEST_P(CompiledHlsl, ComputesWhatTheSourceSays) {
  const auto compiler = Compiler::find();
  if (!compiler) GTEST_SKIP() << kNoCompiler;
  const CompiledSet& set = GetParam();
  EXPECT_EQ(findings(*compiler, set.shape, set.first, set.count, set.lanes), "");
}

INSTANTIATE_TEST_SUITE_P(Sets, CompiledHlsl,
                         testing::Values(CompiledSet{"votes_of_8_lanes", kVotes, 1, 12, 8},
                                         CompiledSet{"votes_of_4_lanes", kVotes, 31, 4, 4},
                                         CompiledSet{"votes_of_16_lanes", kVotes, 41, 4, 16},
                                         CompiledSet{"general_of_8_lanes", kGeneral, 1, 16, 8},
                                         CompiledSet{"general_of_4_lanes", kGeneral, 51, 8, 4},
                                         CompiledSet{"general_of_16_lanes", kGeneral, 60, 8, 16}),
                         [](const auto& set) { return std::string(set.param.name); });

}  // namespace
}  // namespace trellis::differential::hlsl
