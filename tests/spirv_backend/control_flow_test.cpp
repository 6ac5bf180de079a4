// Blocks, phis and terminators.
#include "lower/control_flow/switch_chains.hpp"
#include "tests/spirv_backend/device_test.hpp"

namespace trellis::test_backend {
namespace {

using dxil::ResourceClass;

class ControlFlow : public DeviceTest {
 protected:
  void begin() {
    buffer_ = b.raw_buffer(ResourceClass::kUav, 0);
    i32 = b.int_type(32);
    b.begin_function("main", b.void_type(), {});
    handle_ = b.handle(ResourceClass::kUav, buffer_);
    byte_ = b.op(Opcode::kMul, i32, {b.thread_id(), b.i32(4)});
    input = b.load(i32, handle_, byte_);
  }
  void output(V value) { b.store(i32, handle_, byte_, value); }
  /// Runs the program, and returns the result of each thread; thread t's input is `first + t`.
  std::vector<uint32_t> results(uint32_t first = 0) {
    b.end_function();
    std::vector<uint32_t> words(64);
    for (uint32_t t = 0; t < 64; ++t) words[t] = first + t;
    auto all = run(b.take(), {words});
    return all.empty() ? std::vector<uint32_t>(64, 0xDEAD) : all[0];
  }

  ProgramBuilder b;
  TypeId i32 = 0;
  V input;

