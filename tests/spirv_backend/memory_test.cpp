// Memory objects become flat arrays, whichever types the program accesses them with.
#include <random>

#include "tests/spirv_backend/device_test.hpp"

namespace trellis::test_backend {
namespace {

using dxil::ResourceClass;

/// A program for one thread group with u0: each thread reads word 0 of its 16 bytes and writes the other
/// three.
class Memory : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    buffer_ = b.raw_buffer(ResourceClass::kUav, 0);
    i32 = b.int_type(32);
    f32 = b.float_type(32);
  }
  void begin() {
    b.begin_function("main", b.void_type(), {});
    handle_ = b.handle(ResourceClass::kUav, buffer_);
    thread = b.thread_id();
    const V byte = b.op(Opcode::kMul, i32, {thread, b.i32(16)});
    input = b.load(i32, handle_, byte);
    for (uint32_t n = 0; n < 3; ++n) out_[n] = b.op(Opcode::kAdd, i32, {byte, b.i32(4 + 4 * n)});
  }
  void output(uint32_t n, V value) { b.store(i32, handle_, out_[n], value); }
  V alloca_of(TypeId type) { return b.op(Opcode::kAlloca, b.pointer(), {}, type); }
  V gep(TypeId source, std::vector<V> operands) { return b.op(Opcode::kGep, b.pointer(), operands, source); }
  V load(TypeId type, V pointer) { return b.op(Opcode::kLoad, type, {pointer}, 4); }
  void store(V value, V pointer) { b.op(Opcode::kStore, b.void_type(), {value, pointer}, 4); }
  V atomic(dxil::AtomicOp op, TypeId type, V pointer, V value) {
    return b.op(Opcode::kAtomicRmw, type, {pointer, value}, static_cast<uint32_t>(op));
  }
  void barrier() { b.dx(Op::kBarrier, b.void_type(), {b.i32(9)}); }

  /// Runs the program. Output n of thread t is results()[t * 4 + 1 + n]; thread t's input is `first + t`.
  std::vector<uint32_t> results(uint32_t first = 0) {
    b.finish();
    b.end_function();
    std::vector<uint32_t> words(64 * 4, 0);
    for (uint32_t t = 0; t < 64; ++t) words[t * 4] = first + t;
    auto all = run(b.take(), {words});
    return all.empty() ? std::vector<uint32_t>(64 * 4, 0xDEAD) : all[0];
  }

  ProgramBuilder b;
  TypeId i32 = 0, f32 = 0;
  V thread, input;

 private:
  uint32_t buffer_ = 0;
  V handle_, out_[3];
};

TEST_F(Memory, ArraysOfFloatsSeenAsIntegers) {
  begin();
  const TypeId floats = b.array(f32, 4), ints = b.array(i32, 4);
  const V object = alloca_of(floats);
  store(b.f32(1.5f), gep(floats, {object, b.i32(0), b.i32(2)}));
  // With opaque pointers there is no bitcast: the same object is accessed with another type.
  store(input, gep(ints, {object, b.i32(0), b.i32(1)}));
  output(0, load(i32, gep(ints, {object, b.i32(0), b.i32(2)})));
  const V as_float = load(f32, gep(floats, {object, b.i32(0), b.i32(1)}));
  output(1, b.op(Opcode::kBitcast, i32, {as_float}));
  const auto words = results(100);
  EXPECT_EQ(words[1], 0x3FC00000u);
  EXPECT_EQ(words[5 * 4 + 2], 105u);
}

TEST_F(Memory, ZeroIndexAddressesFoldAway) {
  const V shared = b.global(b.array(f32, 8), 3);
  const TypeId record = b.record({f32, b.array(i32, 3)});
  begin();
  const V object = alloca_of(record);
  store(b.f32(2.0f), object);  // Stores to the first member of a struct.
  store(b.i32(9), gep(record, {object, b.i32(0), b.i32(1), b.i32(2)}));
  output(0, load(i32, object));
  output(1, load(i32, gep(record, {object, b.i32(0), b.i32(1), b.i32(2)})));
  // Accesses an array of floats as one integer.
  atomic(dxil::AtomicOp::kExchange, i32, shared, b.i32(0x40490FDB));
  barrier();
  const V value = load(f32, shared);
  output(2, b.op(Opcode::kBitcast, i32, {value}));
  const auto words = results();
  EXPECT_EQ(words[1], 0x40000000u);
  EXPECT_EQ(words[2], 9u);
  EXPECT_EQ(words[3], 0x40490FDBu);
}

