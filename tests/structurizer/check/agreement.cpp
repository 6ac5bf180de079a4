#include "tests/structurizer/check/agreement.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "structurizer/check/check.hpp"
#include "structurizer/structurize.hpp"
#include "tests/structurizer/interpreter.hpp"
#include "tests/structurizer/properties.hpp"
#include "tests/structurizer/spirv_text.hpp"

namespace trellis::structurizer::testing {

namespace {

/// Rules that SPIRV-Tools (2023.1, and also 2025.1) does not check, or checks less strictly.
constexpr const char* kOursAlone[] = {
    "the block is unreachable",
    "a block that no branch reaches is a header",
    "the block, which no branch reaches, comes before its header",
    "a two-way branch declares no merge block",
    "a merge block is also a continue target",
    "is already the continue target of",
    "a loop header does not dominate its continue target",
    "a loop of several blocks has its header as its continue target",
};

bool is_ours_alone(const Structured& function, const std::string& message) {
  // SPIRV-Tools mistakes a branch from a case to any loop header that is its own continue target for a
  // continue.
  const bool has_such_a_loop = std::any_of(function.order.begin(), function.order.end(), [&](BlockId block) {
    return function.blocks[block].merge == MergeKind::kLoop && function.blocks[block].continue_block == block;
  });
  if (has_such_a_loop && message.find("left by a way that is not an exit") != std::string::npos) return true;
  return std::any_of(std::begin(kOursAlone), std::end(kOursAlone),
                     [&](const char* rule) { return message.find(rule) != std::string::npos; });
}

/// Returns the blocks and merges of a structured function, without phis and selectors.
std::vector<ShapeBlock> shape_from(const Structured& function) {
  std::vector<BlockId> number(function.blocks.size());
  for (uint32_t i = 0; i < function.order.size(); ++i) number[function.order[i]] = i;
  std::vector<ShapeBlock> shape;
  for (const BlockId block : function.order) {
    const Block& b = function.blocks[block];
    shape.emplace_back();
    for (const BlockId target : function.successors_of(block)) shape.back().to.push_back(number[target]);
    if (b.merge != MergeKind::kNone) shape.back().merge = number[b.merge_block];
    if (b.merge == MergeKind::kLoop) shape.back().continue_target = number[b.continue_block];
  }
  return shape;
}

void change(std::vector<ShapeBlock>& shape, Random& random) {
  const auto count = static_cast<uint32_t>(shape.size());
  ShapeBlock& block = shape[random.below(count)];
  ShapeBlock& other = shape[random.below(count)];
  const auto near = [&] {
    const auto here = static_cast<int64_t>(&block - shape.data());
    const int64_t target = random.one_in(3) ? random.below(count) : here - 3 + random.below(8);
    return static_cast<BlockId>(std::clamp<int64_t>(target, 0, count - 1));
  };
  switch (random.below(9)) {
    case 0:
    case 1:
      if (!block.to.empty()) block.to[random.below(static_cast<uint32_t>(block.to.size()))] = near();
      break;
    case 2:
      if (block.merge != kNone) block.merge = near();
      break;
    case 3:
      if (block.continue_target != kNone) block.continue_target = near();
      break;
    case 4:
      std::swap(block.merge, other.merge);
      break;
    case 5:
      std::swap(block.to, other.to);
      break;
    case 6:
      block.merge = block.merge == kNone ? near() : BlockId{kNone};
      if (block.merge == kNone) block.continue_target = kNone;
      break;
    case 7:
      block.to.push_back(near());
      break;
    default:
      if (!block.to.empty()) block.to.pop_back();
      break;
  }
}

/// Returns another operand for a phi of the same kind: one of its other operands, or any.
Operand other_operand(const Example& example, const NewPhi& phi, Random& random) {
  const Structured& function = example.function;
  if (random.one_in(8)) return Operand::undef();
  const bool is_selector = phi.stands_for == kNone;
  if (is_selector && random.one_in(2)) {
    if (phi.is_bool || function.cases.empty()) return Operand::constant(random.below(2));
    return Operand::constant(function.cases[random.below(static_cast<uint32_t>(function.cases.size()))]);
  }
  const Operand other = function.incoming[random.below(static_cast<uint32_t>(function.incoming.size()))];
  const bool other_is_selector =
      other.kind == Operand::Kind::kConstant || other.kind == Operand::Kind::kChoice ||
      (other.kind == Operand::Kind::kPhi && function.phis[other.index].stands_for == kNone);
  if (other_is_selector != is_selector && other.kind != Operand::Kind::kUndef) return Operand::undef();
  return other;
}

void change_meaning(Example& example, Random& random) {
  Structured& function = example.function;
  const auto pick = [&](const auto& list) -> uint32_t {
    return random.below(static_cast<uint32_t>(list.size()));
  };
  switch (random.below(8)) {
    case 0:
    case 1:
    case 2: {
      if (function.phis.empty()) return;
      const NewPhi& phi = function.phis[pick(function.phis)];
      const auto count = static_cast<uint32_t>(function.incoming_of(phi).size());
      const Operand operand = other_operand(example, phi, random);
      if (count > 0) function.incoming[phi.first_incoming + random.below(count)] = operand;
      return;
    }
    case 3: {
      if (function.phis.empty()) return;
      const NewPhi& phi = function.phis[pick(function.phis)];
      const auto count = static_cast<uint32_t>(function.incoming_of(phi).size());
      if (count > 1) {
        std::swap(function.incoming[phi.first_incoming + random.below(count)],
                  function.incoming[phi.first_incoming + random.below(count)]);
      }
      return;
    }
    case 4: {
      const Block& block = function.blocks[pick(function.blocks)];
      if (block.successor_count < 2) return;
      std::swap(function.successors[block.first_successor + random.below(block.successor_count)],
                function.successors[block.first_successor + random.below(block.successor_count)]);
      return;
    }
    case 5:
      if (!function.cases.empty())
        function.cases[pick(function.cases)] = function.cases[pick(function.cases)];
      return;
    case 6:
      if (!function.aliases.empty() && !function.incoming.empty()) {
        const Operand other = function.incoming[pick(function.incoming)];
        function.aliases[pick(function.aliases)].operand = other;
      }
      return;
    default:
      if (!function.replacements.empty()) {
        const Operand other = random.one_in(2) && !function.incoming.empty()
                                  ? function.incoming[pick(function.incoming)]
                                  : function.replacements[pick(function.replacements)].operand;
        function.replacements[pick(function.replacements)].operand = other;
      }
      return;
  }
}

}  // namespace

Agreement compare_verdicts(const Example& example) {
  Agreement agreement;
  const auto ours = check_structure(example.flow, example.function);
  const std::string theirs = validate_spirv(spirv_text(example.flow, example.function));
  agreement.ours = ours.ok();
  agreement.theirs = theirs.empty();
  if (!ours.ok()) agreement.our_message = ours.error().message;
  if (agreement.ours == agreement.theirs) return agreement;
  agreement.ours_is_stricter = !ours.ok() && is_ours_alone(example.function, ours.error().message);
  if (agreement.ours_is_stricter) return agreement;
  agreement.fault = "ours: " + (ours.ok() ? String("accepted") : ours.error().to_string()) +
                    "\ntheirs: " + (theirs.empty() ? "accepted" : theirs) + "\n" + describe(example.function);
  return agreement;
}

Flow small_flow(Random& random) {
  const uint32_t size = 4 + random.below(14);
  return flow_of(pruned(random.one_in(2) ? random_graph(random, size) : random_program(random, size)));
}

Example changed_shape(Random& random) {
  auto shape = shape_from(structurize(small_flow(random)));
  for (uint32_t changes = 1 + random.below(3); changes > 0; --changes) change(shape, random);
  return shape_of(shape);
}

Example changed_meaning(Random& random, uint32_t size) {
  Example example;
  example.flow = flow_of(random.one_in(2) ? random_graph(random, size) : random_program(random, size));
  add_random_values(example.flow, random);
  example.function = structurize(example.flow);
  change_meaning(example, random);
  return example;
}

std::string find_missed_fault(const Example& example, uint64_t seed, bool& accepted) {
  accepted = check_paths(example.flow, example.function).ok() &&
             check_structure(example.flow, example.function).ok();
  for (uint64_t run = 0; accepted && run < 6; ++run) {
    const std::string difference = compare_runs(example.flow, example.function, seed + run, 120);
    if (difference.empty()) continue;
    return difference + "\nseed " + std::to_string(seed) + describe(example.flow) + "# structured:\n" +
           describe(example.function);
  }
  return {};
}

Example changed_value(Random& random) {
  Example example;
  example.flow = small_flow(random);
  add_random_values(example.flow, random);
  example.function = structurize(example.flow);
  Structured& function = example.function;
  std::vector<Operand*> operands;
  for (const NewPhi& phi : function.phis) {
    if (phi.stands_for == kNone) continue;
    for (size_t i = 0; i < function.incoming_of(phi).size(); ++i) {
      operands.push_back(&function.incoming[phi.first_incoming + i]);
    }
  }
  for (Replacement& replacement : function.replacements) operands.push_back(&replacement.operand);
  std::vector<bool> aliased(example.flow.value_count, false);
  for (const auto& alias : function.aliases) aliased[alias.value] = true;
  const ValueId value = random.below(example.flow.value_count);
  if (!operands.empty() && !aliased[value]) {
    *operands[random.below(static_cast<uint32_t>(operands.size()))] = Operand::value(value);
  }
  return example;
}

}  // namespace trellis::structurizer::testing
