// Bounds of values: values computed by programs lie within them, and the code that they simplify is correct.
#include "spirv_backend/analysis/value_bounds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

#include "spirv_backend/analysis/bounds_arithmetic.hpp"
#include "tests/spirv_backend/device_test.hpp"

namespace trellis::test_backend {
namespace {

using dxil::Function;
using dxil::Instruction;
using dxil::Module;
using dxil::ValueId;
using spirv::FloatBounds;
using spirv::IntegerBounds;

constexpr uint32_t kThreads = 64;

/// Generates random programs of one block, and evaluates them.
class RandomProgram {
 public:
  explicit RandomProgram(uint32_t seed) : random_(seed) {
    b_.begin_function("main", b_.void_type(), {});
    const uint32_t buffer = b_.raw_buffer(dxil::ResourceClass::kUav, 0);
    const V handle = b_.handle(dxil::ResourceClass::kUav, buffer);
    words_.push_back(b_.dx(Op::kFlattenedThreadIdInGroup, word(), {}));
    for (uint32_t n = 0; n < 2; ++n) words_.push_back(b_.load(word(), handle, b_.i32(4 * n)));
    floats_.push_back(b_.load(b_.float_type(32), handle, b_.i32(8)));
    for (uint32_t n = 0; n < 40; ++n) add();
    b_.finish();
    b_.end_function();
    shader_ = b_.take();
  }

  /// Returns the number of values that were outside of their bounds; `bounded` counts the values with
  /// nontrivial bounds.
  uint32_t check(uint32_t& bounded) {
    const Module& module = shader_.module;
    const Function& f = module.functions[shader_.entry_points[0].function];
    spirv::ValueBounds bounds;
    for (const Instruction& i : f.instructions) bounds.add(module, f, shader_.entry_points[0], i, 0);
    uint32_t faults = 0;
    for (uint32_t run = 0; run < 8; ++run) {
      values_.assign(f.local_types.size(), 0);
      for (const Instruction& i : f.instructions) {
        if (i.result == dxil::kNone) continue;
        const dxil::Type& type = module.types[i.type];
        if (type.kind != dxil::TypeKind::kInt && type.kind != dxil::TypeKind::kFloat) continue;
        const uint64_t value = evaluate(module, f, i);
        values_[i.result - f.first_local] = value;
        const bool is_inside =
            type.kind == dxil::TypeKind::kInt
                ? inside(bounds.integer(module, f, i.result), value, type.bits, bounded)
                : inside(bounds.number(module, f, i.result), static_cast<uint32_t>(value), bounded);
        faults += is_inside ? 0 : 1;
      }
    }
    return faults;
  }

 private:
  TypeId word() { return b_.int_type(32); }
  uint32_t below(uint32_t limit) { return static_cast<uint32_t>(random_() % limit); }
  V some(const std::vector<V>& values) { return values[below(static_cast<uint32_t>(values.size()))]; }
  V number() {
    const uint32_t kind = below(3);
    if (kind == 0) return b_.i32(below(64));
    return b_.i32(kind == 1 ? static_cast<uint32_t>(random_()) : uint32_t{1} << below(32));
  }
  V operand() { return below(3) == 0 ? number() : some(words_); }
  /// Returns a number from 1 to 64.
  V positive() {
    const V low = b_.op(Opcode::kAnd, word(), {operand(), b_.i32(63)});
    return b_.op(Opcode::kAdd, word(), {low, b_.i32(1)});
  }
  V real() { return below(3) == 0 ? b_.f32(static_cast<float>(below(2000)) * 0.25F - 100) : some(floats_); }