TEST_F(Memory, NestedAggregatesWithDynamicIndices) {
  const TypeId inner = b.record({i32, b.array(i32, 3)});
  const TypeId outer = b.array(inner, 4);
  begin();
  const V object = alloca_of(outer);
  const V which = b.op(Opcode::kAnd, i32, {input, b.i32(3)});
  for (uint32_t n = 0; n < 4; ++n) {
    for (uint32_t m = 0; m < 3; ++m) {
      store(b.i32(n * 10 + m), gep(outer, {object, b.i32(0), b.i32(n), b.i32(1), b.i32(m)}));
    }
  }
  // Computes an address from another address.
  const V element = gep(outer, {object, b.i32(0), which});
  output(0, load(i32, gep(inner, {element, b.i32(0), b.i32(1), b.i32(2)})));
  const V last = b.op(Opcode::kURem, i32, {input, b.i32(3)});
  output(1, load(i32, gep(outer, {object, b.i32(0), which, b.i32(1), last})));
  const auto words = results();
  for (uint32_t t = 0; t < 64; ++t) {
    EXPECT_EQ(words[t * 4 + 1], (t & 3) * 10 + 2);
    EXPECT_EQ(words[t * 4 + 2], (t & 3) * 10 + t % 3);
  }
}

TEST_F(Memory, WideScalarsAmongNarrowOnes) {
  const TypeId i64 = b.int_type(64);
  const TypeId record = b.record({i32, i64, b.float_type(64)});
  begin();
  const V object = alloca_of(record);
  store(b.constant(i64, 0x1122334455667788), gep(record, {object, b.i32(0), b.i32(1)}));
  store(b.constant(b.float_type(64), 0x3FF0000000000000), gep(record, {object, b.i32(0), b.i32(2)}));
  const V whole = load(i64, gep(record, {object, b.i32(0), b.i32(1)}));
  output(0, b.op(Opcode::kTrunc, i32, {whole}));
  const V high = b.op(Opcode::kLShr, i64, {whole, b.constant(i64, 32)});
  output(1, b.op(Opcode::kTrunc, i32, {high}));
  const V real = load(b.float_type(64), gep(record, {object, b.i32(0), b.i32(2)}));
  output(2, b.op(Opcode::kFPToSI, i32, {real}));
  const auto words = results();
  EXPECT_EQ(words[1], 0x55667788u);
  EXPECT_EQ(words[2], 0x11223344u);
  EXPECT_EQ(words[3], 1u);
}

TEST_F(Memory, VectorsInMemory) {
  const TypeId three = b.vector(f32, 3);
  begin();
  const V object = alloca_of(three);
  V v = b.undef(three);
  for (uint32_t n = 0; n < 3; ++n) {
    v = b.op(Opcode::kInsertElement, three, {v, b.f32(static_cast<float>(n + 1)), b.i32(n)});
  }
  store(v, object);
  const V which = b.op(Opcode::kURem, i32, {input, b.i32(3)});
  store(b.f32(8.0f), gep(three, {object, b.i32(0), which}));
  const V back = load(three, object);
  const V second = b.op(Opcode::kExtractElement, f32, {back, b.i32(1)});
  output(0, b.op(Opcode::kFPToSI, i32, {second}));
  const auto words = results();
  EXPECT_EQ(words[1], 2u);
  EXPECT_EQ(words[4 + 1], 8u);
}

TEST_F(Memory, GroupsharedAtomics) {
  const V shared = b.global(b.array(i32, 4), 3), floats = b.global(b.array(f32, 64), 3);
  begin();
  const V counter = gep(b.array(i32, 4), {shared, b.i32(0), b.i32(2)});
  store(b.i32(0), counter);
  store(b.f32(1.0f), gep(b.array(f32, 64), {floats, b.i32(0), thread}));
  barrier();
  atomic(dxil::AtomicOp::kAdd, i32, counter, input);
  const V slot = gep(b.array(i32, 64), {floats, b.i32(0), thread});
  const TypeId pair = b.record({i32, b.int_type(1)});
  const V exchanged = b.op(Opcode::kCmpXchg, pair, {slot, b.i32(0x3F800000), b.i32(0x40000000)});
  const V missed = b.op(Opcode::kCmpXchg, pair, {slot, b.i32(5), b.i32(6)});
  barrier();
  output(0, load(i32, counter));
  const V hit = b.op(Opcode::kExtractValue, b.int_type(1), {exchanged}, 1);
  const V miss = b.op(Opcode::kExtractValue, b.int_type(1), {missed}, 1);
  const V hit_word = b.op(Opcode::kZExt, i32, {hit}), miss_word = b.op(Opcode::kZExt, i32, {miss});
  output(1, b.op(Opcode::kSub, i32, {hit_word, miss_word}));
  const V now = load(f32, gep(b.array(f32, 64), {floats, b.i32(0), thread}));
  output(2, b.op(Opcode::kFPToSI, i32, {now}));
  const auto words = results(1);
  for (uint32_t t = 0; t < 64; ++t) {
    EXPECT_EQ(words[t * 4 + 1], 64u * 65u / 2u);
    EXPECT_EQ(words[t * 4 + 2], 1u);
    EXPECT_EQ(words[t * 4 + 3], 2u);
  }
}

