// Computes absolute values of integers on a device, alone and as operands of minima and maxima. dxc writes
// HLSL's abs(x) as the maximum of x and 0 - x.
#include <algorithm>
#include <vector>

#include "tests/spirv_backend/device_test.hpp"
#include "tests/spirv_backend/operations/values.hpp"

namespace trellis::test_backend {
namespace {

using test_ops::interesting_integers;
using test_ops::sign_extend;

constexpr uint32_t kThreads = 64, kResults = 5;

class AbsoluteValues : public DeviceTest {
 protected:
  /// Runs the forms below on 64 pairs of integers of that width.
  void check(uint8_t bits);

 private:
  static dxil::Shader program(uint8_t bits);
  /// The results for a pair, computed with wrapping 64-bit arithmetic.
  static std::vector<int64_t> expected(int64_t a, int64_t b, uint8_t bits);
};

dxil::Shader AbsoluteValues::program(uint8_t bits) {
  ProgramBuilder b;
  const uint32_t input = b.raw_buffer(dxil::ResourceClass::kUav, 0);
  const uint32_t output = b.raw_buffer(dxil::ResourceClass::kUav, 1);
  b.begin_function("main", b.void_type(), {});
  const V from = b.handle(dxil::ResourceClass::kUav, input, b.i32(0));
  const V to = b.handle(dxil::ResourceClass::kUav, output, b.i32(1));
  const TypeId integer = b.int_type(bits), word = b.int_type(32);
  const uint32_t bytes = bits / 8u;
  const V thread = b.thread_id();
  const V place = b.op(Opcode::kMul, word, {thread, b.i32(2 * bytes)});
  const V x = b.load(integer, from, place);
  const V y = b.load(integer, from, b.op(Opcode::kAdd, word, {place, b.i32(bytes)}));
  const auto negated = [&](V v) { return b.op(Opcode::kSub, integer, {b.constant(integer, 0), v}); };
  const auto greater = [&](V v, V w) { return b.dx(Op::kIMax, integer, {v, w}); };
  const auto absolute = [&](V v) { return greater(v, negated(v)); };
  const V results[kResults] = {
      absolute(x), greater(absolute(x), y), greater(negated(y), greater(y, absolute(x))),
      greater(absolute(x), absolute(y)), b.dx(Op::kIMin, integer, {greater(negated(x), x), absolute(y)})};
  const V target = b.op(Opcode::kMul, word, {thread, b.i32(kResults * bytes)});
  for (uint32_t n = 0; n < kResults; ++n)
    b.store(integer, to, b.op(Opcode::kAdd, word, {target, b.i32(n * bytes)}), results[n]);
  b.finish();
  b.end_function();
  return b.take();
}

std::vector<int64_t> AbsoluteValues::expected(int64_t a, int64_t b, uint8_t bits) {
  const auto negated = [bits](int64_t v) { return sign_extend(0 - static_cast<uint64_t>(v), bits); };
  const auto absolute = [&](int64_t v) { return std::max<int64_t>(v, negated(v)); };
  return {absolute(a), std::max(absolute(a), b), std::max<int64_t>(negated(b), std::max(b, absolute(a))),
          std::max(absolute(a), absolute(b)), std::min(absolute(a), absolute(b))};
}

void AbsoluteValues::check(uint8_t bits) {
  const uint32_t words = bits / 32u;
  auto a = interesting_integers(bits, kThreads, 1), b = interesting_integers(bits, kThreads, 2);
  std::rotate(b.begin(), b.begin() + 5, b.end());
  std::vector<uint32_t> in;
  for (uint32_t n = 0; n < kThreads; ++n) {
    for (const uint64_t value : {a[n], b[n]}) {
      for (uint32_t w = 0; w < words; ++w) in.push_back(static_cast<uint32_t>(value >> 32 * w));
    }
  }
  const auto got = run(program(bits), {in, std::vector<uint32_t>(kThreads * kResults * words)});
  ASSERT_EQ(got.size(), 2u);
  for (uint32_t n = 0; n < kThreads; ++n) {
    const auto wanted = expected(sign_extend(a[n], bits), sign_extend(b[n], bits), bits);
    for (uint32_t r = 0; r < kResults; ++r) {
      uint64_t value = 0;
      for (uint32_t w = 0; w < words; ++w)
        value |= uint64_t{got[1][(n * kResults + r) * words + w]} << 32 * w;
      EXPECT_EQ(sign_extend(value, bits), wanted[r]) << "form " << r << " of " << a[n] << ", " << b[n];
    }
  }
}

TEST_F(AbsoluteValues, Of32Bits) { check(32); }
TEST_F(AbsoluteValues, Of64Bits) { check(64); }

}  // namespace
}  // namespace trellis::test_backend