  void add() {
    constexpr Opcode kIntegers[] = {Opcode::kAdd,  Opcode::kSub,  Opcode::kMul, Opcode::kAnd,
                                    Opcode::kOr,   Opcode::kXor,  Opcode::kShl, Opcode::kLShr,
                                    Opcode::kAShr, Opcode::kURem, Opcode::kUDiv};
    constexpr Op kMinMax[] = {Op::kIMax, Op::kIMin, Op::kUMax, Op::kUMin};
    constexpr Opcode kFloats[] = {Opcode::kFAdd, Opcode::kFSub, Opcode::kFMul, Opcode::kFDiv};
    constexpr Op kUnary[] = {Op::kFAbs, Op::kSaturate, Op::kFrc, Op::kSqrt, Op::kLog};
    constexpr Op kBits[] = {Op::kFirstbitLo, Op::kCountbits};
    const TypeId f32 = b_.float_type(32);
    switch (below(16)) {
      case 13:
        add_modulo();
        break;
      case 14: {
        const V x = real(), y = below(2) == 0 ? x : real();
        floats_.push_back(below(2) == 0 ? b_.op(Opcode::kFMul, f32, {x, x})
                                        : b_.dx(Op::kDot2, f32, {x, real(), y, real()}));
        break;
      }
      case 15:
        floats_.push_back(below(2) == 0 ? b_.dx(below(2) == 0 ? Op::kSin : Op::kCos, f32, {real()})
                                        : b_.op(Opcode::kFRem, f32, {real(), real()}));
        break;
      case 10:
        floats_.push_back(b_.op(Opcode::kBitcast, f32, {operand()}));
        break;
      case 11:
        words_.push_back(b_.op(below(2) == 0 ? Opcode::kSDiv : Opcode::kSRem, word(),
                               {operand(), below(2) == 0 ? b_.i32(1 + below(99)) : positive()}));
        break;
      case 12:
        words_.push_back(below(2) == 0 ? b_.dx(kBits[below(2)], word(), {operand()})
                                       : b_.dx(Op::kBfi, word(),
                                               {b_.i32(below(32)), b_.i32(below(32)), operand(), operand()}));
        break;
      case 9:
        words_.push_back(b_.op(below(2) == 0 ? Opcode::kFPToUI : Opcode::kFPToSI, word(), {real()}));
        break;
      case 0:
      case 1:
      case 2: {
        const Opcode opcode = kIntegers[below(std::size(kIntegers))];
        const bool divides = opcode == Opcode::kURem || opcode == Opcode::kUDiv;
        const V divisor = below(2) == 0 ? b_.i32(1 + below(99)) : positive();
        words_.push_back(b_.op(opcode, word(), {operand(), divides ? divisor : operand()}));
        break;
      }
      case 3:
        words_.push_back(b_.dx(kMinMax[below(4)], word(), {operand(), operand()}));
        break;
      case 4:
        words_.push_back(below(2) == 0
                             ? b_.dx(Op::kUMad, word(), {operand(), operand(), operand()})
                             : b_.dx(Op::kUbfe, word(), {b_.i32(below(32)), b_.i32(below(32)), operand()}));
        break;
      case 5:
        words_.push_back(b_.op(Opcode::kSelect, word(), {b_.i1(below(2) != 0), operand(), operand()}));
        break;
      case 6:
        floats_.push_back(b_.op(below(2) == 0 ? Opcode::kUIToFP : Opcode::kSIToFP, f32, {operand()}));
        break;
      case 7:
        floats_.push_back(b_.op(kFloats[below(4)], f32, {real(), real()}));
        break;
      default:
        floats_.push_back(below(2) == 0 ? b_.dx(below(2) == 0 ? Op::kFMax : Op::kFMin, f32, {real(), real()})
                                        : b_.dx(kUnary[below(5)], f32, {real()}));
    }
  }

