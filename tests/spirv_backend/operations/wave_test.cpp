// Compares wave operations with references computed lane by lane for the device's subgroup size.
#include <algorithm>
#include <functional>

#include "tests/spirv_backend/operations/operation_runner.hpp"
#include "tests/spirv_backend/operations/values.hpp"

namespace trellis::test_ops {
namespace {

constexpr uint32_t kWaveLanes = 64;

class WaveOps : public OperationTest {
 protected:
  /// Returns the first lane of a lane's wave. Lanes are numbered in thread order.
  static uint32_t wave_of(uint32_t lane) { return lane / subgroup_size() * subgroup_size(); }
  static uint32_t wave_end(uint32_t lane) { return std::min(wave_of(lane) + subgroup_size(), kWaveLanes); }

  /// Combines the values of lanes [first, end).
  static uint64_t fold(const std::vector<uint64_t>& values, uint32_t first, uint32_t end, uint64_t identity,
                       const std::function<uint64_t(uint64_t, uint64_t)>& combine) {
    for (uint32_t n = first; n < end; ++n) identity = combine(identity, values[n]);
    return identity;
  }

  std::vector<uint64_t> run_all(const OperationProgram& program) {
    const auto got = run(program);
    EXPECT_TRUE(got);
    return got ? *got : std::vector<uint64_t>(output_size(program) / 8);
  }
};

constexpr Shape kIntegers[] = {kI16, kI32, kI64}, kFloats[] = {kF16, kF32, kF64};

/// Returns small whole numbers as bit patterns of the shape: sums and products of a few are exact in any
/// order.
std::vector<uint64_t> small_numbers(Shape shape, int least, int range) {
  std::vector<uint64_t> values;
  for (int n = 0; n < static_cast<int>(kWaveLanes); ++n) {
    const int value = least + n * 7 % range;
    values.push_back(shape.kind == dxil::TypeKind::kFloat
                         ? encode(shape, value)
                         : low_bits(static_cast<uint64_t>(static_cast<int64_t>(value)), shape.bits));
  }
  return values;
}

std::function<uint64_t(uint64_t, uint64_t)> on_numbers(Shape shape, double (*combine)(double, double)) {
  return [=](uint64_t a, uint64_t b) { return encode(shape, combine(decode(shape, a), decode(shape, b))); };
}

TEST_F(WaveOps, LaneIndexCountAndFirst) {
  const auto index = run_all({.op = Op::kWaveGetLaneIndex, .results = {kI32}}),
             count = run_all({.op = Op::kWaveGetLaneCount, .results = {kI32}}),
             first = run_all({.op = Op::kWaveIsFirstLane, .results = {kI1}});
  for (uint32_t lane = 0; lane < kWaveLanes; ++lane) {
    EXPECT_EQ(index[lane], lane - wave_of(lane));
    EXPECT_EQ(count[lane], subgroup_size());
    EXPECT_EQ(first[lane], lane == wave_of(lane) ? 1 : 0);
  }
}

TEST_F(WaveOps, WaveIndexAndCountInTheGroup) {
  const auto index = run_all({.op = Op::kGetGroupWaveIndex, .results = {kI32}}),
             count = run_all({.op = Op::kGetGroupWaveCount, .results = {kI32}});
  for (uint32_t lane = 0; lane < kWaveLanes; ++lane) {
    EXPECT_EQ(index[lane], lane / subgroup_size());
    EXPECT_EQ(count[lane], (kWaveLanes + subgroup_size() - 1) / subgroup_size());
  }
}

TEST_F(WaveOps, VotesAndBallots) {
  std::vector<uint64_t> condition(kWaveLanes);
  for (uint32_t lane = 0; lane < kWaveLanes; ++lane) {
    // The condition holds for some lanes of every third wave, for all lanes of the next one, and for none of
    // the one after.
    const uint32_t wave = lane / subgroup_size();
    condition[lane] = wave % 3 == 0 ? lane % 3 == 0 : wave % 3 == 1;
  }
  const Argument argument = lanes(kI1, condition);
  const auto any = run_all({.op = Op::kWaveAnyTrue, .arguments = {argument}, .results = {kI1}});
  const auto all = run_all({.op = Op::kWaveAllTrue, .arguments = {argument}, .results = {kI1}});
  const auto total = run_all({.op = Op::kWaveAllBitCount, .arguments = {argument}, .results = {kI32}});
  const auto before = run_all({.op = Op::kWavePrefixBitCount, .arguments = {argument}, .results = {kI32}});
  const auto mask = run_all({.op = Op::kWaveActiveBallot,
                             .arguments = {argument},
                             .results = {kI32, kI32, kI32, kI32},
                             .result_is_struct = true});
  const auto add = [](uint64_t a, uint64_t b) { return a + b; };
  for (uint32_t lane = 0; lane < kWaveLanes; ++lane) {
    const uint64_t sum = fold(condition, wave_of(lane), wave_end(lane), 0, add);
    EXPECT_EQ(any[lane], sum != 0 ? 1 : 0);
    EXPECT_EQ(all[lane], sum == wave_end(lane) - wave_of(lane) ? 1 : 0);
    EXPECT_EQ(total[lane], sum);
    EXPECT_EQ(before[lane], fold(condition, wave_of(lane), lane, 0, add));
    for (uint32_t word = 0; word < 4; ++word) {
      uint64_t expected = 0;
      for (uint32_t other = wave_of(lane); other < wave_end(lane); ++other) {
        const uint32_t place = other - wave_of(lane);
        if (place / 32 == word) expected |= condition[other] << place % 32;
      }
      EXPECT_EQ(mask[4 * lane + word], expected);
    }
  }
}

TEST_F(WaveOps, AllEqual) {
  for (Shape shape : {kI1, kI16, kI32, kI64, kF16, kF32, kF64}) {
    SCOPED_TRACE(std::to_string(shape.bits) + (shape.kind == dxil::TypeKind::kFloat ? " float" : " bits"));
    std::vector<uint64_t> values = small_numbers(shape, 0, 1);
    if (shape.bits == 64) std::fill(values.begin(), values.end(), encode(kF64, 0.3));
    // Not 0: the next value would be denormal, which equals 0 where denormals are flushed.
    if (shape.kind == dxil::TypeKind::kFloat) std::fill(values.begin(), values.end(), encode(shape, 0.3));
    values[kWaveLanes - 1] ^= shape.bits == 64 ? uint64_t{1} << 40 : 1;
    const auto got =
        run_all({.op = Op::kWaveActiveAllEqual, .arguments = {lanes(shape, values)}, .results = {kI1}});
    for (uint32_t lane = 0; lane < kWaveLanes; ++lane)
      EXPECT_EQ(got[lane], wave_end(lane) == kWaveLanes ? 0 : 1) << lane;
  }
}

TEST_F(WaveOps, AllEqualOfAVectorIsByComponent) {
  std::vector<uint64_t> values(3 * kWaveLanes, 9);
  values[3 * 5 + 1] = 4;  // Second component of lane 5.
  const auto got = run_all({.op = Op::kWaveActiveAllEqual,
                            .arguments = {lanes(vector_of(kI32, 3), values)},
                            .results = {vector_of(kI1, 3)}});
  for (uint32_t lane = 0; lane < kWaveLanes; ++lane) {
    EXPECT_EQ(got[3 * lane], 1u);
    EXPECT_EQ(got[3 * lane + 1], wave_of(lane) == wave_of(5) ? 0 : 1);
    EXPECT_EQ(got[3 * lane + 2], 1u);
  }
}

TEST_F(WaveOps, ReadLane) {
  for (Shape shape : {kI1, kI16, kI32, kI64, kF16, kF32, kF64}) {
    SCOPED_TRACE(std::to_string(shape.bits) + (shape.kind == dxil::TypeKind::kFloat ? " float" : " bits"));
    const auto values = small_numbers(shape, 0, shape.bits == 1 ? 2 : 50);
    std::vector<uint64_t> sources(kWaveLanes);
    for (uint32_t lane = 0; lane < kWaveLanes; ++lane) sources[lane] = (lane * 5 + 3) % subgroup_size();
    const auto varied = run_all({.op = Op::kWaveReadLaneAt,
                                 .arguments = {lanes(shape, values), lanes(kI32, sources)},
                                 .results = {shape}});
    const auto fixed = run_all({.op = Op::kWaveReadLaneAt,
                                .arguments = {lanes(shape, values), constant(kI32, 2)},
                                .results = {shape}});
    const auto first =
        run_all({.op = Op::kWaveReadLaneFirst, .arguments = {lanes(shape, values)}, .results = {shape}});
    for (uint32_t lane = 0; lane < kWaveLanes; ++lane) {
      EXPECT_EQ(varied[lane], values[wave_of(lane) + sources[lane]]);
      EXPECT_EQ(fixed[lane], values[wave_of(lane) + 2]);
      EXPECT_EQ(first[lane], values[wave_of(lane)]);
    }
  }
}

struct Reduction {
  uint64_t kind;
  uint64_t sign;
  uint64_t identity;
  std::function<uint64_t(uint64_t, uint64_t)> combine;
};

std::vector<Reduction> reductions_of(Shape shape) {
  const uint32_t w = shape.bits;
  if (shape.kind == dxil::TypeKind::kFloat) {
    return {{0, 0, encode(shape, 0), on_numbers(shape, [](double a, double b) { return a + b; })},
            {1, 0, encode(shape, 1), on_numbers(shape, [](double a, double b) { return a * b; })},
            {2, 0, encode(shape, INFINITY),
             on_numbers(shape, [](double a, double b) { return std::fmin(a, b); })},
            {3, 0, encode(shape, -INFINITY),
             on_numbers(shape, [](double a, double b) { return std::fmax(a, b); })}};
  }
  const auto less = [w](uint64_t a, uint64_t b) { return sign_extend(a, w) < sign_extend(b, w); };
  const uint64_t top = uint64_t{1} << (w - 1), ones = low_bits(~uint64_t{0}, w);
  return {{0, 0, 0, [w](uint64_t a, uint64_t b) { return low_bits(a + b, w); }},
          {1, 1, 1, [w](uint64_t a, uint64_t b) { return low_bits(a * b, w); }},
          {2, 0, top - 1, [less](uint64_t a, uint64_t b) { return less(a, b) ? a : b; }},
          {3, 0, top, [less](uint64_t a, uint64_t b) { return less(a, b) ? b : a; }},
          {2, 1, ones, [](uint64_t a, uint64_t b) { return std::min(a, b); }},
          {3, 1, 0, [](uint64_t a, uint64_t b) { return std::max(a, b); }}};
}

std::vector<uint64_t> numbers_for(Shape shape, uint64_t kind) {
  if (shape.kind == dxil::TypeKind::kFloat)
    return kind == 1 ? small_numbers(shape, 1, 2) : small_numbers(shape, -9, 19);
  return interesting_integers(shape.bits, kWaveLanes, 31 + kind);
}

TEST_F(WaveOps, Reductions) {
  for (Shape shape : {kI16, kI32, kI64, kF16, kF32, kF64}) {
    for (const Reduction& r : reductions_of(shape)) {
      SCOPED_TRACE("kind " + std::to_string(r.kind) + ", sign " + std::to_string(r.sign) + ", bits " +
                   std::to_string(shape.bits));
      const auto values = numbers_for(shape, r.kind);
      const auto got =
          run_all({.op = Op::kWaveActiveOp,
                   .arguments = {lanes(shape, values), constant(kI8, r.kind), constant(kI8, r.sign)},
                   .results = {shape}});
      for (uint32_t lane = 0; lane < kWaveLanes; ++lane) {
        EXPECT_EQ(got[lane], fold(values, wave_of(lane), wave_end(lane), r.identity, r.combine)) << lane;
      }
    }
  }
}

TEST_F(WaveOps, ReductionsOfBools) {
  const auto values = interesting_integers(1, kWaveLanes, 3);
  const auto reduce = [&](uint64_t kind, uint64_t sign) {
    return run_all({.op = Op::kWaveActiveOp,
                    .arguments = {lanes(kI1, values), constant(kI8, kind), constant(kI8, sign)},
                    .results = {kI1}});
  };
  const auto sum = reduce(0, 1), product = reduce(1, 1), least = reduce(2, 1), most = reduce(3, 1),
             signed_least = reduce(2, 0), signed_most = reduce(3, 0);
  for (uint32_t lane = 0; lane < kWaveLanes; ++lane) {
    const uint64_t trues =
        fold(values, wave_of(lane), wave_end(lane), 0, [](uint64_t a, uint64_t b) { return a + b; });
    const uint64_t all = trues == wave_end(lane) - wave_of(lane) ? 1 : 0, any = trues != 0 ? 1 : 0;
    EXPECT_EQ(sum[lane], trues % 2);
    EXPECT_EQ(product[lane], all);
    EXPECT_EQ(least[lane], all);
    EXPECT_EQ(most[lane], any);
    EXPECT_EQ(signed_least[lane], any);  // As a signed number, true is -1.
    EXPECT_EQ(signed_most[lane], all);
  }
}

TEST_F(WaveOps, BitReductions) {
  for (Shape shape : kIntegers) {
    const auto values = interesting_integers(shape.bits, kWaveLanes, 17);
    const uint64_t ones = low_bits(~uint64_t{0}, shape.bits);
    for (uint64_t kind : {0, 1, 2}) {
      const auto got = run_all({.op = Op::kWaveActiveBit,
                                .arguments = {lanes(shape, values), constant(kI8, kind)},
                                .results = {shape}});
      for (uint32_t lane = 0; lane < kWaveLanes; ++lane) {
        EXPECT_EQ(got[lane], fold(values, wave_of(lane), wave_end(lane), kind == 0 ? ones : 0,
                                  [=](uint64_t a, uint64_t b) {
                                    return kind == 0 ? (a & b) : kind == 1 ? (a | b) : (a ^ b);
                                  }));
      }
    }
  }
}

TEST_F(WaveOps, PrefixesExcludeTheLaneItself) {
  for (Shape shape : {kI16, kI32, kI64, kF16, kF32, kF64}) {
    const auto reductions = reductions_of(shape);
    for (size_t kind : {0u, 1u}) {
      SCOPED_TRACE("kind " + std::to_string(kind) + ", bits " + std::to_string(shape.bits));
      const Reduction& r = reductions[kind];
      const auto values = numbers_for(shape, r.kind);
      const auto got = run_all({.op = Op::kWavePrefixOp,
                                .arguments = {lanes(shape, values), constant(kI8, r.kind), constant(kI8, 1)},
                                .results = {shape}});
      for (uint32_t lane = 0; lane < kWaveLanes; ++lane) {
        EXPECT_EQ(got[lane], fold(values, wave_of(lane), lane, r.identity, r.combine)) << lane;
      }
    }
  }
}

TEST_F(WaveOps, UnknownKindsAreRefused) {
  const auto message = "the kind of the wave operation is not a known constant";
  const Argument value = constant(kI32, 1), kind4 = constant(kI8, 4), kind2 = constant(kI8, 2),
                 zero = constant(kI8, 0), some = constant(kI32, 1);
  for (const OperationProgram& program :
       {OperationProgram{.op = Op::kWaveActiveOp, .arguments = {value, kind4, zero}, .results = {kI32}},
        {.op = Op::kWaveActiveOp, .arguments = {value, zero, kind2}, .results = {kI32}},
        {.op = Op::kWaveActiveBit, .arguments = {value, kind4}, .results = {kI32}},
        {.op = Op::kWavePrefixOp, .arguments = {value, kind2, zero}, .results = {kI32}},
        {.op = Op::kWaveMultiPrefixOp,
        .arguments = {constant(kF32, 0), some, some, some, some, kind2, zero},
        .results = {kF32}}}) {
    EXPECT_NE(translation_error(program).find(message), std::string::npos) << name_of(program.op);
  }
}

/// Returns, for each lane, the mask of the lanes of its wave for which `holds(lane, other)`.
std::vector<uint64_t> masks(uint32_t wave_size, const std::function<bool(uint32_t, uint32_t)>& holds) {
  std::vector<uint64_t> words(4 * kWaveLanes);
  for (uint32_t lane = 0; lane < kWaveLanes; ++lane) {
    const uint32_t first = lane / wave_size * wave_size;
    for (uint32_t place = 0; place < wave_size && first + place < kWaveLanes; ++place) {
      if (holds(lane, first + place)) words[4 * lane + place / 32] |= uint64_t{1} << place % 32;
    }
  }
  return words;
}

TEST_F(WaveOps, Match) {
  for (Shape shape : {kI1, kI16, kI32, kI64, kF16, kF32, kF64}) {
    SCOPED_TRACE(std::to_string(shape.bits) + (shape.kind == dxil::TypeKind::kFloat ? " float" : " bits"));
    auto values = small_numbers(shape, 0, shape.bits == 1 ? 2 : 5);
    if (shape.bits == 64) {
      for (uint64_t& value : values) value <<= 30;  // The values differ only in their upper halves.
    }
    const auto got = run_all({.op = Op::kWaveMatch,
                              .arguments = {lanes(shape, values)},
                              .results = {kI32, kI32, kI32, kI32},
                              .result_is_struct = true});
    EXPECT_EQ(got, masks(subgroup_size(), [&](uint32_t a, uint32_t b) { return values[a] == values[b]; }));
  }
}

TEST_F(WaveOps, MatchOfFloatsIsByValueAndEndsWithNan) {
  std::vector<double> values;
  for (uint32_t lane = 0; lane < kWaveLanes; ++lane)
    values.push_back(std::vector<double>{0.0, -0.0, NAN, 1.0}[lane % 4]);
  const auto got = run_all({.op = Op::kWaveMatch,
                            .arguments = {lanes(kF32, encode(kF32, values))},
                            .results = {kI32, kI32, kI32, kI32},
                            .result_is_struct = true});
  EXPECT_EQ(got, masks(subgroup_size(),
                       [&](uint32_t a, uint32_t b) { return a % 4 == b % 4 || (a % 4 < 2 && b % 4 < 2); }));
}

TEST_F(WaveOps, MatchOfVectorsNeedsAllComponents) {
  std::vector<uint64_t> values;
  for (uint32_t lane = 0; lane < kWaveLanes; ++lane) {
    for (uint32_t part : {lane & 1, lane >> 1 & 1}) values.push_back(part);
  }
  const auto got = run_all({.op = Op::kWaveMatch,
                            .arguments = {lanes(vector_of(kI32, 2), values)},
                            .results = {kI32, kI32, kI32, kI32},
                            .result_is_struct = true});
  EXPECT_EQ(got, masks(subgroup_size(), [](uint32_t a, uint32_t b) { return a % 4 == b % 4; }));
}

/// Returns masks that do not partition the wave: each lane has arbitrary ones, including lanes that do not
/// exist.
std::vector<uint64_t> arbitrary_masks() {
  std::vector<uint64_t> words = interesting_integers(32, 4 * kWaveLanes, 77);
  for (uint64_t& word : words) word ^= 0x5A5A5A5A;
  return words;
}

bool in_mask(const std::vector<uint64_t>& words, uint32_t lane, uint32_t place) {
  return (words[4 * lane + place / 32] >> place % 32 & 1) != 0;
}

std::vector<Argument> mask_arguments(const std::vector<uint64_t>& words) {
  std::vector<Argument> arguments(4, Argument{kI32, false, 0, {}});
  for (size_t n = 0; n < words.size(); ++n) arguments[n % 4].lane_values.push_back(words[n]);
  return arguments;
}

TEST_F(WaveOps, MultiPrefixUnderAnyMask) {
  struct Kind {
    uint64_t number;
    std::function<uint64_t(uint64_t, uint64_t)> combine;
    uint64_t identity;
  };
  const auto words = arbitrary_masks();
  for (Shape shape : {kI16, kI32, kI64, kF16, kF32, kF64}) {
    const bool is_float = shape.kind == dxil::TypeKind::kFloat;
    const auto reductions = reductions_of(shape);
    std::vector<Kind> kinds = {{0, reductions[0].combine, reductions[0].identity},
                               {4, reductions[1].combine, reductions[1].identity}};
    if (!is_float) {
      kinds.push_back({1, [](uint64_t a, uint64_t b) { return a & b; }, low_bits(~uint64_t{0}, shape.bits)});
      kinds.push_back({2, [](uint64_t a, uint64_t b) { return a | b; }, 0});
      kinds.push_back({3, [](uint64_t a, uint64_t b) { return a ^ b; }, 0});
    }
    for (const Kind& kind : kinds) {
      SCOPED_TRACE("kind " + std::to_string(kind.number) + ", bits " + std::to_string(shape.bits));
      const auto values = numbers_for(shape, kind.number == 4 ? 1 : 0);
      OperationProgram program{
          .op = Op::kWaveMultiPrefixOp, .arguments = mask_arguments(words), .results = {shape}};
      program.arguments.insert(program.arguments.begin(), lanes(shape, values));
      program.arguments.push_back(constant(kI8, kind.number));
      program.arguments.push_back(constant(kI8, 1));
      const auto got = run_all(program);
      for (uint32_t lane = 0; lane < kWaveLanes; ++lane) {
        uint64_t expected = kind.identity;
        for (uint32_t other = wave_of(lane); other < lane; ++other) {
          if (in_mask(words, lane, other - wave_of(lane))) expected = kind.combine(expected, values[other]);
        }
        EXPECT_EQ(got[lane], expected) << lane;
      }
    }
  }
}

TEST_F(WaveOps, MultiPrefixCountsUnderAnyMask) {
  const auto words = arbitrary_masks();
  const auto condition = interesting_integers(1, kWaveLanes, 9);
  OperationProgram program{
      .op = Op::kWaveMultiPrefixBitCount, .arguments = mask_arguments(words), .results = {kI32}};
  program.arguments.insert(program.arguments.begin(), lanes(kI1, condition));
  const auto got = run_all(program);
  for (uint32_t lane = 0; lane < kWaveLanes; ++lane) {
    uint64_t expected = 0;
    for (uint32_t other = wave_of(lane); other < lane; ++other) {
      if (in_mask(words, lane, other - wave_of(lane))) expected += condition[other];
    }
    EXPECT_EQ(got[lane], expected) << lane;
  }
}

// The same operations where some lanes of a wave, only one lane, or no lane reaches them.
class PartialWaveOps : public WaveOps {
 protected:
  void SetUp() override {
    WaveOps::SetUp();
    if (HasFatalFailure()) return;
    for (uint32_t lane = 0; lane < kWaveLanes; ++lane) {
      const uint32_t wave = lane / subgroup_size(), place = lane % subgroup_size();
      active_.push_back(wave % 4 == 0   ? lane * 5 % 7 < 3
                        : wave % 4 == 1 ? place == 5
                        : wave % 4 == 2 ? false
                                        : place != 0);
    }
  }

