// The path checker accepts correct results, and rejects broken ones with a message about what is broken.
#include <gtest/gtest.h>

#include <functional>

#include "structurizer/check/check.hpp"
#include "tests/structurizer/interpreter.hpp"
#include "tests/structurizer/structured_builder.hpp"

namespace trellis::structurizer::testing {
namespace {

void expect_refused(const Example& example, const char* message) {
  const auto result = check_paths(example.flow, example.function);
  ASSERT_FALSE(result) << "accepted; expected: " << message;
  EXPECT_EQ(result.error().code, ErrorCode::kInternalCheck);
  EXPECT_NE(result.error().to_string().find(message), std::string::npos) << result.error().to_string();
}

/// Returns the operand of a phi for the edge from `predecessor`.
Operand& operand_from(Structured& function, uint32_t phi, BlockId predecessor) {
  const auto before = function.predecessors_of(function.phis[phi].block);
  for (uint32_t i = 0; i < before.size(); ++i) {
    if (before[i] == predecessor) return function.incoming[function.phis[phi].first_incoming + i];
  }
  ADD_FAILURE() << "no such predecessor";
  return function.incoming[0];
}

uint32_t phi_at(const Structured& function, BlockId block, ValueId stands_for) {
  for (uint32_t i = 0; i < function.phis.size(); ++i) {
    if (function.phis[i].block == block && function.phis[i].stands_for == stands_for) return i;
  }
  ADD_FAILURE() << "no such phi";
  return 0;
}

BlockId& successor(Structured& function, BlockId block, uint32_t index) {
  return function.successors[function.blocks[block].first_successor + index];
}

TEST(CheckPaths, AcceptsHandWrittenResults) {
  for (const Example& example : {or_example(), loop_example(), repair_example()}) {
    const auto result = check_paths(example.flow, example.function);
    EXPECT_TRUE(result) << result.error().to_string();
    for (uint64_t seed = 0; seed < 20; ++seed) {
      EXPECT_EQ(compare_runs(example.flow, example.function, seed, 50), "");
    }
  }
}

TEST(CheckPaths, RefusesWrongSelectorConstant) {
  Example example = or_example();
  operand_from(example.function, phi_at(example.function, 4, kNone), 0) = Operand::constant(0);
  expect_refused(example, "slot 0 leads to program block 3, not to program block 2");
}

TEST(CheckPaths, RefusesSwappedArms) {
  Example example = loop_example();
  std::swap(successor(example.function, 2, 0), successor(example.function, 2, 1));
  expect_refused(example, "slot 0 leads to program block 3, not to program block 2");
}

TEST(CheckPaths, RefusesSwappedLadderArms) {
  Example example = or_example();
  std::swap(successor(example.function, 4, 0), successor(example.function, 4, 1));
  expect_refused(example, "slot 0 leads to program block 3, not to program block 2");
}

TEST(CheckPaths, RefusesSelectorWithoutValue) {
  Example example = or_example();
  operand_from(example.function, phi_at(example.function, 4, kNone), 0) = Operand::undef();
  expect_refused(example, "reaches a test of a selector without a value");
}

TEST(CheckPaths, RefusesTestOfProgramValue) {
  Example example = or_example();
  example.function.blocks[4].selector = Operand::value(2);
  expect_refused(example, "a test reads something that is not a selector");
}

TEST(CheckPaths, RefusesProgramValueInSelector) {
  Example example = or_example();
  operand_from(example.function, phi_at(example.function, 4, kNone), 0) = Operand::value(2);
  expect_refused(example, "a selector receives a program value");
}

TEST(CheckPaths, RefusesUnreachableOnATakenPath) {
  Example example = or_example();
  example.function.blocks[2].exit = Exit::kUnreachable;
  example.function.blocks[2].successor_count = 0;
  list_predecessors(example.function);
  expect_refused(example, "slot 1 of program block 1 ends in an unreachable block");
}

TEST(CheckPaths, RefusesCycleOfInsertedBlocks) {
  Example example = loop_example();
  StructuredBuilder b(example.flow);
  const BlockId p0 = b.payload(0), header = b.own(Role::kHeader), again = b.own(Role::kContinue);
  const BlockId p1 = b.payload(1), p2 = b.payload(2), p3 = b.payload(3);
  b.slots(p0, {header});
  b.loop(header, p3, again);
  b.branch(header, again);
  b.branch(again, header);
  b.slots(p1, {p2, p3});
  b.slots(p2, {again});
  b.alias(1, Operand::value(0));
  example.function = b.build();
  expect_refused(example, "slot 0 of program block 0 loops forever in inserted blocks");
}

TEST(CheckPaths, RefusesAnotherEntry) {
  Example example = loop_example();
  std::swap(example.function.order[0], example.function.order[5]);
  expect_refused(example, "the entry leads to program block 3, not to program block 0");
}

TEST(CheckPaths, RefusesDroppedBlock) {
  Example example = loop_example();
  example.function.block_of_payload[2] = kNone;
  expect_refused(example, "program block 2 is not in block_of_payload");
  example.function.blocks[3].role = Role::kMerge;
  example.function.blocks[3].exit = Exit::kBranch;
  expect_refused(example, "program block 2 was dropped");
}

TEST(CheckPaths, RefusesDuplicatedBlock) {
  Example example = or_example();
  example.function.blocks[2].role = Role::kPayload;  // Now a copy of program block 2.
  example.function.blocks[2].exit = Exit::kPayload;
  example.function.blocks[2].payload = 2;
  expect_refused(example, "the program block occurs twice");
}

TEST(CheckPaths, RefusesUnreachedBlock) {
  Example example = loop_example();
  example.flow.graph = cfg::Graph::from_lists({{1}, {3, 3}, {1}, {}});
  expect_refused(example, "program block 2 is never reached, but has a block");
}

TEST(CheckPaths, RefusesLostSlot) {
  Example example = loop_example();
  example.function.blocks[2].successor_count = 1;
  list_predecessors(example.function);
  expect_refused(example, "the terminator's number of successor slots has changed");
}

TEST(CheckPaths, RefusesWrongBlockAtProgramBlock) {
  Example example = loop_example();
  std::swap(example.function.block_of_payload[2], example.function.block_of_payload[3]);
  expect_refused(example, "is not the block that block_of_payload names");
}

TEST(CheckPaths, RefusesSkippedProgramBlock) {
  Example example = or_example();
  successor(example.function, 4, 0) = 6;  // The ladder leads to 3 whatever the selector is.
  successor(example.function, 4, 1) = 5;
  expect_refused(example, "leads to program block");
}

TEST(CheckPaths, RefusesWrongPhiOperand) {
  Example example = or_example();
  operand_from(example.function, phi_at(example.function, 6, 5), 4) = Operand::value(2);
  expect_refused(example, "value 1 does not arrive in program block 1: what arrives is value 2");
}

TEST(CheckPaths, RefusesSwappedPhiOperands) {
  Example example = or_example();
  const uint32_t phi = phi_at(example.function, 4, 4);
  std::swap(operand_from(example.function, phi, 0), operand_from(example.function, phi, 3));
  expect_refused(example, "for the phi of value 4");
}

TEST(CheckPaths, RefusesUndefinedPhiOperand) {
  Example example = or_example();
  operand_from(example.function, phi_at(example.function, 4, 4), 0) = Operand::undef();
  expect_refused(example, "value 0 does not arrive in program block 0: the result has no value");
}

TEST(CheckPaths, RefusesConstantInValuePhi) {
  Example example = or_example();
  operand_from(example.function, phi_at(example.function, 4, 4), 0) = Operand::constant(1);
  expect_refused(example, "a phi of a program value receives a constant");
}

TEST(CheckPaths, RefusesMissingPhi) {
  Example example = or_example();
  example.function.phis[phi_at(example.function, 6, 5)].result = kNone;
  expect_refused(example, "value 4 does not arrive in program block 2: what arrives is value 5");
}

TEST(CheckPaths, RefusesAliasThatIsNotOne) {
  Example example = or_example();
  example.function.phis[phi_at(example.function, 5, 4)].result = kNone;
  example.function.aliases.push_back({4, Operand::value(0)});
  operand_from(example.function, phi_at(example.function, 6, 5), 5) = Operand::value(0);
  expect_refused(example, "the alias of value 4 is value 0, but another one arriving is value 3");
}

TEST(CheckPaths, RefusesAliasThatIsNotCarried) {
  // Program block 3 has a phi with one operand; it reads a value that only a phi carries there.
  Example example = repair_example();
  example.flow.value_count = 2;
  example.flow.phis = {{0, 0, 0, 0, 1, 1}, {{1, 0}}};
  example.flow.incoming = {0};
  example.flow.definitions.push_back({1, 3});
  example.function.aliases = {{1, Operand::phi(phi_at(example.function, 5, 0))}};
  EXPECT_TRUE(check_paths(example.flow, example.function));
  operand_from(example.function, phi_at(example.function, 5, 0), 4) = Operand::undef();
  example.flow.uses.clear();
  expect_refused(example, "value 0 does not arrive in program block 1: the result has no value");
}

TEST(CheckPaths, RefusesUseOfAnotherValue) {
  Example example = or_example();
  example.function.replacements.push_back({3, 2, Operand::value(4)});
  expect_refused(example, "value 2 does not arrive in program block 3: what arrives is value 4");
}

TEST(CheckPaths, RefusesRepairThatLosesTheValue) {
  Example example = repair_example();
  operand_from(example.function, phi_at(example.function, 5, 0), 4) = Operand::undef();
  expect_refused(example, "value 0 does not arrive in program block 1: the result has no value");
}

TEST(CheckPaths, RefusesUndefinedUse) {
  Example example = repair_example();
  example.function.replacements[0].operand = Operand::undef();
  expect_refused(example, "value 0 does not arrive in program block 3: the result has no value");
}

TEST(CheckPaths, RefusesValueOfTheIterationBefore) {
  // Value 2 is defined in program block 2 and read in the continue block. The phi of value 2 that is added to
  // the header holds the value of the previous iteration.
  Example example = loop_example();
  Structured& function = example.function;
  StructuredBuilder b(example.flow);
  const BlockId p0 = b.payload(0), header = b.own(Role::kHeader), p1 = b.payload(1), p2 = b.payload(2),
                again = b.own(Role::kContinue), p3 = b.payload(3);
  b.slots(p0, {header});
  b.loop(header, p3, again);
  b.branch(header, p1);
  const uint32_t old = b.value(header, 2, {{p0, Operand::undef()}, {again, Operand::value(2)}}, false);
  b.value(header, 1, {{p0, Operand::value(0)}, {again, Operand::phi(old)}});
  b.slots(p1, {p2, p3});
  b.slots(p2, {again});
  b.branch(again, header);
  function = b.build();
  expect_refused(example,
                 "value 2 does not arrive in program block 2: an outdated value arrives, from before its "
                 "definition ran again");
  EXPECT_NE(compare_runs(example.flow, function, 3, 50), "");
}

TEST(CheckPaths, RefusesStalePhiAcrossAnIteration) {
  // 0 -> 1, 1 -> 2 4, 2 -> 3 3, 3 -> 1: 3 uses a value that 2 defines, but reads a phi of the header.
  Flow flow = flow_of({{1}, {2, 4}, {3}, {1}, {}});
  flow.value_count = 1;
  flow.definitions = {{0, 2}};
  flow.uses = {{0, 3}};
  StructuredBuilder b(flow);
  const BlockId p0 = b.payload(0), p1 = b.payload(1), p2 = b.payload(2), p3 = b.payload(3), p4 = b.payload(4);
  b.slots(p0, {p1});
  b.loop(p1, p4, p3);
  b.slots(p1, {p2, p4});
  b.slots(p2, {p3});
  b.slots(p3, {p1});
  const uint32_t old = b.value(p1, 0, {{p0, Operand::undef()}, {p3, Operand::value(0)}}, false);
  Example example{flow, b.build()};
  EXPECT_TRUE(check_paths(example.flow, example.function));
  example.function.replacements.push_back({3, 0, Operand::phi(old)});
  expect_refused(example, "an outdated value arrives, from before its definition ran again");
}

TEST(CheckPaths, RefusesLostCopy) {
  // Two loop phis that swap their values: in the result, the phi of value 1 receives its own value instead of
  // the other's.
  Flow flow = flow_of({{1}, {1, 2}, {}});
  flow.value_count = 4;
  flow.phis = {{0, 0, 2, 2}, {{1, 0}, {2, 2}}};
  flow.incoming = {0, 2, 3, 1};
  flow.definitions = {{1, 1}, {2, 1}};
  flow.uses = {{1, 2}, {2, 2}};
  StructuredBuilder b(flow);
  const BlockId p0 = b.payload(0), p1 = b.payload(1), p2 = b.payload(2);
  b.slots(p0, {p1});
  b.loop(p1, p2, p1);
  b.slots(p1, {p1, p2});
  b.value(p1, 1, {{p0, Operand::value(0)}, {p1, Operand::value(2)}});
  b.value(p1, 2, {{p0, Operand::value(3)}, {p1, Operand::value(1)}});
  Example example{flow, b.build()};
  EXPECT_TRUE(check_paths(example.flow, example.function));
  operand_from(example.function, 0, 1) = Operand::value(1);
  expect_refused(example, "value 2 does not arrive in program block 1: what arrives is value 1");
}

TEST(CheckPaths, RefusesTablesThatDoNotFit) {
  const std::vector<std::pair<const char*, std::function<void(Structured&)>>> breakages = {
      {"a successor is out of range", [](Structured& f) { f.successors[0] = 99; }},
      {"the block's successors are out of range", [](Structured& f) { f.blocks[0].successor_count = 99; }},
      {"the predecessors lack", [](Structured& f) { f.predecessors.entries[1] = 0; }},
      {"a phi does not have one operand for each predecessor",
       [](Structured& f) { f.phis[0].first_incoming = 99; }},
      {"a phi names the wrong block as its own", [](Structured& f) { f.phis[0].block = 1; }},
      {"an operand does not name a phi", [](Structured& f) { f.incoming[0] = Operand::phi(99); }},
      {"block_of_payload does not cover", [](Structured& f) { f.block_of_payload.pop_back(); }},
      {"the aliases are not in ascending order",
       [](Structured& f) {
         f.aliases = {{3, {}}, {2, {}}};
       }},
      {"an aliased value is also the name of a phi",
       [](Structured& f) {
         f.aliases = {{4, Operand::value(0)}};
       }},
      {"the replacements are not in ascending order",
       [](Structured& f) {
         f.replacements = {{3, 2, {}}, {3, 2, {}}};
       }},
      {"a replacement does not name a block and a value",
       [](Structured& f) {
         f.replacements = {{3, 99, {}}};
       }},
      {"only a program block ends in the program's terminator",
       [](Structured& f) { f.blocks[0].exit = Exit::kBranch; }},
      {"a two-way test has two successors", [](Structured& f) { f.blocks[3].exit = Exit::kIf; }},
  };
  for (const auto& [message, breakage] : breakages) {
    Example example = or_example();
    breakage(example.function);
    expect_refused(example, message);
  }
}

TEST(CheckPaths, WalksManyValuesThroughARowOfTests) {
  // A switch of 200 cases that all lead to a chain of ladders, one for each of 200 program blocks.
  constexpr uint32_t kCount = 200;
  Lists lists(2 * kCount + 2);
  for (uint32_t i = 0; i < kCount; ++i) {
    lists[0].push_back(1 + i);
    lists[1 + i] = {1 + kCount + i};
    lists[1 + kCount + i] = {2 * kCount + 1};
  }
  Example example;
  example.flow = flow_of(lists);
  StructuredBuilder b(example.flow);
  for (uint32_t i = 0; i < 2 * kCount + 2; ++i) b.payload(i);
  std::vector<BlockId> ladders;
  for (uint32_t i = 0; i < kCount; ++i) ladders.push_back(b.own(Role::kLadder));
  const BlockId end = 2 * kCount + 1;
  b.slots(0, lists[0]);
  b.selection(0, ladders[0]);
  StructuredBuilder::Incoming wanted;
  for (uint32_t i = 0; i < kCount; ++i) {
    b.slots(1 + i, {ladders[0]});
    wanted.emplace_back(1 + i, Operand::constant(7 * i));
  }
  uint32_t selector = b.selector(ladders[0], wanted);
  for (uint32_t i = 0; i < kCount; ++i) {
    const BlockId next = i + 1 < kCount ? ladders[i + 1] : end;
    b.test(ladders[i], selector, 1 + kCount + i, next, 7 * i);
    b.selection(ladders[i], next);
    // A structured function does not have this shape, but the path checker does not mind.
    b.slots(1 + kCount + i, {i % 3 == 0 ? next : end});
    if (i % 3 == 0 && i + 1 < kCount) {
      selector =
          b.selector(next, {{ladders[i], Operand::phi(selector)}, {1 + kCount + i, Operand::constant(1)}});
    }
  }
  // After a ladder has let a lane in, the selector means the end: a number that no later ladder tests for.
  example.function = b.build();
  ASSERT_TRUE(check_paths(example.flow, example.function))
      << check_paths(example.flow, example.function).error().to_string();
  Structured& function = example.function;
  function.cases[function.blocks[ladders[150]].first_case] = 1;
  expect_refused(example, "leads to program block");
}

}  // namespace
}  // namespace trellis::structurizer::testing
