// Tests values that are more uniform than their operands suggest, and similar cases that must not be
// accepted. data/list.txt says how the shaders were compiled.
#include <gtest/gtest.h>

#include <string>

#include "dxil_frontend/read_shader.hpp"
#include "tests/spirv_backend/program_builder.hpp"
#include "tests/support/files.hpp"
#include "uniformity/analysis.hpp"

namespace trellis::uniformity {
namespace {

using dxil::Opcode;
using dxil::Predicate;
using test_backend::ProgramBuilder;
using test_backend::V;

std::string rules_of_shader(const std::string& name) {
  const auto bytes = test_support::read_binary_file(
      test_support::source_path(std::string("tests/uniformity/data/") + name + ".dxil"));
  if (!bytes) return bytes.error().to_string().c_str();
  const auto shader = dxil::read_shader(*bytes);
  if (!shader) return shader.error().to_string().c_str();
  const auto analysis = analyse(*shader);
  if (!analysis) return analysis.error().to_string().c_str();
  std::string text;
  for (const Finding& finding : analysis->findings) text += std::string(rule_of(finding.kind)) + " ";
  return text;
}

TEST(Precision, ShadersHaveTheExpectedFindings) {
  const std::string barrier = "barrier-divergence ", derivative = "nonuniform-derivative ";
  const std::pair<const char*, std::string> kCases[] = {
      {"uniform_value_on_two_paths", ""},
      {"group_counter", ""},
      {"group_counter_Od", ""},
      {"group_counter_race", barrier},
      {"group_counter_no_barrier", barrier},
      {"counter_in_loop_again", ""},
      {"counter_in_loop", barrier},
      {"thread_of_group_divided", ""},
      {"thread_of_group_divided_signed", ""},
      {"thread_of_group_divided_6", ""},
      {"thread_of_group_masked", ""},
      {"thread_of_group_all", ""},
      {"thread_of_group_other", ""},
      {"thread_of_group_first", ""},
      {"thread_of_group_first_two", ""},
      {"thread_of_group_half", barrier},
      {"thread_of_group_6", barrier},
      {"thread_of_group_moved", barrier},
      {"thread_of_group_all_but_one", barrier},
      {"thread_of_group_not_first", barrier},
      {"thread_of_group_first_6", barrier},
      {"strided_loop", ""},
      {"strided_loop_two_steps", ""},
      {"strided_loop_not_rounded", barrier},
      {"strided_loop_rounded_less", barrier},
      {"strided_loop_other_step", barrier},
      {"strided_loop_own_step", barrier},
      {"strided_loop_own_bound", barrier},
      {"strided_loop_left", barrier + barrier},
      {"tile_of_pixels_4", ""},
      {"tile_of_pixels_3", ""},
      {"tile_of_pixels_2", derivative},
      {"tile_of_pixels_floats", ""},
      {"tile_of_pixels_mask", ""},
      {"tile_of_pixels_other_input", derivative},
      {"tile_of_pixels_writable", derivative},
  };
  for (const auto& [name, expected] : kCases) EXPECT_EQ(rules_of_shader(name), expected) << name;
}

class PrecisionRules : public ::testing::Test {
 protected:
  PrecisionRules() : i32(b.int_type(32)), i1(b.int_type(1)) {}
  void begin() {
    b.begin_function("main", b.void_type(), {});
    thread = b.thread_id();
    group = b.dx(dxil::Op::kGroupId, i32, {b.i32(0)});
    is_odd = b.compare(Predicate::kNe, b.op(Opcode::kAnd, i32, {thread, b.i32(1)}), b.i32(0));
  }
  /// Returns a phi of two values, each made in its own block after a branch that is not uniform.
  template <class Make>
  V on_two_paths(dxil::TypeId type, const Make& make) {
    const auto one = b.block(), other = b.block(), join = b.block();
    b.branch_if(is_odd, one, other);
    b.at(one);
    const V first = make(0);
    b.branch(join);
    b.at(other);
    const V second = make(1);
    b.branch(join);
    b.at(join);
    const V phi = b.phi(type);
    b.add_incoming(phi, one, first);
    b.add_incoming(phi, other, second);
    return phi;
  }
  void end() {
    b.finish();
    b.end_function();
    shader = b.take();
    auto result = analyse(shader, AnalysisRequest{});
    ASSERT_TRUE(result.ok()) << result.error().to_string();
    analysis = std::move(*result);
  }
  Scopes differs(V value) const {
    return analysis.functions[shader.entry_points[0].function].values[value.index];
  }
  void barrier(uint32_t mode) { b.dx(dxil::Op::kBarrier, b.void_type(), {b.i32(mode)}); }
  V load(V pointer) { return b.op(Opcode::kLoad, i32, {pointer}, 4); }
  void store(V value, V pointer) { b.op(Opcode::kStore, b.void_type(), {value, pointer}, 4); }
  /// Puts code into a block for the lanes that take the branch, and continues after it.
  template <class Make>
  void if_odd(const Make& make) {
    const auto inside = b.block(), behind = b.block();
    b.branch_if(is_odd, inside, behind);
    b.at(inside);
    make();
    b.branch(behind);
    b.at(behind);
  }

