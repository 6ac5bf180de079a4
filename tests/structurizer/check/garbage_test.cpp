// Functions with randomly overwritten numbers: the checkers reject them, or accept changes that do not
// matter, but never use an index out of range.
#include <gtest/gtest.h>

#include "structurizer/check/check.hpp"
#include "structurizer/structurize.hpp"
#include "tests/structurizer/check/agreement.hpp"

namespace trellis::structurizer::testing {
namespace {

uint32_t garbage(Random& random, uint32_t old) {
  switch (random.below(6)) {
    case 0:
      return kNone;
    case 1:
      return kNone - 1;
    case 2:
      return old + 1;
    case 3:
      return old - 1;
    case 4:
      return random.below(40);
    default:
      return static_cast<uint32_t>(random.next());
  }
}

void overwrite(Structured& function, Random& random) {
  const auto pick = [&](auto& list) -> auto& {
    return list[random.below(static_cast<uint32_t>(list.size()))];
  };
  const auto spoil = [&](auto& list) {
    if (!list.empty()) pick(list) = garbage(random, pick(list));
  };
  const auto spoil_operand = [&](Operand& operand) {
    if (random.one_in(2)) operand.kind = static_cast<Operand::Kind>(random.below(4));
    if (random.one_in(2)) operand.index = garbage(random, operand.index);
  };
  Block& block = pick(function.blocks);
  const auto spoil_field = [&](uint32_t& field) { field = garbage(random, field); };
  switch (random.below(14)) {
    case 0:
      return spoil(function.order);
    case 1:
      return spoil(function.successors);
    case 2:
      return spoil(function.cases);
    case 3:
      return spoil(function.predecessors.first);
    case 4:
      return spoil(function.predecessors.entries);
    case 5:
      return spoil(function.block_of_payload);
    case 6: {
      uint32_t* fields[] = {&block.payload,         &block.merge_block,     &block.continue_block,
                            &block.first_successor, &block.successor_count, &block.first_case,
                            &block.first_phi,       &block.phi_count};
      return spoil_field(*fields[random.below(8)]);
    }
    case 7:
      block.merge = static_cast<MergeKind>(random.below(3));
      return;
    case 8:
      block.exit = static_cast<Exit>(random.below(6));
      return;
    case 9:
      block.role = static_cast<Role>(random.below(7));
      return;
    case 10:
      return spoil_operand(block.selector);
    case 11:
      if (!function.incoming.empty()) spoil_operand(pick(function.incoming));
      return;
    case 12: {
      if (function.phis.empty()) return;
      NewPhi& phi = pick(function.phis);
      uint32_t* fields[] = {&phi.block, &phi.stands_for, &phi.result, &phi.first_incoming};
      if (random.one_in(5)) phi.is_bool = !phi.is_bool;
      return spoil_field(*fields[random.below(4)]);
    }
    default:
      if (!function.aliases.empty() && random.one_in(2)) return spoil_operand(pick(function.aliases).operand);
      if (!function.aliases.empty()) return spoil_field(pick(function.aliases).value);
      if (function.replacements.empty()) return;
      if (random.one_in(2)) return spoil_operand(pick(function.replacements).operand);
      return spoil_field(pick(function.replacements).value);
  }
}

TEST(CheckForm, SurvivesGarbage) {
  uint32_t refused = 0;
  constexpr uint32_t kCount = 20000;
  for (uint64_t seed = 1; seed <= kCount; ++seed) {
    Random random(seed);
    Flow flow = small_flow(random);
    add_random_values(flow, random);
    Structured function = structurize(flow);
    for (uint32_t changes = 1 + random.below(3); changes > 0; --changes) overwrite(function, random);
    const bool paths = check_paths(flow, function).ok(), structure = check_structure(flow, function).ok();
    EXPECT_EQ(check_paths_and_structure(flow, function).ok(), paths && structure);
    if (paths && structure) {
      check_convergence(flow, function);
    } else {
      ++refused;
    }
  }
  EXPECT_GT(refused, kCount / 2);
}

}  // namespace
}  // namespace trellis::structurizer::testing