TEST_F(Memory, AtomicsOnMemoryOfOneThread) {
  using dxil::AtomicOp;
  const V variable = b.global(i32, 0, false, b.i32(100));
  begin();
  V old = atomic(AtomicOp::kAdd, i32, variable, input);  // The variable becomes 100 + input.
  output(0, old);
  atomic(AtomicOp::kSub, i32, variable, b.i32(1));
  atomic(AtomicOp::kOr, i32, variable, b.i32(0x1000));
  atomic(AtomicOp::kAnd, i32, variable, b.i32(0xFFFE));
  atomic(AtomicOp::kXor, i32, variable, b.i32(0x10));
  atomic(AtomicOp::kMax, i32, variable, b.i32(0xFFFFFFFF));   // No change: as a signed number it is -1.
  atomic(AtomicOp::kUMin, i32, variable, b.i32(0xFFFFFFFF));  // No change.
  output(1, atomic(AtomicOp::kMin, i32, variable, b.i32(0xFFFFFFF0)));
  output(2, atomic(AtomicOp::kExchange, i32, variable, b.i32(1)));
  const std::vector<uint32_t> got = results(7);
  for (uint32_t t = 0; t < 64; ++t) {
    EXPECT_EQ(got[t * 4 + 1], 100u);
    EXPECT_EQ(got[t * 4 + 2], ((((100 + 7 + t - 1) | 0x1000u) & 0xFFFEu) ^ 0x10u));
    EXPECT_EQ(got[t * 4 + 3], 0xFFFFFFF0u);
  }
}

TEST_F(Memory, CompareAndExchangeOnMemoryOfOneThread) {
  begin();
  const V object = alloca_of(i32);
  store(b.i32(10), object);
  const TypeId pair = b.record({i32, b.int_type(1)});
  const V first = b.op(Opcode::kCmpXchg, pair, {object, input, b.i32(77)});
  output(0, b.op(Opcode::kExtractValue, i32, {first}, 0));
  const V same = b.op(Opcode::kExtractValue, b.int_type(1), {first}, 1);
  output(1, b.op(Opcode::kZExt, i32, {same}));
  output(2, load(i32, object));
  const std::vector<uint32_t> got = results(0);
  for (uint32_t t = 0; t < 64; ++t) {
    EXPECT_EQ(got[t * 4 + 1], 10u);
    EXPECT_EQ(got[t * 4 + 2], t == 10 ? 1u : 0u);
    EXPECT_EQ(got[t * 4 + 3], t == 10 ? 77u : 10u);
  }
}

TEST_F(Memory, ConstantTablesAndStatics) {
  const TypeId four = b.array(i32, 4);
  const V table = b.global(four, 0, true, b.data(four, {11, 22, 33, 44}));
  const TypeId record = b.record({i32, b.array(f32, 2)});
  const V floats = b.aggregate(b.array(f32, 2), {b.f32(0.5f), b.f32(4.0f)});
  const V statics = b.global(record, 0, false, b.aggregate(record, {b.i32(7), floats}));
  begin();
  const V which = b.op(Opcode::kAnd, i32, {input, b.i32(3)});
  output(0, load(i32, gep(four, {table, b.i32(0), which})));
  const V old = load(i32, statics);
  store(b.op(Opcode::kAdd, i32, {old, input}), statics);
  output(1, load(i32, statics));
  const V real = load(f32, gep(record, {statics, b.i32(0), b.i32(1), b.i32(1)}));
  output(2, b.op(Opcode::kFPToSI, i32, {real}));
  const auto words = results();
  for (uint32_t t = 0; t < 64; ++t) {
    EXPECT_EQ(words[t * 4 + 1], 11 * ((t & 3) + 1));
    EXPECT_EQ(words[t * 4 + 2], 7 + t) << "a static is each thread's own";
    EXPECT_EQ(words[t * 4 + 3], 4u);
  }
}