 private:
  uint32_t buffer_ = 0;
  V handle_, byte_;
};

TEST_F(ControlFlow, LoopsSwapTheirVariables) {
  // for (n = 0; n < input; ++n) swap(x, y): each phi takes the other one's old value.
  begin();
  const BlockId head = b.block(), body = b.block(), end = b.block();
  b.branch(head);
  b.at(head);
  const V n = b.phi(i32), x = b.phi(i32), y = b.phi(i32);
  b.branch_if(b.compare(dxil::Predicate::kUlt, n, input), body, end);
  b.at(body);
  const V next = b.op(Opcode::kAdd, i32, {n, b.i32(1)});
  b.branch(head);
  for (const auto& [phi, before, after] :
       {std::tuple(n, b.i32(0), next), {x, b.i32(3), y}, {y, b.i32(4), x}}) {
    b.add_incoming(phi, 0, before);
    b.add_incoming(phi, body, after);
  }
  b.at(end);
  output(x);
  b.finish();
  const auto words = results();
  for (uint32_t t = 0; t < 64; ++t) EXPECT_EQ(words[t], t % 2 == 0 ? 3u : 4u);
}

TEST_F(ControlFlow, EqualCodeHasTheValueOfItsIteration) {
  // for (n = 0; n + input < 70; ++n) sum += (n % 2 ? (n + input) * 3 : (n + input) * 3 + 5) + (n + input) *
  // 3; sum += (n + input) * 3; Each n + input is an instruction: it is available everywhere in the loop and
  // after it. The products of the two branches are not available after them.
  begin();
  const BlockId head = b.block(), body = b.block(), odd = b.block(), even = b.block(), join = b.block(),
                end = b.block();
  const auto shifted = [&](V n) { return b.op(Opcode::kAdd, i32, {n, input}); };
  const auto tripled = [&](V n) { return b.op(Opcode::kMul, i32, {shifted(n), b.i32(3)}); };
  b.branch(head);
  b.at(head);
  const V n = b.phi(i32), sum = b.phi(i32);
  b.branch_if(b.compare(dxil::Predicate::kUlt, shifted(n), b.i32(70)), body, end);
  b.at(body);
  const V bit = b.op(Opcode::kAnd, i32, {n, b.i32(1)});
  b.branch_if(b.compare(dxil::Predicate::kEq, bit, b.i32(1)), odd, even);
  b.at(odd);
  const V of_odd = tripled(n);
  b.branch(join);
  b.at(even);
  const V of_even = b.op(Opcode::kAdd, i32, {tripled(n), b.i32(5)});
  b.branch(join);
  b.at(join);
  const V chosen = b.phi(i32);
  b.add_incoming(chosen, odd, of_odd);
  b.add_incoming(chosen, even, of_even);
  const V both = b.op(Opcode::kAdd, i32, {chosen, tripled(n)});
  const V next_sum = b.op(Opcode::kAdd, i32, {sum, both});
  const V next = b.op(Opcode::kAdd, i32, {n, b.i32(1)});
  b.branch(head);
  for (const auto& [phi, after] : {std::pair(n, next), {sum, next_sum}}) {
    b.add_incoming(phi, 0, b.i32(0));
    b.add_incoming(phi, join, after);
  }
  b.at(end);
  output(b.op(Opcode::kAdd, i32, {sum, tripled(n)}));
  b.finish();
  const auto words = results();
  for (uint32_t input_word = 0; input_word < 64; ++input_word) {
    uint32_t expected = 0, count = 0;
    for (; count + input_word < 70; ++count) {
      const uint32_t product = (count + input_word) * 3;
      expected += (count % 2 == 1 ? product : product + 5) + product;
    }
    EXPECT_EQ(words[input_word], expected + (count + input_word) * 3);
  }
}

TEST_F(ControlFlow, SwitchesOnWideSelectors) {
  begin();
  const TypeId i64 = b.int_type(64);
  const V wide = b.op(Opcode::kZExt, i64, {input});
  const V selector = b.op(Opcode::kMul, i64, {wide, b.constant(i64, 0x100000001)});
  const BlockId one = b.block(), two = b.block(), join = b.block();
  b.branch_switch(selector, join, {{0x100000001, one}, {0x200000002, two}, {3, two}});
  b.at(one);
  b.branch(join);
  b.at(two);
  b.branch(join);
  b.at(join);
  const V result = b.phi(i32);
  b.add_incoming(result, 0, b.i32(1000));
  b.add_incoming(result, one, b.i32(10));
  b.add_incoming(result, two, b.i32(20));
  output(result);
  b.finish();
  const auto words = results();
  EXPECT_EQ(words[0], 1000u);
  EXPECT_EQ(words[1], 10u);
  EXPECT_EQ(words[2], 20u);
  EXPECT_EQ(words[3], 1000u) << "only the low half, 3, was compared";
}

/// Emits a switch over the input, extended to `bits`, whose cases 0, 7, 14, ... lead to `targets` blocks in
/// turn. Block n returns the input XOR n; the default returns 1000.
V large_switch(ProgramBuilder& b, V input, uint8_t bits, uint32_t cases, uint32_t targets) {
  const TypeId i32 = b.int_type(32), type = b.int_type(bits);
  const V selector = bits == 64 ? b.op(Opcode::kZExt, type, {input}) : input;
  const BlockId join = b.block();
  std::vector<BlockId> blocks(targets);
  for (BlockId& block : blocks) block = b.block();
  std::vector<std::pair<uint64_t, BlockId>> all(cases);
  for (uint32_t n = 0; n < cases; ++n) all[n] = {uint64_t{7} * n, blocks[n % targets]};
  std::swap(all.front(), all.back());  // Cases need not be sorted.
  b.branch_switch(selector, join, all);
  std::vector<V> results(targets);
  for (uint32_t n = 0; n < targets; ++n) {
    b.at(blocks[n]);
    results[n] = b.op(Opcode::kXor, i32, {input, b.i32(n)});
    b.branch(join);
  }
  b.at(join);
  const V result = b.phi(i32);
  b.add_incoming(result, 0, b.i32(1000));
  for (uint32_t n = 0; n < targets; ++n) b.add_incoming(result, blocks[n], results[n]);
  return result;
}

// SPIR-V limits a switch to 16383 cases: larger ones are split into several.
TEST_F(ControlFlow, SwitchesWithManyCasesAreValid) {
  struct Size {
    uint8_t bits;
    uint32_t cases, targets, switches;
  };
  for (const Size size :
       {Size{32, 16383, 3, 1}, {32, 16384, 3, 2}, {32, 30000, 30000, 2}, {64, 40000, 5, 3}}) {
    b = {};
    begin();
    output(large_switch(b, input, size.bits, size.cases, size.targets));
    b.finish();
    b.end_function();
    const auto module = translate(b.take());
    ASSERT_TRUE(module) << size.cases << ": " << module.error().to_string();
    EXPECT_EQ(validate(*module), "") << size.cases;
    EXPECT_EQ(count_of(*module, spv::Op::OpSwitch), size.switches) << size.cases;
  }
}

// Splits at a lower limit than SPIR-V's, since the device cannot handle that many cases.
TEST_F(ControlFlow, PartsOfSwitchesTakeTheRightCase) {
  constexpr uint32_t kCases = 17;
  for (const size_t most : {2u, 3u, 8u, 16u, 17u}) {
    for (const uint8_t bits : {uint8_t{32}, uint8_t{64}}) {
      b = {};
      begin();
      output(large_switch(b, input, bits, kCases, 3));
      b.finish();
      b.end_function();
      dxil::Shader shader = b.take();
      lower::split_large_switches(shader.module, most);
      const auto module = translate(shader);
      ASSERT_TRUE(module) << module.error().to_string();
      EXPECT_GE(count_of(*module, spv::Op::OpSwitch), (kCases + most - 1) / most) << most;
      std::vector<uint32_t> words(128);
      for (uint32_t t = 0; t < words.size(); ++t) words[t] = t + 70;
      const auto all = run(shader, {words});
      ASSERT_EQ(all.size(), 1u);
      for (uint32_t t = 0; t < 64; ++t) {
        const uint32_t value = t + 70, number = value / 7;
        const bool has_case = value % 7 == 0 && number < kCases;
        EXPECT_EQ(all[0][t], has_case ? value ^ (number % 3) : 1000u) << value;
      }
    }
  }
}

TEST_F(ControlFlow, SwitchesOnMinPrecisionSelectors) {
  begin();
  const TypeId i16 = b.int_type(16);
  const V narrow = b.op(Opcode::kTrunc, i16, {input});
  const V wrapped = b.op(Opcode::kAdd, i16, {narrow, b.constant(i16, 0xFFFF)});
  const BlockId minus_one = b.block(), join = b.block();
  b.branch_switch(wrapped, join, {{0xFFFF, minus_one}});
  b.at(minus_one);
  b.branch(join);
  b.at(join);
  const V result = b.phi(i32);
  b.add_incoming(result, 0, b.i32(1));
  b.add_incoming(result, minus_one, b.i32(2));
  output(result);
  b.finish();
  b.end_function();
  std::vector<uint32_t> words(64, 5);
  words[3] = 0;
  words[4] = 0x10000;
  const auto all = run(b.take(false), {words});
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0][3], 2u);
  EXPECT_EQ(all[0][4], 2u) << "only 16 bits count";
  EXPECT_EQ(all[0][5], 1u);
}

