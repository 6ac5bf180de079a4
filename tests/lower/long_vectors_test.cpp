// Vectors of more than four components are split into scalars.
#include "lower/vectors/long_vectors.hpp"

#include "tests/spirv_backend/device_test.hpp"

namespace trellis::test_backend {
namespace {

using dxil::ResourceClass;

class LongVectors : public DeviceTest {
 protected:
  void begin(uint32_t count) {
    i32 = b.int_type(32);
    six = b.vector(i32, count);
    b.raw_buffer(ResourceClass::kUav, 0);
    b.raw_buffer(ResourceClass::kUav, 1);
    b.begin_function("main", b.void_type(), {});
    to_ = b.handle(ResourceClass::kUav, 1, b.i32(1));
    const V from = b.handle(ResourceClass::kUav, 0);
    const V all =
        b.dx(Op::kRawBufferVectorLoad, b.record({six, i32}), {from, b.i32(8), b.undef_i32(), b.i32(4)});
    input = b.op(Opcode::kExtractValue, six, {all}, 0);
  }
  void output(V vector) {
    b.dx(Op::kRawBufferVectorStore, b.void_type(), {to_, b.i32(4), b.undef_i32(), vector, b.i32(4)});
  }
  std::vector<uint32_t> results() {
    b.finish();
    b.end_function();
    std::vector<uint32_t> in(64), out(64, 0);
    for (uint32_t n = 0; n < 64; ++n) in[n] = n * 3;
    auto all = run(b.take(), {in, out});
    return all.size() < 2 ? std::vector<uint32_t>(64, 0xDEAD) : all[1];
  }

  ProgramBuilder b;
  TypeId i32 = 0, six = 0;
  V input;

 private:
  V to_;
};

TEST_F(LongVectors, ComputeByComponent) {
  begin(6);
  const V twice = b.op(Opcode::kAdd, six, {input, input});
  const V plus = b.op(Opcode::kAdd, six, {twice, b.data(six, {1, 2, 3, 4, 5, 6})});
  output(b.op(Opcode::kXor, six, {plus, b.null(six)}));
  const auto words = results();
  EXPECT_EQ(words[0], 0u);
  for (uint32_t n = 0; n < 6; ++n) EXPECT_EQ(words[1 + n], 2 * (n + 2) * 3 + n + 1);
  EXPECT_EQ(words[7], 0u);
}

TEST_F(LongVectors, OperationsSelectsAndReductions) {
  begin(5);
  const TypeId bools = b.vector(b.int_type(1), 5);
  const V large = b.op(Opcode::kICmp, bools, {input, b.data(six, {9, 9, 9, 9, 9})},
                       static_cast<uint32_t>(dxil::Predicate::kUgt));
  const V some = b.dx(Op::kVectorReduceOr, b.int_type(1), {large}),
          every = b.dx(Op::kVectorReduceAnd, b.int_type(1), {large});
  const V most = b.dx(Op::kUMax, six, {input, b.data(six, {10, 10, 10, 10, 10})});
  const V picked = b.op(Opcode::kSelect, six, {large, most, b.null(six)});
  const V guarded = b.op(Opcode::kSelect, six, {some, picked, input});
  output(b.op(Opcode::kSelect, six, {every, input, guarded}));
  const auto words = results();
  for (uint32_t n = 0; n < 5; ++n) {
    const uint32_t in = (n + 2) * 3;
    EXPECT_EQ(words[1 + n], in > 9 ? std::max(in, 10u) : 0u);
  }
}

TEST_F(LongVectors, MemoryShufflesAndElements) {
  begin(6);
  const V object = b.op(Opcode::kAlloca, b.pointer(), {}, six);
  b.op(Opcode::kStore, b.void_type(), {input, object}, 4);
  const V which = b.op(Opcode::kAnd, i32, {b.thread_id(), b.i32(0)});
  b.op(Opcode::kStore, b.void_type(),
       {b.i32(1000), b.op(Opcode::kGep, b.pointer(), {object, b.i32(0), which}, six)}, 4);
  const V loaded = b.op(Opcode::kLoad, six, {object}, 4);
  const V first = b.op(Opcode::kExtractElement, i32, {loaded, which});
  const V replaced = b.op(Opcode::kInsertElement, six, {loaded, first, b.i32(5)});
  output(b.op(Opcode::kInsertElement, six, {replaced, b.i32(7), which}));
  const auto words = results();
  EXPECT_EQ(words[1], 7u);
  EXPECT_EQ(words[2], 9u);
  EXPECT_EQ(words[6], 1000u);
}

TEST_F(LongVectors, PhisInLoops) {
  begin(5);
  const BlockId head = b.block(), body = b.block(), end = b.block();
  b.branch(head);
  b.at(head);
  const V n = b.phi(i32), sum = b.phi(six);
  b.branch_if(b.compare(dxil::Predicate::kUlt, n, b.i32(4)), body, end);
  b.at(body);
  const V next = b.op(Opcode::kAdd, i32, {n, b.i32(1)}), more = b.op(Opcode::kAdd, six, {sum, input});
  b.branch(head);
  b.add_incoming(n, 0, b.i32(0));
  b.add_incoming(n, body, next);
  b.add_incoming(sum, 0, b.null(six));
  b.add_incoming(sum, body, more);
  b.at(end);
  output(sum);
  const auto words = results();
  for (uint32_t m = 0; m < 5; ++m) EXPECT_EQ(words[1 + m], 4 * (m + 2) * 3);
}

}  // namespace
}  // namespace trellis::test_backend
