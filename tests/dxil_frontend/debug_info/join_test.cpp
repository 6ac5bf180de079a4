// Bindings of a variable where paths join, on graphs of a few blocks.
#include <gtest/gtest.h>

#include "dxil_frontend/debug_info/join_bindings.hpp"

namespace trellis::dxil {
namespace {

constexpr ValueId kZero = 0, kOne = 1, kFirstLocal = 2;

/// A function with one variable, which is visible everywhere. Local values are numbered from 0.
class JoinedBindings : public testing::Test {
 protected:
  JoinedBindings() {
    Type integer;
    integer.kind = TypeKind::kInt;
    integer.bits = 32;
    module.types.push_back(integer);
    for (const uint64_t bits : {0, 1}) {
      Constant constant;
      constant.kind = ConstantKind::kScalar;
      constant.bits = bits;
      module.constants.push_back(constant);
      module.values.push_back({ValueKind::kConstant, 0, static_cast<uint32_t>(bits)});
    }
    module.debug.scopes.emplace_back().is_function = true;
    module.debug.places.push_back({0, cfg::kNone});
    DebugVariable variable;
    variable.name = "v";
    variable.scope = 0;
    variable.line = 1;
    module.debug.variables.push_back(variable);
    function.first_local = kFirstLocal;
  }

  void block() { function.blocks.push_back({static_cast<uint32_t>(function.instructions.size()), 0, {}}); }
  /// Adds an instruction, which has a result if it has operands.
  ValueId add(Opcode opcode, uint32_t line, std::initializer_list<ValueId> operands = {}) {
    Instruction i;
    i.opcode = opcode;
    i.type = 0;
    i.first_operand = static_cast<uint32_t>(function.operands.size());
    i.operand_count = static_cast<uint32_t>(operands.size());
    function.operands.insert(function.operands.end(), operands.begin(), operands.end());
    if (opcode > Opcode::kUnreachable) {
      i.result = kFirstLocal + static_cast<uint32_t>(function.local_types.size());
      function.local_types.push_back(0);
    }
    function.instructions.push_back(i);
    SourcePosition position;
    position.line = line;
    position.column = 1;
    position.place = 0;
    if (!said_.empty()) {
      position.first_binding = static_cast<uint32_t>(function.bindings.size());
      function.bindings.insert(function.bindings.end(), said_.begin(), said_.end());
      position.end_of_bindings = static_cast<uint32_t>(function.bindings.size());
      said_.clear();
    }
    function.positions.push_back(position);
    ++function.blocks.back().instruction_count;
    return i.result;
  }
  /// Binds the variable before the next instruction.
  void say(ValueId value) {
    DebugBinding binding;
    binding.variable = 0;
    binding.place = {0, cfg::kNone};
    binding.kind = value < kFirstLocal ? DebugBinding::Kind::kConstant : DebugBinding::Kind::kValue;
    if (value < kFirstLocal) {
      binding.constant = value;
      binding.constant_bits = 32;
    } else {
      binding.value = value;
    }
    said_.push_back(binding);
  }
  void join(const Vector<Vector<BlockId>>& successors) {
    function.graph = cfg::Graph::from_lists(successors);
    module.functions.push_back(function);
    join_bindings(module);
  }
  /// Returns the bindings right before the block's first instruction after its phis: "#1", "%0", "?",
  /// separated by spaces.
  std::string said_at(BlockId block, uint32_t number = 0) const {
    const Function& joined = module.functions[0];
    uint32_t n = joined.blocks[block].first_instruction + number;
    while (joined.instructions[n].opcode == Opcode::kPhi) ++n;
    std::string text;
    for (uint32_t b = joined.positions[n].first_binding; b < joined.positions[n].end_of_bindings; ++b) {
      const DebugBinding& binding = joined.bindings[b];
      text += text.empty() ? "" : " ";
      text += binding.kind == DebugBinding::Kind::kConstant ? "#" + std::to_string(binding.constant)
              : binding.kind == DebugBinding::Kind::kValue ? "%" + std::to_string(binding.value - kFirstLocal)
                                                           : "?";
    }
    return text;
  }

  Module module;
  Function function;