TEST_F(ControlFlow, SwitchesOnBools) {
  begin();
  const V odd = b.op(Opcode::kTrunc, b.int_type(1), {input});
  const BlockId one = b.block(), join = b.block();
  b.branch_switch(odd, join, {{1, one}});
  b.at(one);
  b.branch(join);
  b.at(join);
  const V result = b.phi(i32);
  b.add_incoming(result, 0, b.i32(5));
  b.add_incoming(result, one, b.i32(6));
  output(result);
  b.finish();
  const auto words = results();
  for (uint32_t t = 0; t < 64; ++t) EXPECT_EQ(words[t], 5 + t % 2);
}

TEST_F(ControlFlow, BothTargetsAreTheSameBlock) {
  begin();
  const V odd = b.op(Opcode::kTrunc, b.int_type(1), {input});
  const BlockId next = b.block();
  b.branch_if(odd, next, next);
  b.at(next);
  output(b.i32(8));
  b.finish();
  EXPECT_EQ(results()[3], 8u);
}

TEST_F(ControlFlow, ComponentsAreUsedFarFromTheirLoad) {
  // The extractvalue is in another block than its load, inside a loop that does not contain the load.
  begin();
  const V handle = b.handle(ResourceClass::kUav, 0);
  const V all =
      b.dx(Op::kRawBufferLoad, b.load_result(i32), {handle, b.i32(0), b.undef_i32(), b.i8(15), b.i32(4)});
  const BlockId head = b.block(), body = b.block(), end = b.block();
  b.branch(head);
  b.at(head);
  const V n = b.phi(i32), sum = b.phi(i32);
  b.branch_if(b.compare(dxil::Predicate::kUlt, n, b.i32(3)), body, end);
  b.at(body);
  const V third = b.op(Opcode::kExtractValue, i32, {all}, 2);
  const V next = b.op(Opcode::kAdd, i32, {n, b.i32(1)});
  const V more = b.op(Opcode::kAdd, i32, {sum, third});
  b.branch(head);
  b.add_incoming(n, 0, b.i32(0));
  b.add_incoming(n, body, next);
  b.add_incoming(sum, 0, b.i32(0));
  b.add_incoming(sum, body, more);
  b.at(end);
  b.dx(Op::kBarrier, b.void_type(), {b.i32(11)});
  output(sum);
  b.finish();
  EXPECT_EQ(results(10)[7], 36u) << "three times word 2, which is 12";
}

TEST_F(ControlFlow, UndefinedPhiOperands) {
  begin();
  const V odd = b.op(Opcode::kTrunc, b.int_type(1), {input});
  const BlockId then = b.block(), join = b.block();
  b.branch_if(odd, then, join);
  b.at(then);
  b.branch(join);
  b.at(join);
  const V value = b.phi(i32);
  b.add_incoming(value, 0, b.undef_i32());
  b.add_incoming(value, then, b.i32(4));
  output(b.op(Opcode::kSelect, i32, {odd, value, b.i32(1)}));
  b.finish();
  const auto words = results();
  EXPECT_EQ(words[0], 1u);
  EXPECT_EQ(words[1], 4u);
}

