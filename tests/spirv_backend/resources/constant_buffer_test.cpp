// Constant buffers read at a byte offset.
#include "tests/spirv_backend/device_test.hpp"

namespace trellis::test_backend {
namespace {

using dxil::ResourceClass;
using dxil::TypeKind;

class ConstantBytes : public DeviceTest {
 protected:
  /// Returns the bits that each thread reads at byte offset thread * size.
  std::vector<uint64_t> read(bool is_float, uint8_t bits) {
    ProgramBuilder b;
    const TypeId i32 = b.int_type(32);
    const TypeId type = is_float ? b.float_type(bits) : b.int_type(bits);
    b.raw_buffer(ResourceClass::kCbv, 0);
    b.shader().resources[0].kind = dxil::ResourceKind::kCBuffer;
    b.shader().resources[0].size = 512;
    b.raw_buffer(ResourceClass::kUav, 0);
    b.begin_function("main", b.void_type(), {});
    const V thread = b.thread_id();
    const V at = b.op(Opcode::kMul, i32, {thread, b.i32(bits / 8u)});
    V value = b.dx(Op::kCBufferLoad, type, {b.handle(ResourceClass::kCbv, 0), at, b.i32(bits / 8u)});
    if (is_float) value = b.op(Opcode::kBitcast, b.int_type(bits), {value});
    if (bits < 32) value = b.op(Opcode::kZExt, i32, {value});
    V high = b.i32(0);
    if (bits == 64) {
      const V shifted = b.op(Opcode::kLShr, b.int_type(64), {value, b.constant(b.int_type(64), 32)});
      high = b.op(Opcode::kTrunc, i32, {shifted});
      value = b.op(Opcode::kTrunc, i32, {value});
    }
    const V to = b.op(Opcode::kMul, i32, {thread, b.i32(8)});
    const V out = b.handle(ResourceClass::kUav, 0);
    b.store(i32, out, to, value);
    b.store(i32, out, b.op(Opcode::kAdd, i32, {to, b.i32(4)}), high);
    b.finish();
    b.end_function();
    std::vector<vulkan::BoundResource> bindings = {bound(0, 0, contents()),
                                                   bound(2000, 0, std::vector<uint32_t>(128, 0))};
    bindings[0].type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    const auto all = run_bound(b.take(), bindings);
    std::vector<uint64_t> values(64, 0xDEAD);
    for (uint32_t t = 0; t < 64 && !all.empty(); ++t) {
      values[t] = all[1][2 * t] | uint64_t{all[1][2 * t + 1]} << 32;
    }
    return values;
  }
  /// Returns words in which adjacent bytes differ, and which contain no NaN and no denormal half, float or
  /// double.
  static std::vector<uint32_t> contents() {
    std::vector<uint32_t> words(128);
    for (uint32_t n = 0; n < 128; ++n) words[n] = 0x31214111 + n * 0x00030105;
    return words;
  }
  static uint64_t expected(uint32_t thread, uint32_t bits) {
    const std::vector<uint32_t> words = contents();
    uint64_t value = 0;
    for (uint32_t byte = bits / 8; byte-- > 0;) {
      const uint32_t at = thread * bits / 8 + byte;
      value = value << 8 | (words[at / 4] >> 8 * (at % 4) & 0xFF);
    }
    return value;
  }
};

TEST_F(ConstantBytes, EveryWidth) {
  for (const uint8_t bits : std::initializer_list<uint8_t>{8, 16, 32, 64}) {
    const auto values = read(false, bits);
    for (uint32_t t = 0; t < 64; ++t) EXPECT_EQ(values[t], expected(t, bits)) << int{bits} << " " << t;
  }
  for (const uint8_t bits : std::initializer_list<uint8_t>{16, 32, 64}) {
    const auto values = read(true, bits);
    for (uint32_t t = 0; t < 64; ++t) EXPECT_EQ(values[t], expected(t, bits)) << int{bits} << " " << t;
  }
}

}  // namespace
}  // namespace trellis::test_backend