 private:
  Vector<DebugBinding> said_;
};

const Vector<Vector<BlockId>> kDiamond = {{1, 2}, {3}, {3}, {}};

TEST_F(JoinedBindings, AreAPhiWithTheirValues) {
  block(), add(Opcode::kCondBranch, 1, {kOne});
  block(), say(kOne), add(Opcode::kBranch, 2);
  block(), say(kZero), add(Opcode::kBranch, 3);
  block(), add(Opcode::kPhi, 4, {kZero, kOne}), add(Opcode::kPhi, 4, {kOne, kZero}), add(Opcode::kReturn, 4);
  join(kDiamond);
  EXPECT_EQ(said_at(3), "%1");
}

TEST_F(JoinedBindings, WithoutAPhiAreUnknown) {
  block(), add(Opcode::kCondBranch, 1, {kOne});
  block(), say(kOne), add(Opcode::kBranch, 2);
  block(), say(kZero), add(Opcode::kBranch, 3);
  block(), add(Opcode::kReturn, 4);
  join(kDiamond);
  EXPECT_EQ(said_at(3), "?");
}

TEST_F(JoinedBindings, AreRepeatedBesideSiblingsWithBindings) {
  block(), say(kZero), add(Opcode::kCondBranch, 1, {kOne});
  block(), say(kOne), add(Opcode::kBranch, 2);
  block(), add(Opcode::kBranch, 3);
  block(), say(kOne), add(Opcode::kReturn, 4);
  join(kDiamond);
  EXPECT_EQ(said_at(0), "#0");
  EXPECT_EQ(said_at(1), "#1");
  EXPECT_EQ(said_at(2), "#0");
  EXPECT_EQ(said_at(3), "#1");  // None is added: the next binding comes first.
}

TEST_F(JoinedBindings, AreNotAddedWhereNothingChanges) {
  block(), say(kOne), add(Opcode::kCondBranch, 1, {kOne});
  block(), add(Opcode::kBranch, 2);
  block(), add(Opcode::kBranch, 3);
  block(), add(Opcode::kReturn, 4);
  join(kDiamond);
  for (const BlockId n : {1u, 2u, 3u}) EXPECT_EQ(said_at(n), "") << n;
}

TEST_F(JoinedBindings, AreNotAddedBeforeTheDeclaration) {
  module.debug.variables[0].line = 9;
  block(), add(Opcode::kCondBranch, 1, {kOne});
  block(), say(kOne), add(Opcode::kBranch, 2);
  block(), say(kZero), add(Opcode::kBranch, 3);
  block(), add(Opcode::kReturn, 4);
  join(kDiamond);
  EXPECT_EQ(said_at(3), "");
}

TEST_F(JoinedBindings, OfLoopsAreThePhisOfTheirHeaders) {
  const ValueId next = kFirstLocal + 1;
  block(), say(kZero), add(Opcode::kBranch, 1);
  block(), add(Opcode::kPhi, 2, {kZero, next}), add(Opcode::kAdd, 3, {kOne, kOne}), say(next);
  add(Opcode::kCondBranch, 2, {kOne});
  block(), add(Opcode::kReturn, 4);
  join({{1}, {1, 2}, {}});
  EXPECT_EQ(said_at(1), "%0");
  EXPECT_EQ(said_at(2), "");
}

// if (c) v = a + b, as a select: the sum is not the variable's value until c is known to hold.
TEST_F(JoinedBindings, EndWhereCodeReturnsToTheCondition) {
  block(), say(kZero);
  const ValueId sum = add(Opcode::kAdd, 5, {kOne, kOne});
  say(sum), add(Opcode::kMul, 6, {kOne, kOne});
  add(Opcode::kMul, 4, {kOne, kOne});
  const ValueId choice = add(Opcode::kSelect, 4, {kOne, sum, kZero});
  say(choice), add(Opcode::kReturn, 7);
  join({{}});
  EXPECT_EQ(said_at(0, 1), "%0");
  EXPECT_EQ(said_at(0, 2), "#0");
  EXPECT_EQ(said_at(0, 3), "");
  EXPECT_EQ(said_at(0, 4), "%3");
}

TEST_F(JoinedBindings, OfCopiesUnderAConditionEndAtOnce) {
  block(), say(kZero), add(Opcode::kMul, 3, {kOne, kOne}), say(kOne);
  const ValueId choice = add(Opcode::kSelect, 4, {kOne, kOne, kZero});
  say(choice), add(Opcode::kReturn, 7);
  join({{}});
  EXPECT_EQ(said_at(0, 1), "#1 #0");
  EXPECT_EQ(said_at(0, 2), "%1");
}

}  // namespace
}  // namespace trellis::dxil