TEST_F(Memory, ConstantTablesReadAtConstantsLeaveNoVariable) {
  const TypeId one = b.array(i32, 1);
  const V table = b.global(one, 0, true, b.null(one));
  begin();
  output(0, load(i32, gep(one, {table, b.i32(0), b.i32(0)})));
  b.finish();
  b.end_function();
  const auto module = translate(b.take());
  ASSERT_TRUE(module.ok()) << module.error().to_string();
  EXPECT_EQ(disassemble(*module).find("Private"), std::string::npos);
}

/// An index that is factor * thread + constant, computed by random sums and products.
struct LinearIndex {
  V value;
  uint32_t factor = 1, constant = 0;
};

TEST_F(Memory, IndicesAreAnySumsAndProducts) {
  constexpr uint32_t kSize = 256;
  const TypeId many = b.array(i32, kSize);
  std::vector<uint64_t> elements(kSize);
  for (uint32_t n = 0; n < kSize; ++n) elements[n] = 1000 + n;
  const V table = b.global(many, 0, true, b.data(many, elements));
  begin();
  std::mt19937 random(39);
  const auto next = [&](const LinearIndex& x, const LinearIndex& y) -> LinearIndex {
    const uint32_t constant = random() % 2 == 0 ? static_cast<uint32_t>(random()) : random() % 4;
    switch (random() % 5) {
      case 0:
        return {b.op(Opcode::kAdd, i32, {b.i32(constant), x.value}), x.factor, x.constant + constant};
      case 1:
        return {b.op(Opcode::kMul, i32, {x.value, b.i32(constant)}), x.factor * constant,
                x.constant * constant};
      case 2: {
        const V shifted = b.op(Opcode::kShl, i32, {x.value, b.i32(2)});
        const V sum = b.op(Opcode::kOr, i32, {shifted, b.i32(constant & 3)});
        return {sum, x.factor * 4, x.constant * 4 + (constant & 3)};
      }
      case 3:
        return {b.op(Opcode::kAdd, i32, {x.value, b.i32(constant)}), x.factor, x.constant + constant};
      default:
        return {b.op(Opcode::kAdd, i32, {x.value, y.value}), x.factor + y.factor, x.constant + y.constant};
    }
  };
  std::vector<LinearIndex> indices = {{input, 1, 0}};
  const auto some = [&] { return indices[random() % indices.size()]; };
  const auto grow = [&] {
    for (uint32_t n = 0; n < 200; ++n) {
      const LinearIndex x = some(), y = some();
      indices.push_back(next(x, y));
    }
  };
  grow();
  const dxil::BlockId then = b.block(), end = b.block();
  b.branch_if(b.compare(dxil::Predicate::kUlt, input, b.i32(1000)), then, end);
  b.at(then);
  grow();
  V all = b.i32(0);
  uint32_t expected[2] = {}, count = 0;
  for (const LinearIndex& index : indices) {
    if (index.factor > 3) continue;  // Other indices of the last thread are outside of the table.
    ++count;
    const V inside = b.op(Opcode::kAdd, i32, {index.value, b.i32(7 - index.constant)});
    all = b.op(Opcode::kAdd, i32,
               {b.op(Opcode::kMul, i32, {all, b.i32(3)}), load(i32, gep(many, {table, b.i32(0), inside}))});
    expected[0] = expected[0] * 3 + 1007;
    expected[1] = expected[1] * 3 + 1007 + 63 * index.factor;
  }
  output(0, all);
  b.branch(end);
  b.at(end);
  EXPECT_GT(count, 50u);
  const auto words = results();
  EXPECT_EQ(words[1], expected[0]);
  EXPECT_EQ(words[63 * 4 + 1], expected[1]);
}

TEST_F(Memory, FunctionsWithPointers) {
  // add(int* total, int* unused, int x): *total += x; returns the old value.
  b.begin_function("add", i32, {b.pointer(), b.pointer(), i32});
  const V old = b.op(Opcode::kLoad, i32, {b.argument(0)}, 4);
  b.op(Opcode::kStore, b.void_type(), {b.op(Opcode::kAdd, i32, {old, b.argument(2)}), b.argument(0)}, 4);
  b.finish(old);
  b.end_function();
  const TypeId four = b.array(i32, 4);
  begin();
  const V object = alloca_of(four), whole = alloca_of(i32);
  for (uint32_t n = 0; n < 4; ++n) store(b.i32(n * 100), gep(four, {object, b.i32(0), b.i32(n)}));
  store(b.i32(1), whole);
  // Calls it once with an element of an array, and once with a separate variable.
  const V which = b.op(Opcode::kAnd, i32, {input, b.i32(3)});
  const V middle = gep(four, {object, b.i32(0), which});
  output(0, b.op(Opcode::kCall, i32, {middle, whole, input}, 0));
  output(1, load(i32, middle));
  b.op(Opcode::kCall, i32, {whole, whole, b.i32(41)}, 0);
  output(2, load(i32, whole));
  const auto words = results();
  for (uint32_t t = 0; t < 64; ++t) {
    EXPECT_EQ(words[t * 4 + 1], (t & 3) * 100);
    EXPECT_EQ(words[t * 4 + 2], (t & 3) * 100 + t);
    EXPECT_EQ(words[t * 4 + 3], 42u);
  }
}