TEST(Hints, ReachSelectionsAndLoops) {
  for (const bool on : {true, false}) {
    ProgramBuilder b;
    const uint32_t buffer = b.raw_buffer(ResourceClass::kUav, 0);
    const TypeId i32 = b.int_type(32);
    b.begin_function("main", b.void_type(), {});
    const V handle = b.handle(ResourceClass::kUav, buffer);
    const V count = b.load(i32, handle, b.i32(0));
    const BlockId head = b.block(), body = b.block(), then = b.block(), join = b.block(), latch = b.block(),
                  end = b.block();
    b.branch(head);
    b.at(head);
    const V n = b.phi(i32);
    b.branch_if(b.compare(dxil::Predicate::kUlt, n, count), body, end);
    b.at(body);
    b.branch_if(b.compare(dxil::Predicate::kUgt, n, b.i32(3)), then, join);
    b.at(then);
    b.store(i32, handle, b.i32(4), n);
    b.branch(join);
    b.at(join);
    b.store(i32, handle, b.i32(8), n);
    b.branch(latch);
    b.at(latch);
    const V next = b.op(Opcode::kAdd, i32, {n, b.i32(1)});
    b.branch(head);
    b.add_incoming(n, 0, b.i32(0));
    b.add_incoming(n, latch, next);
    b.at(end);
    b.finish();
    b.end_function();
    dxil::Shader shader = b.take();
    shader.module.functions[0].blocks[body].hints.flatten = on;
    shader.module.functions[0].blocks[latch].hints.dont_unroll = on;
    const auto module = translate(shader);
    ASSERT_TRUE(module.ok()) << module.error().to_string();
    EXPECT_EQ(validate(*module), "");
    const std::string text = disassemble(*module);
    EXPECT_EQ(text.find(" Flatten\n") != std::string::npos, on) << text;
    EXPECT_EQ(text.find(" DontUnroll\n") != std::string::npos, on) << text;
  }
}

uint32_t times_in(const std::string& text, const std::string& part) {
  uint32_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// Where LLVM makes one latch of several, the hint stays on the branches of the earlier latches, here `then`.
// The latch of the inner loop also branches to the latch of the outer one, but its hint is about its own
// loop.
TEST(Hints, AreThoseOfTheLoopsOwnLatches) {
  for (const bool on_outer : {true, false}) {
    ProgramBuilder b;
    const uint32_t buffer = b.raw_buffer(ResourceClass::kUav, 0);
    const TypeId i32 = b.int_type(32);
    b.begin_function("main", b.void_type(), {});
    const V handle = b.handle(ResourceClass::kUav, buffer);
    const V count = b.load(i32, handle, b.i32(0));
    const BlockId head = b.block(), body = b.block(), then = b.block(), inner = b.block(), latch = b.block(),
                  end = b.block();
    b.branch(head);
    b.at(head);
    const V n = b.phi(i32);
    b.branch_if(b.compare(dxil::Predicate::kUlt, n, count), body, end);
    b.at(body);
    b.branch_if(b.compare(dxil::Predicate::kUgt, n, b.i32(3)), then, inner);
    b.at(then);
    b.store(i32, handle, b.i32(4), n);
    b.branch(latch);
    b.at(inner);
    const V m = b.phi(i32);
    b.store(i32, handle, b.i32(8), m);
    const V next_inner = b.op(Opcode::kAdd, i32, {m, b.i32(1)});
    b.branch_if(b.compare(dxil::Predicate::kUlt, next_inner, count), inner, latch);
    b.add_incoming(m, body, n);
    b.add_incoming(m, inner, next_inner);
    b.at(latch);
    const V next = b.op(Opcode::kAdd, i32, {n, b.i32(1)});
    b.branch(head);
    b.add_incoming(n, 0, b.i32(0));
    b.add_incoming(n, latch, next);
    b.at(end);
    b.finish();
    b.end_function();
    dxil::Shader shader = b.take();
    shader.module.functions[0].blocks[then].hints.dont_unroll = on_outer;
    shader.module.functions[0].blocks[inner].hints.dont_unroll = true;
    const auto module = translate(shader);
    ASSERT_TRUE(module.ok()) << module.error().to_string();
    EXPECT_EQ(validate(*module), "");
    const std::string text = disassemble(*module);
    EXPECT_EQ(times_in(text, "OpLoopMerge"), 2u) << text;
    EXPECT_EQ(times_in(text, " DontUnroll\n"), on_outer ? 2u : 1u) << text;
  }
}

}  // namespace
}  // namespace trellis::test_backend
