// The structure checker accepts correct results, and rejects broken ones with a message about what is broken.
// SPIRV-Tools agrees on each.
#include <gtest/gtest.h>

#include "structurizer/check/check.hpp"
#include "tests/structurizer/properties.hpp"
#include "tests/structurizer/spirv_text.hpp"
#include "tests/structurizer/structured_builder.hpp"

namespace trellis::structurizer::testing {
namespace {

void expect_accepted(const Example& example) {
  const auto result = check_structure(example.flow, example.function);
  EXPECT_TRUE(result) << result.error().to_string() << "\n" << describe(example.function);
  EXPECT_EQ(validate_spirv(spirv_text(example.flow, example.function)), "") << describe(example.function);
}

/// Expects that the checker rejects the function, and that spirv-val does so too unless the checker's rule is
/// stricter.
void expect_structure_refused(const Example& example, const char* message, bool by_both = true) {
  const auto result = check_structure(example.flow, example.function);
  ASSERT_FALSE(result) << "accepted; expected: " << message << "\n" << describe(example.function);
  EXPECT_NE(result.error().to_string().find(message), std::string::npos) << result.error().to_string();
  const std::string theirs = validate_spirv(spirv_text(example.flow, example.function));
  EXPECT_EQ(!theirs.empty(), by_both) << theirs << "\n" << describe(example.function);
}

constexpr bool kOursAlone = false;
#ifdef TRELLIS_OLD_SPIRV_TOOLS
constexpr bool kOldAndOurs = true, kNewAndOurs = false;
#else
constexpr bool kOldAndOurs = false, kNewAndOurs = true;
#endif

TEST(CheckStructure, AcceptsHandWrittenResults) {
  for (const Example& example : {or_example(), loop_example(), repair_example()}) expect_accepted(example);
}

TEST(CheckStructure, AcceptsValidShapes) {
  expect_accepted(shape_of({{{}}}));
  expect_accepted(shape_of({{{1, 2}, 2}, {{2}}, {{}}}));  // If.
  // One arm branches into the other.
  expect_accepted(shape_of({{{1, 2}, 3}, {{2}}, {{3}}, {{}}}));
  expect_accepted(shape_of({{{1}}, {{2, 3}, 3, 2}, {{1}}, {{}}}));            // While.
  expect_accepted(shape_of({{{1}}, {{1, 2}, 2, 1}, {{}}}));                   // A loop of one block.
  expect_accepted(shape_of({{{1}}, {{2}, 4, 3}, {{4, 3}}, {{1}}, {{}}}));     // Break and continue.
  expect_accepted(shape_of({{{1, 2, 3}, 4}, {{4}}, {{3}}, {{4}}, {{}}}));     // Switch with fall-through.
  expect_accepted(shape_of({{{1, 2, 3}, 4}, {{4}}, {{3, 4}}, {{4}}, {{}}}));  // Conditional fall-through.
  expect_accepted(shape_of({{{1}}, {{2}, 5, 4}, {{3, 4}, 3}, {{4}}, {{1, 5}}, {{}}}));  // Do-while.
  expect_accepted(shape_of({{{1}}, {{2}, 7, 6}, {{3, 4, 4}, 5}, {{6}}, {{7, 5}}, {{6}}, {{1}}, {{}}}));
  expect_accepted(shape_of({{{1, 2}, 3}, {{}}, {{}}, {{}}}));  // Both arms return.
}

TEST(CheckStructure, RefusesIncompleteOrder) {
  Example example = loop_example();
  example.function.order.pop_back();
  const auto result = check_structure(example.flow, example.function);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "the order does not list each block once");
  example = loop_example();
  example.function.order[3] = example.function.order[2];
  EXPECT_FALSE(check_structure(example.flow, example.function));
}

TEST(CheckStructure, RefusesBlockBeforeItsDominator) {
  Example example = loop_example();
  std::swap(example.function.order[2], example.function.order[3]);
  expect_structure_refused(example, "the block comes before its dominator, block 2 (program block 1)");
}

TEST(CheckStructure, RefusesBranchToTheEntry) {
  expect_structure_refused(shape_of({{{1, 2}, 2, 1}, {{0}}, {{}}}), "a block branches to the entry");
}

TEST(CheckStructure, RefusesUnreachableBlock) {
  expect_structure_refused(shape_of({{{}}, {{}}}), "the block is unreachable", kOursAlone);
}

TEST(CheckStructure, RefusesMissingMerge) {
  expect_structure_refused(shape_of({{{1, 2}}, {{2}}, {{}}}), "a two-way branch declares no merge block");
  expect_structure_refused(shape_of({{{1, 2, 3}}, {{3}}, {{3}}, {{}}}), "a switch declares no merge block");
  expect_structure_refused(shape_of({{{1}}, {{2, 3}, 5, 4}, {{4}}, {{5}}, {{1}}, {{}}}),
                           "a two-way branch declares no merge block", kNewAndOurs);
}

TEST(CheckStructure, RefusesMergeThatIsNotDominated) {
  expect_structure_refused(shape_of({{{1, 4}, 4}, {{2, 3}, 4}, {{4}}, {{4}}, {{}}}),
                           "is already the merge block of");
  expect_structure_refused(shape_of({{{1, 2}, 2}, {{2, 3}, 4}, {{4}}, {{2}}, {{}}}),
                           "a header does not dominate its merge block, block 4");
}

TEST(CheckStructure, RefusesWrongMergeBlock) {
  Example example = or_example();
  example.function.blocks[1].merge_block = 2;  // The edge block, which is on only one of the arms.
  expect_structure_refused(example, "a construct is entered other than by its header, to block 3");
  example = or_example();
  std::swap(example.function.blocks[0].merge_block, example.function.blocks[4].merge_block);
  expect_structure_refused(example, "a header is its own merge block");
}

TEST(CheckStructure, RefusesSharedMergeBlock) {
  Example example = or_example();
  example.function.blocks[1].merge_block = 4;
  expect_structure_refused(example,
                           "block 4 (ladder) is already the merge block of block 0 (program block 0)");
}

TEST(CheckStructure, RefusesSharedContinueTarget) {
  // Both loops continue at 4.
  expect_structure_refused(shape_of({{{1}}, {{2}, 5, 4}, {{3, 4}, 3, 4}, {{4}}, {{1}}, {{}}}),
                           "block 4 (program block 4) is already the continue target of block 1");
}

TEST(CheckStructure, RefusesHeaderAsItsOwnMerge) {
  expect_structure_refused(shape_of({{{1}}, {{2, 3}, 1}, {{3}}, {{}}}), "a header is its own merge block");
}

TEST(CheckStructure, RefusesMergeAsContinueTarget) {
  expect_structure_refused(shape_of({{{1}}, {{2, 3}, 2, 2}, {{1}}, {{}}}),
                           "a merge block is also the continue target");
}

TEST(CheckStructure, RefusesSelectionThatDoesNotSelect) {
  Example example = or_example();
  example.function.blocks[5].merge = MergeKind::kSelection;
  example.function.blocks[5].merge_block = 2;
  expect_structure_refused(example, "a selection header does not end in a two-way test or a switch");
}

TEST(CheckStructure, RefusesTestThatGoesToOneBlock) {
  Example example = or_example();
  example.function.successors[example.function.blocks[4].first_successor + 1] = 5;
  list_predecessors(example.function);
  expect_structure_refused(example, "a two-way test has only one target");
}

TEST(CheckStructure, RefusesLoopHeaderThatSwitches) {
  expect_structure_refused(shape_of({{{1}}, {{2, 3, 4}, 4, 3}, {{3}}, {{1}}, {{}}}),
                           "a loop header ends in neither a branch nor a two-way test");
}

TEST(CheckStructure, RefusesBackEdgeToOtherThanALoopHeader) {
  expect_structure_refused(shape_of({{{1}}, {{2, 3}, 3}, {{1}}, {{}}}), "which is not a loop header");
}

TEST(CheckStructure, RefusesTwoBackEdges) {
  expect_structure_refused(shape_of({{{1}}, {{2, 4}, 4, 3}, {{3, 1}}, {{1}}, {{}}}), "back edge");
  expect_structure_refused(shape_of({{{1}}, {{2}, 5, 3}, {{3, 5}}, {{4, 1}}, {{1}}, {{}}}),
                           "a loop has back edges from two blocks");
}

TEST(CheckStructure, RefusesBackEdgeFromOutsideTheContinueConstruct) {
  expect_structure_refused(shape_of({{{1}}, {{2, 3}, 4, 3}, {{1}}, {{4}}, {{}}}),
                           "a back edge does not come from the loop's continue construct");
}

TEST(CheckStructure, RefusesLargerLoopThatContinuesAtItsHeader) {
  expect_structure_refused(shape_of({{{1}}, {{2, 3}, 3, 1}, {{1}}, {{}}}),
                           "a loop of several blocks has its header as its continue target");
}

TEST(CheckStructure, RefusesLoopWithoutBackEdge) {
  expect_structure_refused(shape_of({{{1}}, {{2, 3}, 3, 2}, {{3}}, {{}}}), "a loop header has no back edge");
}

TEST(CheckStructure, RefusesCycleWithTwoEntries) {
  expect_structure_refused(shape_of({{{1, 2}, 3}, {{2, 3}}, {{1, 3}}, {{}}}),
                           "a cycle has more than one entry");
}

TEST(CheckStructure, RefusesExitOutOfTwoLoops) {
  expect_structure_refused(
      shape_of({{{1}}, {{2}, 8, 7}, {{3}, 6, 5}, {{4, 8}}, {{5}}, {{2, 6}}, {{7}}, {{1}}, {{}}}),
      "a block leaves a loop other than the innermost");
  expect_structure_refused(
      shape_of({{{1}}, {{2}, 8, 7}, {{3}, 6, 5}, {{4, 7}}, {{5}}, {{2, 6}}, {{7}}, {{1}}, {{}}}),
      "a block continues a loop other than the innermost");
}

TEST(CheckStructure, RefusesExitOutOfTwoSelections) {
  expect_structure_refused(shape_of({{{1, 4}, 4}, {{2, 3}, 3}, {{4}}, {{4}}, {{}}}),
                           "a block leaves a selection that is not its innermost");
}

TEST(CheckStructure, RefusesExitOutOfTwoSwitches) {
  expect_structure_refused(shape_of({{{1, 1, 5}, 5}, {{2, 3, 4}, 4}, {{4}}, {{5}}, {{5}}, {{}}}),
                           "a block leaves a selection that is not its innermost");
}

TEST(CheckStructure, AcceptsBreakOutOfASwitchFromASelection) {
  expect_accepted(shape_of({{{1, 2, 5}, 5}, {{5}}, {{3, 4}, 4}, {{5}}, {{5}}, {{}}}));
}

TEST(CheckStructure, RefusesBranchIntoAConstruct) {
  expect_structure_refused(shape_of({{{1, 4}, 5}, {{2, 3}, 3}, {{3}}, {{5}}, {{2}}, {{}}}),
                           "a header does not dominate its merge block, block 3");
}

TEST(CheckStructure, RefusesSwitchThatDoesNotDominateItsTarget) {
  expect_structure_refused(shape_of({{{1}}, {{2}, 5, 4}, {{3, 3, 4}, 3}, {{4, 5}}, {{1}}, {{}}}),
                           "a switch does not dominate its target, block 4");
}

TEST(CheckStructure, RefusesCaseThatLeavesItsLoopForALoopOfOneBlock) {
  // SPIRV-Tools 2023.1 mistakes the branch from 4 to 6, the merge block of the loop of 1, for a continue.
  expect_structure_refused(
      shape_of({{{1}}, {{2}, 6, 5}, {{4, 3, 3}, 3}, {{5}}, {{6}}, {{1}}, {{6}, 7, 6}, {{}}}),
      "a case leaves its loop for a header that is its own continue target", kOldAndOurs);
}

TEST(CheckStructure, RefusesFallThroughOutOfOrder) {
  expect_structure_refused(
      shape_of({{{4, 1, 2, 3}, 4}, {{3}}, {{4}}, {{4}}, {{}}}),
      "the case at block 1 (program block 1) falls into block 3 (program block 3), which does not come next");
}

TEST(CheckStructure, RefusesTwoFallThroughs) {
  expect_structure_refused(shape_of({{{4, 1, 2, 3}, 4}, {{2, 3}}, {{4}}, {{4}}, {{}}}),
                           "a case falls into two cases");
  expect_structure_refused(shape_of({{{4, 1, 2, 3}, 4}, {{3}}, {{3}}, {{4}}, {{}}}),
                           "two cases fall into one case");
}

TEST(CheckStructure, RefusesFallThroughOutOfASelection) {
  expect_structure_refused(shape_of({{{5, 1, 4}, 5}, {{2, 3}, 3}, {{4}}, {{5}}, {{5}}, {{}}}),
                           "a branch enters a case from outside the switch and its cases");
}

TEST(CheckStructure, RefusesTailSharedByCases) {
  expect_structure_refused(shape_of({{{4, 1, 2}, 4}, {{3}}, {{3}}, {{4}}, {{}}}),
                           "a construct is left other than by an exit");
}

TEST(CheckStructure, RefusesContinueConstructThatLeavesEarly) {
  expect_structure_refused(shape_of({{{1}}, {{2, 5}, 5, 3}, {{3}}, {{4, 5}}, {{1}}, {{}}}),
                           "a continue construct leaves the loop before its back edge");
  expect_structure_refused(shape_of({{{1}}, {{2, 5}, 5, 3}, {{3}}, {{4, 6}, 4}, {{1}}, {{}}, {{}}}),
                           "a continue construct ends without a back edge");
}

TEST(CheckStructure, AcceptsSelectionInAContinueConstruct) {
  expect_accepted(shape_of({{{1}}, {{2, 6}, 6, 3}, {{3}}, {{4, 5}, 5}, {{5}}, {{1}}, {{}}}));
}

TEST(CheckStructure, RefusesPhisThatDoNotMatchPredecessors) {
  Example example = or_example();
  example.function.predecessors.entries[0] = 3;
  const auto result = check_structure(example.flow, example.function);
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("the predecessors"), std::string::npos);
}