TEST_F(Memory, PointersChosenByControlFlow) {
  const TypeId eight = b.array(i32, 8);
  begin();
  const V object = alloca_of(eight);
  for (uint32_t n = 0; n < 8; ++n) store(b.i32(n * n), gep(eight, {object, b.i32(0), b.i32(n)}));
  const V odd = b.op(Opcode::kTrunc, b.int_type(1), {input});
  const V which = b.op(Opcode::kAnd, i32, {input, b.i32(7)});
  const V dynamic = gep(eight, {object, b.i32(0), which}), fixed = gep(eight, {object, b.i32(0), b.i32(5)});
  output(0, load(i32, b.op(Opcode::kSelect, b.pointer(), {odd, dynamic, fixed})));
  const BlockId then = b.block(), join = b.block();
  b.branch_if(odd, then, join);
  b.at(then);
  b.branch(join);
  b.at(join);
  const V chosen = b.phi(b.pointer());
  b.add_incoming(chosen, then, fixed);
  b.add_incoming(chosen, 0, dynamic);
  output(1, load(i32, chosen));
  const auto words = results();
  for (uint32_t t = 0; t < 64; ++t) {
    EXPECT_EQ(words[t * 4 + 1], (t & 1) != 0 ? (t & 7) * (t & 7) : 25u);
    EXPECT_EQ(words[t * 4 + 2], (t & 1) != 0 ? 25u : (t & 7) * (t & 7));
  }
}

// Indices beyond the ends, by one and by far: reads return zero, and writes are ignored.
TEST_F(Memory, BoundedArraysHaveNothingBeyondTheirEnds) {
  options.device.bounded_arrays = true;
  const TypeId eight = b.array(i32, 8);
  const V table = b.global(eight, 0, true, b.data(eight, {10, 11, 12, 13, 14, 15, 16, 17}));
  const V shared = b.global(eight, 3), counts = b.global(eight, 3);
  begin();
  const V local = alloca_of(eight);
  for (uint32_t n = 0; n < 8; ++n) {
    store(b.i32(20 + n), gep(eight, {local, b.i32(0), b.i32(n)}));
    store(b.i32(30 + n), gep(eight, {shared, b.i32(0), b.i32(n)}));
    store(b.i32(40 + n), gep(eight, {counts, b.i32(0), b.i32(n)}));
  }
  barrier();
  const V index = b.op(Opcode::kOr, i32, {input, b.op(Opcode::kShl, i32, {input, b.i32(31)})});
  const auto at = [&](V array) { return gep(eight, {array, b.i32(0), index}); };
  store(b.i32(99), at(local));
  store(b.i32(99), at(shared));
  const auto add = static_cast<uint32_t>(dxil::AtomicOp::kAdd);
  const V before = b.op(Opcode::kAtomicRmw, i32, {at(counts), b.i32(5)}, add);
  barrier();
  const auto sum = [&](V array) {
    V all = b.i32(0);
    for (uint32_t n = 0; n < 8; ++n) {
      all = b.op(Opcode::kAdd, i32, {all, load(i32, gep(eight, {array, b.i32(0), b.i32(n)}))});
    }
    return all;
  };
  const V beyond = b.op(Opcode::kAdd, i32,
                        {b.op(Opcode::kAdd, i32, {load(i32, at(table)), load(i32, at(local))}),
                         b.op(Opcode::kAdd, i32, {load(i32, at(shared)), before})});
  output(0, beyond);
  output(1, sum(local));
  output(2, b.op(Opcode::kAdd, i32, {b.op(Opcode::kMul, i32, {sum(shared), b.i32(1000)}), sum(counts)}));
  const auto words = results(8);
  for (uint32_t t = 0; t < 64; ++t) {
    EXPECT_EQ(words[t * 4 + 1], 0u);
    EXPECT_EQ(words[t * 4 + 2], 20u * 8 + 28);
    EXPECT_EQ(words[t * 4 + 3], (30u * 8 + 28) * 1000 + 40 * 8 + 28);
  }
}

}  // namespace
}  // namespace trellis::test_backend