  ProgramBuilder b;
  dxil::TypeId i32, i1;
  V thread, group, is_odd;
  dxil::Shader shader;
  Analysis analysis;
};

TEST_F(PrecisionRules, TheSameExpressionOnTwoPathsIsOneValue) {
  begin();
  const V twice = on_two_paths(i32, [&](int) {
    return b.op(Opcode::kShl, i32, {b.op(Opcode::kAdd, i32, {group, b.i32(3)}), b.i32(1)});
  });
  const V chosen = on_two_paths(i32, [&](int) {
    const V is_small = b.compare(Predicate::kUlt, group, b.i32(5));
    return b.op(Opcode::kSelect, i32, {is_small, group, b.i32(1)});
  });
  const V greatest = on_two_paths(i32, [&](int) { return b.dx(dxil::Op::kUMax, i32, {group, b.i32(7)}); });
  const V lanes = on_two_paths(i32, [&](int) { return b.dx(dxil::Op::kWaveGetLaneCount, i32, {}); });
  const V groups = on_two_paths(i32, [&](int) {
    return b.op(Opcode::kAdd, i32, {b.dx(dxil::Op::kGroupId, i32, {b.i32(1)}), b.i32(1)});
  });
  const V axes = on_two_paths(
      i32, [&](int path) { return b.dx(dxil::Op::kGroupId, i32, {b.i32(static_cast<uint32_t>(path))}); });
  const V indices = on_two_paths(i32, [&](int) { return b.dx(dxil::Op::kWaveGetLaneIndex, i32, {}); });
  end();
  EXPECT_EQ(differs(lanes), kNoScope);
  EXPECT_EQ(differs(groups), kNoScope);
  EXPECT_EQ(differs(axes), kEveryScope);
  EXPECT_EQ(differs(indices), kEveryScope);
  EXPECT_EQ(differs(twice), kNoScope);
  EXPECT_EQ(differs(chosen), kNoScope);
  EXPECT_EQ(differs(greatest), kNoScope);
}

TEST_F(PrecisionRules, OtherExpressionsOnTwoPathsAreNot) {
  const dxil::TypeId f32 = b.float_type(32);
  begin();
  const V number = b.op(Opcode::kUIToFP, f32, {group});
  const V amounts = on_two_paths(i32, [&](int path) {
    return b.op(Opcode::kShl, i32, {group, b.i32(static_cast<uint32_t>(path) + 1)});
  });
  const V opcodes = on_two_paths(i32, [&](int path) {
    return b.op(path == 0 ? Opcode::kAdd : Opcode::kOr, i32, {group, b.i32(1)});
  });
  const V predicates = on_two_paths(i1, [&](int path) {
    return b.compare(path == 0 ? Predicate::kUlt : Predicate::kSlt, group, b.i32(1));
  });
  const V swapped = on_two_paths(i32, [&](int path) {
    return path == 0 ? b.op(Opcode::kSub, i32, {group, b.i32(1)})
                     : b.op(Opcode::kSub, i32, {b.i32(1), group});
  });
  const V of_thread = on_two_paths(i32, [&](int) { return b.op(Opcode::kShl, i32, {thread, b.i32(1)}); });
  // A device may round one of them differently.
  const V floats = on_two_paths(f32, [&](int) { return b.op(Opcode::kFMul, f32, {number, b.f32(3)}); });
  const V converted = on_two_paths(i32, [&](int) {
    return b.op(Opcode::kFPToUI, i32, {b.op(Opcode::kFMul, f32, {number, b.f32(3)})});
  });
  const V undefined = on_two_paths(i32, [&](int path) {
    return path == 0 ? b.undef_i32() : b.op(Opcode::kShl, i32, {group, b.i32(1)});
  });
  const V votes = on_two_paths(i32, [&](int) { return b.dx(dxil::Op::kWaveReadLaneFirst, i32, {thread}); });
  end();
  for (const V value : {amounts, opcodes, predicates, swapped, of_thread, floats, converted, votes}) {
    EXPECT_EQ(differs(value), kEveryScope) << value.index;
  }
  EXPECT_EQ(differs(undefined), kNoScope);  // Undefined may equal the other value.
}

/// A value that a loop passes on, or sets to its initial value (to `other` on one path).
TEST_F(PrecisionRules, PhisOfOneConstantAreThatConstant) {
  for (const uint32_t other : {7u, 8u}) {
    b = ProgramBuilder();
    i32 = b.int_type(32);
    begin();
    const auto entry = dxil::BlockId{0}, header = b.block(), body = b.block(), one = b.block(),
               latch = b.block(), behind = b.block();
    b.branch(header);
    b.at(header);
    const V kept = b.phi(i32);
    b.branch_if(b.compare(Predicate::kUlt, thread, b.i32(100)), body, behind);
    b.at(body);
    b.branch_if(is_odd, one, latch);
    b.at(one);
    b.branch(latch);
    b.at(latch);
    const V next = b.phi(i32);
    b.add_incoming(next, body, kept);
    b.add_incoming(next, one, b.i32(other));
    b.branch(header);
    b.add_incoming(kept, entry, b.i32(7));
    b.add_incoming(kept, latch, next);
    b.at(behind);
    end();
    EXPECT_EQ(differs(next), other == 7 ? kNoScope : kEveryScope);
    EXPECT_EQ(differs(kept), other == 7 ? kNoScope : kEveryScope);
  }
}

/// A loop whose counter is incremented on two paths. `stays`: one of them leaves it unchanged.
TEST_F(PrecisionRules, LoopsThatCountOnTwoPaths) {
  for (const bool stays : {false, true}) {
    b = ProgramBuilder();
    i32 = b.int_type(32);
    begin();
    const auto entry = dxil::BlockId{0}, header = b.block(), one = b.block(), other = b.block(),
               end_block = b.block();
    b.branch(header);
    b.at(header);
    const V counter = b.phi(i32);
    const auto body = b.block();
    b.branch_if(b.compare(Predicate::kUlt, counter, b.i32(100)), body, end_block);
    b.at(body);
    b.branch_if(is_odd, one, other);
    b.at(one);
    const V first = b.op(Opcode::kAdd, i32, {counter, group});
    b.branch(header);
    b.at(other);
    const V second = b.op(Opcode::kAdd, i32, {counter, group});
    b.branch(header);
    b.add_incoming(counter, entry, b.i32(1));
    b.add_incoming(counter, one, first);
    b.add_incoming(counter, other, stays ? counter : second);
    b.at(end_block);
    end();
    EXPECT_EQ(differs(counter), stays ? kEveryScope : kNoScope);
  }
}

/// Both paths compute the same expression, but of a value that lanes took from different iterations.
TEST_F(PrecisionRules, ExpressionsOfACounterThatLanesLeaveDifferently) {
  begin();
  const auto entry = dxil::BlockId{0}, header = b.block(), behind = b.block();
  b.branch(header);
  b.at(header);
  const V counter = b.phi(i32);
  const V next = b.op(Opcode::kAdd, i32, {counter, b.i32(1)});
  b.branch_if(b.compare(Predicate::kUlt, next, thread), header, behind);
  b.add_incoming(counter, entry, b.i32(0));
  b.add_incoming(counter, header, next);
  b.at(behind);
  const V value = on_two_paths(i32, [&](int) { return b.op(Opcode::kShl, i32, {next, b.i32(1)}); });
  end();
  EXPECT_EQ(differs(value), kEveryScope);
}

class SharedMemory : public PrecisionRules {
 protected:
  void SetUp() override {
    shared = b.global(i32, 3);
    other = b.global(i32, 3);
    begin();
  }
  V shared, other;
  static constexpr uint32_t kSync = 1, kDevice = 2, kShared = 8;
};

TEST_F(SharedMemory, WhatOneThreadWroteBeforeABarrierIsTheSameForAll) {
  if_odd([&] { store(thread, shared); });
  barrier(kSync | kShared);
  const V value = load(shared);
  if_odd([&] { store(thread, other); });  // Writes a different variable.
  end();
  EXPECT_EQ(differs(value), kNoScope);
}

TEST_F(SharedMemory, NotWithoutABarrier) {
  if_odd([&] { store(thread, shared); });
  const V value = load(shared);
  barrier(kSync | kShared);
  end();
  EXPECT_EQ(differs(value), kEveryScope);
}

TEST_F(SharedMemory, NotIfTheBarrierLeavesGroupsharedMemoryOut) {
  barrier(kSync | kShared);
  if_odd([&] { store(thread, shared); });
  barrier(kSync | kDevice);
  const V value = load(shared);
  end();
  EXPECT_EQ(differs(value), kEveryScope);
}

TEST_F(SharedMemory, NotIfTheBarrierDoesNotWait) {
  barrier(kSync | kShared);
  if_odd([&] { store(thread, shared); });
  barrier(kShared);
  const V value = load(shared);
  end();
  EXPECT_EQ(differs(value), kEveryScope);
}

TEST_F(SharedMemory, NotIfSomeThreadsMayMissTheBarrier) {
  if_odd([&] { store(thread, shared); });
  if_odd([&] { barrier(kSync | kShared); });
  barrier(kSync | kShared);
  const V value = load(shared);
  end();
  EXPECT_EQ(differs(value), kEveryScope);
}

/// No path leads from the write to the read, but they may run at the same time.
TEST_F(SharedMemory, NotIfOthersWriteInAnotherBranch) {
  barrier(kSync | kShared);
  const auto writer = b.block(), reader = b.block(), behind = b.block();
  b.branch_if(is_odd, writer, reader);
  b.at(writer);
  store(thread, shared);
  b.branch(behind);
  b.at(reader);
  const V value = load(shared);
  b.branch(behind);
  b.at(behind);
  barrier(kSync | kShared);
  end();
  EXPECT_EQ(differs(value), kEveryScope);
}

TEST_F(SharedMemory, NotIfTheNextRoundWritesBeforeABarrier) {
  for (const bool waits : {true, false}) {
    b = ProgramBuilder();
    i32 = b.int_type(32);
    SetUp();
    const auto loop = b.block(), behind = b.block();
    b.branch(loop);
    b.at(loop);
    if_odd([&] { store(thread, shared); });
    barrier(kSync | kShared);
    const V value = load(shared);
    if (waits) barrier(kSync | kShared);
    b.branch_if(b.compare(Predicate::kUlt, group, b.i32(9)), loop, behind);
    b.at(behind);
    end();
    EXPECT_EQ(differs(value), waits ? kNoScope : kEveryScope) << waits;
  }
}

TEST_F(SharedMemory, NotAtAnAddressThatDependsOnTheThread) {
  const dxil::TypeId array = b.array(i32, 8);
  const V all = b.global(array, 3);
  const auto element = [&](V index) {
    return b.op(Opcode::kGep, b.pointer(), {all, b.i32(0), index}, array);
  };
  if_odd([&] { store(thread, element(thread)); });
  barrier(kSync | kShared);
  const V mine = load(element(thread)), of_group = load(element(group));
  end();
  EXPECT_EQ(differs(mine), kEveryScope);
  EXPECT_EQ(differs(of_group), kNoScope);
}

TEST_F(SharedMemory, AtomicOperationsWrite) {
  barrier(kSync | kShared);
  b.op(Opcode::kAtomicRmw, i32, {shared, b.i32(1)}, static_cast<uint32_t>(dxil::AtomicOp::kAdd));
  const V value = load(shared);
  end();
  EXPECT_EQ(differs(value), kEveryScope);
}

}  // namespace
}  // namespace trellis::uniformity
