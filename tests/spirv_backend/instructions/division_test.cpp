// Runs divisions of 64-bit integers on a device: by variables, by constants, and with operands that fit into
// 32 bits.
#include <algorithm>
#include <optional>

#include "tests/spirv_backend/device_test.hpp"
#include "tests/spirv_backend/operations/values.hpp"

namespace trellis::test_backend {
namespace {

using test_ops::interesting_integers;

constexpr size_t kThreads = 64;
constexpr Opcode kDivisions[] = {Opcode::kUDiv, Opcode::kURem, Opcode::kSDiv, Opcode::kSRem};

/// Returns the result that D3D defines, including division by zero and of the smallest integer by -1.
uint64_t divided(Opcode opcode, uint64_t a, uint64_t b) {
  if (b == 0) return UINT64_MAX;
  if (opcode == Opcode::kUDiv) return a / b;
  if (opcode == Opcode::kURem) return a % b;
  if (b == UINT64_MAX) return opcode == Opcode::kSDiv ? 0 - a : 0;
  const auto x = static_cast<int64_t>(a), y = static_cast<int64_t>(b);
  return static_cast<uint64_t>(opcode == Opcode::kSDiv ? x / y : x % y);
}

class Division : public DeviceTest {
 protected:
  /// Runs the four divisions on 64 pairs and compares the results. `divisor` is a constant that replaces the
  /// divisors of the pairs. `bits` limits the width of the operands, which the program can see.
  void check(const std::vector<uint64_t>& dividends, const std::vector<uint64_t>& divisors,
             std::optional<uint64_t> divisor = std::nullopt, uint8_t bits = 64) {
    std::vector<uint32_t> in, out(kThreads * 8);
    for (size_t n = 0; n < kThreads; ++n) {
      for (const uint64_t value : {dividends[n], divisors[n]}) {
        in.push_back(static_cast<uint32_t>(value));
        in.push_back(static_cast<uint32_t>(value >> 32));
      }
    }
    const auto results = run(program(divisor, bits), {in, out});
    ASSERT_EQ(results.size(), 2u);
    const uint64_t mask = bits == 64 ? UINT64_MAX : (uint64_t{1} << bits) - 1;
    for (size_t n = 0; n < kThreads * 4; ++n) {
      const uint64_t a = dividends[n / 4] & mask, b = divisor.value_or(divisors[n / 4] & mask);
      const uint64_t got = results[1][n * 2] | uint64_t{results[1][n * 2 + 1]} << 32;
      ASSERT_EQ(got, divided(kDivisions[n % 4], a, b)) << std::hex << a << " by " << b << ", form " << n % 4;
    }
  }

 private:
  static dxil::Shader program(std::optional<uint64_t> divisor, uint8_t bits) {
    ProgramBuilder b;
    const uint32_t input = b.raw_buffer(dxil::ResourceClass::kUav, 0);
    const uint32_t output = b.raw_buffer(dxil::ResourceClass::kUav, 1);
    b.begin_function("main", b.void_type(), {});
    const V from = b.handle(dxil::ResourceClass::kUav, input, b.i32(0));
    const V to = b.handle(dxil::ResourceClass::kUav, output, b.i32(1));
    const TypeId wide = b.int_type(64), word = b.int_type(32);
    const V thread = b.thread_id();
    const auto operand = [&](uint32_t n) {
      const V base = b.op(Opcode::kMul, word, {thread, b.i32(16)});
      const V value = b.load(wide, from, b.op(Opcode::kAdd, word, {base, b.i32(8 * n)}));
      if (bits == 64) return value;
      return b.op(Opcode::kAnd, wide, {value, b.constant(wide, (uint64_t{1} << bits) - 1)});
    };
    const V x = operand(0), y = divisor ? b.constant(wide, *divisor) : operand(1);
    const V place = b.op(Opcode::kMul, word, {thread, b.i32(32)});
    for (uint32_t n = 0; n < 4; ++n) {
      const V at = b.op(Opcode::kAdd, word, {place, b.i32(8 * n)});
      b.store(wide, to, at, b.op(kDivisions[n], wide, {x, y}));
    }
    b.finish();
    b.end_function();
    return b.take();
  }
};

std::vector<uint64_t> rotated(std::vector<uint64_t> values, size_t by) {
  std::rotate(values.begin(), values.begin() + static_cast<ptrdiff_t>(by % values.size()), values.end());
  return values;
}

TEST_F(Division, OfVariables) {
  for (uint64_t round = 1; round <= 12; ++round) {
    check(interesting_integers(64, kThreads, round),
          rotated(interesting_integers(64, kThreads, round + 100), round * 5));
  }
}

TEST_F(Division, OfSmallerVariables) {
  for (const uint8_t bits : std::initializer_list<uint8_t>{32, 33, 31, 16}) {
    check(interesting_integers(64, kThreads, bits), rotated(interesting_integers(64, kThreads, 7), 3),
          std::nullopt, bits);
  }
}

TEST_F(Division, ByConstants) {
  const uint64_t smallest = uint64_t{1} << 63;
  for (const uint64_t divisor :
       {uint64_t{0}, uint64_t{1}, uint64_t{2}, uint64_t{3}, uint64_t{7}, uint64_t{10}, uint64_t{998244353},
        uint64_t{1} << 32, (uint64_t{1} << 32) - 1, (uint64_t{1} << 32) + 1, smallest - 1, smallest,
        smallest + 1, uint64_t{0} - 10, UINT64_MAX - 1, UINT64_MAX}) {
    check(interesting_integers(64, kThreads, divisor), interesting_integers(64, kThreads), divisor);
    if (HasFatalFailure()) return;
  }
}

TEST_F(Division, OfMultiplesAndTheirNeighbours) {
  // Dividends for which a quotient that is off by one makes a difference.
  for (uint64_t round = 1; round <= 6; ++round) {
    const std::vector<uint64_t> divisors = rotated(interesting_integers(64, kThreads, round), round);
    const std::vector<uint64_t> factors = interesting_integers(64, kThreads, round + 50);
    std::vector<uint64_t> dividends;
    for (size_t n = 0; n < kThreads; ++n) {
      const uint64_t most = divisors[n] == 0 ? 1 : UINT64_MAX / divisors[n];
      const uint64_t factor = most == UINT64_MAX ? factors[n] : factors[n] % (most + 1);
      dividends.push_back(factor * divisors[n] + round % 3 - 1);
    }
    check(dividends, divisors);
  }
}

}  // namespace
}  // namespace trellis::test_backend