  std::vector<uint64_t> run_active(OperationProgram program) {
    program.active = active_;
    return run_all(program);
  }

  /// Combines the values of the active lanes of [first, end).
  uint64_t fold_active(const std::vector<uint64_t>& values, uint32_t first, uint32_t end, uint64_t identity,
                       const std::function<uint64_t(uint64_t, uint64_t)>& combine) const {
    for (uint32_t n = first; n < end; ++n) identity = active_[n] ? combine(identity, values[n]) : identity;
    return identity;
  }
  uint32_t first_active(uint32_t lane) const {
    uint32_t first = wave_of(lane);
    while (!active_[first]) ++first;
    return first;
  }

  std::vector<bool> active_;
};

uint64_t add_words(uint64_t a, uint64_t b) { return low_bits(a + b, 32); }

TEST_F(PartialWaveOps, OnlyActiveLanesTakePart) {
  const auto values = interesting_integers(32, kWaveLanes, 5);
  const auto condition = interesting_integers(1, kWaveLanes, 8);
  const Argument numbers = lanes(kI32, values), flags = lanes(kI1, condition), zero = constant(kI8, 0);
  const auto first = run_active({.op = Op::kWaveIsFirstLane, .results = {kI1}});
  const auto all = run_active({.op = Op::kWaveAllTrue, .arguments = {flags}, .results = {kI1}});
  const auto first_value =
      run_active({.op = Op::kWaveReadLaneFirst, .arguments = {numbers}, .results = {kI32}});
  const auto sum =
      run_active({.op = Op::kWaveActiveOp, .arguments = {numbers, zero, zero}, .results = {kI32}});
  const auto prefix =
      run_active({.op = Op::kWavePrefixOp, .arguments = {numbers, zero, zero}, .results = {kI32}});
  const auto count = run_active({.op = Op::kWaveAllBitCount, .arguments = {flags}, .results = {kI32}});
  const auto before = run_active({.op = Op::kWavePrefixBitCount, .arguments = {flags}, .results = {kI32}});
  for (uint32_t lane = 0; lane < kWaveLanes; ++lane) {
    if (!active_[lane]) {
      EXPECT_EQ(
          first[lane] | all[lane] | first_value[lane] | sum[lane] | prefix[lane] | count[lane] | before[lane],
          0u);
      continue;
    }
    EXPECT_EQ(first[lane], lane == first_active(lane) ? 1 : 0);
    EXPECT_EQ(all[lane], fold_active(condition, wave_of(lane), wave_end(lane), 1,
                                     [](uint64_t a, uint64_t b) { return a & b; }));
    EXPECT_EQ(first_value[lane], values[first_active(lane)]);
    EXPECT_EQ(sum[lane], fold_active(values, wave_of(lane), wave_end(lane), 0, add_words));
    EXPECT_EQ(prefix[lane], fold_active(values, wave_of(lane), lane, 0, add_words));
    EXPECT_EQ(count[lane], fold_active(condition, wave_of(lane), wave_end(lane), 0, add_words));
    EXPECT_EQ(before[lane], fold_active(condition, wave_of(lane), lane, 0, add_words));
  }
}

TEST_F(PartialWaveOps, MatchKnowsActiveLanesOnly) {
  for (Shape shape : {kI1, kI32, kF32, kI64}) {
    SCOPED_TRACE(std::to_string(shape.bits) + " bits");
    const auto values = small_numbers(shape, 0, shape.bits == 1 ? 2 : 3);
    const auto got = run_active({.op = Op::kWaveMatch,
                                 .arguments = {lanes(shape, values)},
                                 .results = {kI32, kI32, kI32, kI32},
                                 .result_is_struct = true});
    EXPECT_EQ(got, masks(subgroup_size(), [&](uint32_t a, uint32_t b) {
                return active_[a] && active_[b] && values[a] == values[b];
              }));
  }
}

TEST_F(PartialWaveOps, MultiPrefixIgnoresMaskBitsOfInactiveLanes) {
  const auto words = arbitrary_masks();
  const auto values = interesting_integers(32, kWaveLanes, 12),
             condition = interesting_integers(1, kWaveLanes, 9);
  OperationProgram sum{.op = Op::kWaveMultiPrefixOp, .arguments = mask_arguments(words), .results = {kI32}};
  OperationProgram count{
      .op = Op::kWaveMultiPrefixBitCount, .arguments = mask_arguments(words), .results = {kI32}};
  sum.arguments.insert(sum.arguments.begin(), lanes(kI32, values));
  sum.arguments.push_back(constant(kI8, 0));
  sum.arguments.push_back(constant(kI8, 1));
  count.arguments.insert(count.arguments.begin(), lanes(kI1, condition));
  const auto sums = run_active(sum), counts = run_active(count);
  for (uint32_t lane = 0; lane < kWaveLanes; ++lane) {
    uint64_t expected_sum = 0, expected_count = 0;
    for (uint32_t other = wave_of(lane); active_[lane] && other < lane; ++other) {
      if (!active_[other] || !in_mask(words, lane, other - wave_of(lane))) continue;
      expected_sum = add_words(expected_sum, values[other]);
      expected_count += condition[other];
    }
    EXPECT_EQ(sums[lane], expected_sum) << lane;
    EXPECT_EQ(counts[lane], expected_count) << lane;
  }
}

}  // namespace
}  // namespace trellis::test_ops