  /// Adds x - floor(x / n) * n, with a division or with the reciprocal, or with numbers that do not match.
  void add_modulo() {
    const TypeId f32 = b_.float_type(32);
    const V x = real();
    const float n = 1 + static_cast<float>(below(100));
    const V by = b_.f32(below(4) == 0 ? 0.25F : 1 / n);
    const V quotient =
        below(2) == 0 ? b_.op(Opcode::kFMul, f32, {x, by}) : b_.op(Opcode::kFDiv, f32, {x, b_.f32(n)});
    const V whole = b_.dx(Op::kRound_ni, f32, {below(4) == 0 ? x : quotient});
    const V part = below(4) == 0 ? whole : b_.op(Opcode::kFMul, f32, {whole, b_.f32(n)});
    floats_.push_back(b_.op(Opcode::kFSub, f32, {x, part}));
  }

  // Unlike those of <cmath>, these also prefer numbers to signaling NaNs.
  static float least(float x, float y) { return std::isnan(x) || y < x ? y : x; }
  static float fraction(float x) {
    if (!std::isfinite(x)) return NAN;
    return std::min(x - std::floor(x), std::nextafter(1.0F, 0.0F));
  }
  static float greatest(float x, float y) { return std::isnan(x) || y > x ? y : x; }

  uint64_t evaluate(const Module& module, const Function& f, const Instruction& i) {
    const auto bits = [&](uint32_t n) {
      const ValueId value = f.operands_of(i)[n];
      if (const auto constant = module.scalar_bits(value)) return static_cast<uint32_t>(*constant);
      return static_cast<uint32_t>(values_[value - f.first_local]);
    };
    const auto as_float = [&](uint32_t n) { return std::bit_cast<float>(bits(n)); };
    const auto as_bits = [](float value) { return std::bit_cast<uint32_t>(value); };
    switch (i.opcode) {
      case Opcode::kExtractValue:
        return static_cast<uint32_t>(random_()) >> below(32);  // An arbitrary value loaded from memory.
      case Opcode::kAdd:
        return bits(0) + bits(1);
      case Opcode::kSub:
        return bits(0) - bits(1);
      case Opcode::kMul:
        return bits(0) * bits(1);
      case Opcode::kAnd:
        return bits(0) & bits(1);
      case Opcode::kOr:
        return bits(0) | bits(1);
      case Opcode::kXor:
        return bits(0) ^ bits(1);
      case Opcode::kShl:
        return bits(0) << (bits(1) & 31);
      case Opcode::kLShr:
        return bits(0) >> (bits(1) & 31);
      case Opcode::kAShr:
        return static_cast<uint32_t>(static_cast<int32_t>(bits(0)) >> (bits(1) & 31));
      case Opcode::kURem:
        return bits(0) % bits(1);
      case Opcode::kUDiv:
        return bits(0) / bits(1);
      case Opcode::kSDiv:
        return static_cast<uint32_t>(static_cast<int32_t>(bits(0)) / static_cast<int32_t>(bits(1)));
      case Opcode::kSRem:
        return static_cast<uint32_t>(static_cast<int32_t>(bits(0)) % static_cast<int32_t>(bits(1)));
      case Opcode::kBitcast:
        return bits(0);
      case Opcode::kFDiv:
        return as_bits(as_float(0) / as_float(1));
      case Opcode::kSelect:
        return bits(0) != 0 ? bits(1) : bits(2);
      case Opcode::kUIToFP:
        return as_bits(static_cast<float>(bits(0)));
      case Opcode::kSIToFP:
        return as_bits(static_cast<float>(static_cast<int32_t>(bits(0))));
      case Opcode::kFPToUI:
        return std::isnan(as_float(0))
                   ? 0
                   : static_cast<uint32_t>(std::clamp<double>(as_float(0), 0, UINT32_MAX));
      case Opcode::kFPToSI:
        if (std::isnan(as_float(0))) return 0;
        return static_cast<uint32_t>(
            static_cast<int32_t>(std::clamp<double>(as_float(0), INT32_MIN, INT32_MAX)));
      case Opcode::kFAdd:
        return as_bits(as_float(0) + as_float(1));
      case Opcode::kFSub:
        return as_bits(as_float(0) - as_float(1));
      case Opcode::kFMul:
        return as_bits(as_float(0) * as_float(1));
      case Opcode::kFRem:
        return as_bits(std::fmod(as_float(0), as_float(1)));
      default:
        break;
    }
    const auto s = [&](uint32_t n) { return static_cast<int32_t>(bits(n)); };
    switch (i.op()) {
      case Op::kFlattenedThreadIdInGroup:
        return below(kThreads);
      case Op::kIMax:
        return static_cast<uint32_t>(std::max(s(0), s(1)));
      case Op::kIMin:
        return static_cast<uint32_t>(std::min(s(0), s(1)));
      case Op::kUMax:
        return std::max(bits(0), bits(1));
      case Op::kUMin:
        return std::min(bits(0), bits(1));
      case Op::kUMad:
        return bits(0) * bits(1) + bits(2);
      case Op::kUbfe:
        return bits(0) == 0 ? 0 : bits(2) >> bits(1) & ((uint32_t{1} << bits(0)) - 1);
      case Op::kBfi: {
        const uint32_t mask = ((uint32_t{1} << bits(0)) - 1) << bits(1);
        return (bits(2) << bits(1) & mask) | (bits(3) & ~mask);
      }
      case Op::kFirstbitLo:
        return bits(0) == 0 ? UINT32_MAX : static_cast<uint32_t>(std::countr_zero(bits(0)));
      case Op::kCountbits:
        return static_cast<uint32_t>(std::popcount(bits(0)));
      case Op::kFrc:
        return as_bits(fraction(as_float(0)));
      case Op::kSqrt:
        return as_bits(std::sqrt(as_float(0)));
      case Op::kLog:
        return as_bits(std::log2(as_float(0)));
      case Op::kSin:
        return as_bits(std::sin(as_float(0)));
      case Op::kCos:
        return as_bits(std::cos(as_float(0)));
      case Op::kRound_ni:
        return as_bits(std::floor(as_float(0)));
      case Op::kDot2:
        return as_bits(as_float(0) * as_float(2) + as_float(1) * as_float(3));
      case Op::kFAbs:
        return as_bits(std::fabs(as_float(0)));
      case Op::kSaturate:
        return as_bits(least(greatest(as_float(0), 0.0F), 1.0F));
      case Op::kFMax:
        return as_bits(greatest(as_float(0), as_float(1)));
      case Op::kFMin:
        return as_bits(least(as_float(0), as_float(1)));
      default:
        return 0;
    }
  }