TEST(CheckStructure, RefusesOperandThatIsNotDefined) {
  Example example = or_example();
  for (Operand& operand : example.function.incoming) {
    if (operand == Operand::value(0)) operand = Operand::value(3);  // Defined in block 1, not 0.
  }
  expect_structure_refused(
      example,
      "a phi operand from block 0 (program block 0) reads value 3, whose definition in block 1 (program "
      "block 1) does not dominate it");
}

TEST(CheckStructure, RefusesUseThatIsNotDominated) {
  Example example = repair_example();
  example.function.replacements.clear();
  expect_structure_refused(example, "a use in block 6 (program block 3) reads value 0, whose definition in");
}

TEST(CheckStructure, RefusesUseOfAPhiThatIsNotThere) {
  Example example = or_example();
  for (NewPhi& phi : example.function.phis) {
    if (phi.stands_for == 5) phi.result = kNone;
  }
  expect_structure_refused(example, "reads value 5, which nothing in the result defines");
}

TEST(CheckStructure, RefusesTestThatIsNotDominated) {
  Example example = or_example();
  uint32_t inner = 0;
  while (example.function.phis[inner].block != 3) ++inner;
  example.function.blocks[4].selector = Operand::phi(inner);
  expect_structure_refused(example, "the test of block 4 (ladder) reads phi");
}

TEST(CheckStructure, RefusesCaseTwice) {
  Flow flow = flow_of({{1, 2}, {3}, {3}, {}});
  StructuredBuilder b(flow);
  const BlockId p0 = b.payload(0), edge = b.own(Role::kEdge), first = b.own(Role::kDispatch),
                p1 = b.payload(1), p2 = b.payload(2), p3 = b.payload(3);
  b.slots(p0, {edge, first});
  b.selection(p0, first);
  b.branch(edge, first);
  const uint32_t phi = b.selector(first, {{p0, Operand::constant(2)}, {edge, Operand::constant(1)}});
  b.choose(first, phi, p3, {{1, p1}, {2, p2}});
  b.selection(first, p3);
  b.slots(p1, {p3});
  b.slots(p2, {p3});
  Example example{flow, b.build()};
  expect_accepted(example);
  example.function.cases[1] = 1;
  const auto result = check_structure(example.flow, example.function);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "a switch has two equal cases");
}

}  // namespace
}  // namespace trellis::structurizer::testing
