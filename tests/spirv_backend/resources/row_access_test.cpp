// Structured buffers that are accessed as rows of 16 bytes.
#include <numeric>

#include "tests/spirv_backend/device_test.hpp"

namespace trellis::test_backend {
namespace {

constexpr uint32_t kElements = 64, kStride = 32, kWords = kElements * kStride / 4;

class RowAccess : public DeviceTest {
 protected:
  /// Returns a program with two structured UAVs of 32-byte elements.
  template <class Body>
  static dxil::Shader program(Body body, uint32_t stride = kStride) {
    ProgramBuilder b;
    const uint32_t in = b.raw_buffer(dxil::ResourceClass::kUav, 0);
    const uint32_t out = b.raw_buffer(dxil::ResourceClass::kUav, 1);
    for (dxil::Resource& resource : b.shader().resources) {
      resource.kind = dxil::ResourceKind::kStructuredBuffer;
      resource.stride = stride;
    }
    b.begin_function("main", b.void_type(), {});
    const V from = b.handle(dxil::ResourceClass::kUav, in, b.i32(0));
    const V to = b.handle(dxil::ResourceClass::kUav, out, b.i32(1));
    body(b, from, to, b.dx(Op::kFlattenedThreadIdInGroup, b.int_type(32), {}));
    b.finish();
    b.end_function();
    return b.take();
  }

  static std::vector<V> load(ProgramBuilder& b, TypeId type, V handle, V element, V offset, uint32_t count) {
    const V all =
        b.dx(Op::kRawBufferLoad, b.load_result(type), {handle, element, offset, b.i8(15), b.i32(4)});
    std::vector<V> values;
    for (uint32_t n = 0; n < count; ++n) values.push_back(b.op(Opcode::kExtractValue, type, {all}, n));
    return values;
  }
  static void store(ProgramBuilder& b, TypeId type, V handle, V element, uint32_t offset,
                    const std::vector<V>& values) {
    std::vector<V> v = values;
    v.resize(4, b.undef(type));
    const auto mask = static_cast<uint8_t>((1u << values.size()) - 1);
    b.dx(Op::kRawBufferStore, b.void_type(),
         {handle, element, b.i32(offset), v[0], v[1], v[2], v[3], b.i8(mask), b.i32(4)});
  }
  static std::vector<uint32_t> counted() {
    std::vector<uint32_t> words(kWords);
    std::iota(words.begin(), words.end(), 1000u);
    return words;
  }
};

TEST_F(RowAccess, ComponentsAtAnyOffset) {
  // Copies `count` words of element i + 1 from one offset to another offset of element i.
  struct Case {
    uint32_t from, count, to;
  };
  constexpr Case kCases[] = {{0, 4, 16}, {16, 4, 0}, {4, 3, 4}, {8, 4, 12}, {20, 1, 28}, {28, 2, 0}};
  for (const Case& c : kCases) {
    const dxil::Shader shader = program([&](ProgramBuilder& b, V from, V to, V thread) {
      const TypeId word = b.int_type(32);
      const V next = b.op(Opcode::kAnd, word, {b.op(Opcode::kAdd, word, {thread, b.i32(1)}), b.i32(63)});
      // Accessing a whole row makes the buffer one of rows.
      const std::vector<V> row = load(b, word, from, next, b.i32(0), 4);
      store(b, word, to, thread, 0, row);
      store(b, word, to, thread, c.to, load(b, word, from, next, b.i32(c.from), c.count));
    });
    const auto module = translate(shader);
    ASSERT_TRUE(module);
    EXPECT_EQ(validate(*module), "");
    const std::vector<uint32_t> in = counted();
    const std::vector<uint32_t> out = run(shader, {in, std::vector<uint32_t>(kWords, 7)}).at(1);
    std::vector<uint32_t> expected(kWords, 7);
    for (uint32_t i = 0; i < kElements; ++i) {
      const uint32_t source = (i + 1) % kElements * kStride / 4, target = i * kStride / 4;
      for (uint32_t n = 0; n < 4; ++n) expected[target + n] = in[source + n];
      for (uint32_t n = 0; n < c.count; ++n) {
        const uint32_t at = source + c.from / 4 + n;
        expected[target + c.to / 4 + n] = at < kWords ? in[at] : 0;
      }
    }
    EXPECT_EQ(out, expected) << c.from << ", " << c.count << " to " << c.to;
  }
}

TEST_F(RowAccess, ARowIsOneLoadAndOneStore) {
  const dxil::Shader shader = program([](ProgramBuilder& b, V from, V to, V thread) {
    const TypeId f32 = b.float_type(32), word = b.int_type(32);
    std::vector<V> row = load(b, f32, from, thread, b.i32(16), 4);
    for (V& value : row) value = b.op(Opcode::kBitcast, word, {value});
    store(b, word, to, thread, 16, row);
  });
  const auto module = translate(shader);
  ASSERT_TRUE(module);
  EXPECT_EQ(count_of(*module, spv::Op::OpLoad), 2u) << "the thread's index, and a row";
  EXPECT_EQ(count_of(*module, spv::Op::OpStore), 1u);
  std::vector<uint32_t> in = counted();
  in[4] = 0x7F812345;  // A signaling NaN must be copied unchanged.
  const std::vector<uint32_t> out = run(shader, {in, std::vector<uint32_t>(kWords, 7)}).at(1);
  for (uint32_t n = 0; n < kWords; ++n) EXPECT_EQ(out[n], n % 8 < 4 ? 7 : in[n]) << n;
}

// Dynamic offsets, atomic operations, and strides that are not a multiple of a row need words.
TEST_F(RowAccess, AccessesThatDoNotFitRowsUseWords) {
  const auto loads = [](const dxil::Shader& shader) {
    const auto module = translate(shader);
    EXPECT_TRUE(module);
    return module ? count_of(*module, spv::Op::OpLoad) : 0;
  };
  const auto copy = [](ProgramBuilder& b, V from, V to, V thread, V offset) {
    store(b, b.int_type(32), to, thread, 0, load(b, b.int_type(32), from, thread, offset, 4));
  };
  const auto plain = [&](ProgramBuilder& b, V from, V to, V thread) { copy(b, from, to, thread, b.i32(0)); };
  EXPECT_EQ(loads(program(plain)), 2u);
  EXPECT_EQ(loads(program(plain, 20)), 5u);
  EXPECT_EQ(loads(program([&](ProgramBuilder& b, V from, V to, V thread) {
              copy(b, from, to, thread, b.op(Opcode::kAnd, b.int_type(32), {thread, b.i32(12)}));
            })),
            5u);
  EXPECT_EQ(
      loads(program([&](ProgramBuilder& b, V from, V to, V thread) {
        copy(b, from, to, thread, b.i32(0));
        b.dx(Op::kAtomicBinOp, b.int_type(32), {from, b.i32(0), thread, b.i32(0), b.undef_i32(), b.i32(1)});
      })),
      5u);
}

}  // namespace
}  // namespace trellis::test_backend