  static bool inside(const IntegerBounds& b, uint64_t value, uint32_t bits, uint32_t& bounded) {
    if (bits != 32) return true;
    bounded += b.most < UINT32_MAX || b.low > INT32_MIN || b.high < INT32_MAX || b.zeros > 0;
    const auto number = static_cast<int64_t>(static_cast<int32_t>(value));
    const uint64_t low_bits = (uint64_t{1} << b.zeros) - 1;
    return value <= b.most && number >= b.low && number <= b.high && (value & low_bits) == 0;
  }
  static bool inside(const FloatBounds& b, uint32_t bits, uint32_t& bounded) {
    bounded += b.is_finite();
    const auto number = static_cast<double>(std::bit_cast<float>(bits));
    return std::isnan(number) ? b.may_be_nan : number >= b.low && number <= b.high;
  }

  std::mt19937 random_;
  ProgramBuilder b_;
  std::vector<V> words_, floats_;
  dxil::Shader shader_;
  std::vector<uint64_t> values_;
};

TEST(ValueBounds, ComputedValuesAreWithinBounds) {
  uint32_t bounded = 0;
  for (uint32_t seed = 0; seed < 3000; ++seed) {
    ASSERT_EQ(RandomProgram(seed).check(bounded), 0u) << "seed " << seed;
  }
  EXPECT_GT(bounded, 300000u) << "too few have bounds for this to say anything";
}

TEST(ValueBounds, HalvesAreRoundedOutwards) {
  const auto narrowed = [](double low, double high) { return spirv::narrowed({low, high, false}, 16); };
  const auto is = [](const FloatBounds& b, double low, double high) {
    return b.low == low && b.high == high;
  };
  EXPECT_TRUE(is(narrowed(0, 255), 0, 255));
  EXPECT_TRUE(is(narrowed(-1, 1), -1, 1));
  EXPECT_TRUE(is(narrowed(2049, 2049), 2048, 2050)) << "11 bits of precision";
  EXPECT_TRUE(is(narrowed(-2049, -2049), -2050, -2048));
  EXPECT_TRUE(is(narrowed(0.1, 0.1), 0.0999755859375, 0.10003662109375));
  EXPECT_TRUE(is(narrowed(1e-7, 1e-7), 0, 0.00006103515625)) << "denormals may be flushed";
  EXPECT_TRUE(is(narrowed(-65504, 65504), -65504, 65504));
  EXPECT_FALSE(narrowed(0, 65505).is_finite());
  EXPECT_TRUE(
      is(spirv::product(FloatBounds{0, 1, false}, FloatBounds{0.1, 0.1, false}, 16), 0, 0.10003662109375));
  EXPECT_FALSE(spirv::sum(FloatBounds{0, 65504, false}, FloatBounds{0, 32, false}, 16).is_finite());
}

TEST(ValueBounds, HazardsOfConversions) {
  const auto hazards = [](double low, double high, uint32_t bits, bool is_signed) {
    const spirv::ConversionHazards h = spirv::hazards_of({low, high, false}, bits, is_signed);
    return (h.below ? 1 : 0) + (h.above ? 2 : 0) + (h.nan ? 4 : 0);
  };
  EXPECT_EQ(hazards(-2147483648.0, 2147483520.0, 32, true), 0);
  EXPECT_EQ(hazards(-2147483648.5, 2147483647.5, 32, true), 0) << "cut off, both are within";
  EXPECT_EQ(hazards(-2147483649.0, 0, 32, true), 1);
  EXPECT_EQ(hazards(0, 2147483648.0, 32, true), 2);
  EXPECT_EQ(hazards(0, 2147483648.0, 32, false), 0);
  EXPECT_EQ(hazards(-1, 4294967296.0, 32, false), 3);
  EXPECT_EQ(hazards(0, 18446744073709549568.0, 64, false), 0);
  EXPECT_TRUE(spirv::hazards_of({}, 32, true).nan);
}

class BoundsInModules : public DeviceTest {
 protected:
  /// Runs a program that `make` writes for 64 threads, and returns the contents of its buffer.
  template <class Make>
  std::vector<uint32_t> results(Make make, std::vector<uint32_t>* module = nullptr) {
    ProgramBuilder b;
    const uint32_t output = b.raw_buffer(dxil::ResourceClass::kUav, 0);
    b.begin_function("main", b.void_type(), {});
    const V to = b.handle(dxil::ResourceClass::kUav, output);
    const V thread = b.dx(Op::kFlattenedThreadIdInGroup, b.int_type(32), {});
    make(b, to, thread);
    b.finish();
    b.end_function();
    const dxil::Shader shader = b.take();
    if (module != nullptr) {
      const auto translated = translate(shader);
      if (translated) *module = *translated;
    }
    return run(shader, {std::vector<uint32_t>(1024, 0)}).at(0);
  }
};

TEST_F(BoundsInModules, ConversionsInRangeAreNotClamped) {
  std::vector<uint32_t> module;
  const std::vector<uint32_t> words = results(
      [](ProgramBuilder& b, V to, V thread) {
        const TypeId word = b.int_type(32), f32 = b.float_type(32);
        const V real = b.op(Opcode::kUIToFP, f32, {thread});
        const V scaled = b.op(Opcode::kFMul, f32, {real, b.f32(-1.5F)});
        const V at = b.op(Opcode::kShl, word, {thread, b.i32(2)});
        b.store(word, to, at, b.op(Opcode::kFPToSI, word, {scaled}));
      },
      &module);
  for (int32_t n = 0; n < 64; ++n) EXPECT_EQ(static_cast<int32_t>(words[n]), -(n * 3 / 2));
  EXPECT_EQ(count_of(module, spv::Op::OpExtInst), 0u);
  EXPECT_EQ(count_of(module, spv::Op::OpExtInstImport), 0u);
  EXPECT_EQ(count_of(module, spv::Op::OpSelect), 0u);
  EXPECT_EQ(count_of(module, spv::Op::OpShiftLeftLogical), 0u) << "bytes, divided by what they are made with";
  EXPECT_EQ(count_of(module, spv::Op::OpShiftRightLogical), 0u);
}

// The division of a byte address must not move before a wraparound.
TEST_F(BoundsInModules, AddressesInEveryForm) {
  const std::vector<uint32_t> words = results([](ProgramBuilder& b, V to, V thread) {
    const TypeId word = b.int_type(32);
    const auto op = [&](Opcode opcode, V x, uint32_t y) { return b.op(opcode, word, {x, b.i32(y)}); };
    const V marked = op(Opcode::kOr, thread, 0x100);
    const V four = op(Opcode::kShl, thread, 2);
    b.store(word, to, four, marked);
    b.store(word, to, op(Opcode::kOr, four, 256), op(Opcode::kOr, thread, 0x200));
    b.store(word, to, op(Opcode::kAdd, op(Opcode::kMul, thread, 4), 512), op(Opcode::kOr, thread, 0x300));
    const V wide = op(Opcode::kMul, thread, 0x40000004);  // Wraps around; the low bits are 4 * thread.
    b.store(word, to, op(Opcode::kAdd, op(Opcode::kAnd, wide, 0xFF), 768), op(Opcode::kOr, thread, 0x400));
    // Adds -4: below zero for thread 0.
    const V below = op(Opcode::kAdd, op(Opcode::kShl, thread, 2), 0xFFFFFFFC);
    b.store(word, to, op(Opcode::kAdd, below, 1028), op(Opcode::kOr, thread, 0x500));
    const V low = op(Opcode::kAnd, op(Opcode::kAdd, four, 3), 0xFFFFFFFC);
    b.store(word, to, op(Opcode::kAdd, low, 1280), op(Opcode::kOr, thread, 0x600));
  });
  for (uint32_t n = 0; n < 64; ++n) {
    for (uint32_t part = 0; part < 6; ++part) {
      EXPECT_EQ(words[part * 64 + n], (part + 1) * 0x100 + n) << "part " << part;
    }
  }
}

// Adding less than 16 to a multiple of 16 cannot wrap around, however large the multiple is.
TEST_F(BoundsInModules, BytesWithinRecordsAreAConstantNumberOfWords) {
  std::vector<uint32_t> module;
  const std::vector<uint32_t> words = results(
      [](ProgramBuilder& b, V to, V thread) {
        const TypeId word = b.int_type(32);
        // An arbitrary value; here it is 0 + thread.
        const V key = b.op(Opcode::kAdd, word, {b.load(word, to, b.i32(0)), thread});
        const V record = b.op(Opcode::kShl, word, {key, b.i32(4)});
        for (uint32_t n = 0; n < 3; ++n)
          b.store(word, to, b.op(Opcode::kOr, word, {record, b.i32(4 + n * 4)}), thread);
      },
      &module);
  for (uint32_t n = 0; n < 64; ++n) {
    for (uint32_t part = 1; part < 4; ++part) EXPECT_EQ(words[n * 4 + part], n);
  }
  EXPECT_EQ(count_of(module, spv::Op::OpBitwiseOr), 0u) << "sums of words in place of bytes";
  EXPECT_EQ(count_of(module, spv::Op::OpShiftRightLogical), 1u);
}

}  // namespace
}  // namespace trellis::test_backend
