// Runs hand-written programs whose results depend on float modes and precision.
#include <array>
#include <bit>

#include "tests/c_api/binding_modes/bound_program.hpp"
#include "tests/vulkan/names.hpp"

namespace trellis::test_options {
namespace {

using dxil::Opcode;
using dxil::ResourceClass;
using dxil::TypeId;
using spirv::FloatControls;
using test_backend::ProgramBuilder;
using test_backend::V;

class FloatValues : public test_c_api::BoundProgram {
 protected:
  /// Returns the float controls of this device, filled in as a caller would do it.
  static FloatControls device_modes() {
    auto floats = vulkan::vulkan_structure<VkPhysicalDeviceFloatControlsProperties>(
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES);
    auto properties =
        vulkan::vulkan_structure<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
    properties.pNext = &floats;
    vkGetPhysicalDeviceProperties2(runner().device().physical_device(), &properties);
    const auto mask = [](VkBool32 of16, VkBool32 of32, VkBool32 of64) {
      return static_cast<uint8_t>((of16 != 0 ? spirv::kFloats16 : 0) | (of32 != 0 ? spirv::kFloats32 : 0) |
                                  (of64 != 0 ? spirv::kFloats64 : 0));
    };
    FloatControls modes;
    modes.policy = FloatControls::Policy::kSupported;
    modes.preserves_denorms = mask(floats.shaderDenormPreserveFloat16, floats.shaderDenormPreserveFloat32,
                                   floats.shaderDenormPreserveFloat64);
    modes.flushes_denorms = mask(floats.shaderDenormFlushToZeroFloat16, floats.shaderDenormFlushToZeroFloat32,
                                 floats.shaderDenormFlushToZeroFloat64);
    modes.keeps_special =
        mask(floats.shaderSignedZeroInfNanPreserveFloat16, floats.shaderSignedZeroInfNanPreserveFloat32,
             floats.shaderSignedZeroInfNanPreserveFloat64);
    switch (floats.denormBehaviorIndependence) {
      case VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_32_BIT_ONLY:
        modes.independence = FloatControls::Independence::kOnly32;
        break;
      case VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_NONE:
        modes.independence = FloatControls::Independence::kNone;
        break;
      default:
        break;
    }
    return modes;
  }

  /// Runs the shader with `words` in t0, and returns the words of u0. All threads do the same.
  static std::vector<uint32_t> run_words(const dxil::Shader& shader, const spirv::EmitOptions& options,
                                         const std::vector<uint32_t>& words) {
    vulkan::Dispatch dispatch;
    dispatch.resources = {storage_buffer(1000, words), storage_buffer(2000, std::vector<uint32_t>(16, 99))};
    const auto results = run(shader, options, dispatch);
    return results.empty() ? std::vector<uint32_t>(16, 99) : results[1];
  }
};

/// Returns a shader that calls `compute` with t0 as the source and u0 as the target.
template <class Compute>
dxil::Shader computing(const Compute& compute) {
  ProgramBuilder b;
  b.raw_buffer(ResourceClass::kSrv, 0);
  b.raw_buffer(ResourceClass::kUav, 0);
  b.begin_function("main", b.void_type(), {});
  const V source = b.handle(ResourceClass::kSrv, 0), target = b.handle(ResourceClass::kUav, 0, b.i32(0));
  compute(b, source, target);
  b.finish();
  b.end_function();
  return b.take();
}

constexpr uint32_t word(float value) { return std::bit_cast<uint32_t>(value); }

/// Loads a float of `bits` from a byte offset of a buffer.
V load_float(ProgramBuilder& b, uint8_t bits, V source, uint32_t byte) {
  if (bits == 32) return b.load(b.float_type(32), source, b.i32(byte));
  const V low = b.load(b.int_type(32), source, b.i32(byte));
  if (bits == 16) {
    const V half = b.op(Opcode::kTrunc, b.int_type(16), {low});
    return b.op(Opcode::kBitcast, b.float_type(16), {half});
  }
  const TypeId i64 = b.int_type(64);
  const V high = b.op(Opcode::kZExt, i64, {b.load(b.int_type(32), source, b.i32(byte + 4))});
  const V upper = b.op(Opcode::kShl, i64, {high, b.constant(i64, 32)});
  return b.op(Opcode::kBitcast, b.float_type(64),
              {b.op(Opcode::kOr, i64, {upper, b.op(Opcode::kZExt, i64, {low})})});
}

void store_float(ProgramBuilder& b, uint8_t bits, V target, uint32_t byte, V value) {
  const TypeId i32 = b.int_type(32), wide = b.int_type(bits);
  V whole = b.op(Opcode::kBitcast, wide, {value});
  if (bits == 64) {
    const V high = b.op(Opcode::kLShr, wide, {whole, b.constant(wide, 32)});
    b.store(i32, target, b.i32(byte + 4), b.op(Opcode::kTrunc, i32, {high}));
    whole = b.op(Opcode::kTrunc, i32, {whole});
  }
  b.store(i32, target, b.i32(byte), bits == 16 ? b.op(Opcode::kZExt, i32, {whole}) : whole);
}

/// Returns a shader that doubles the smallest denormal and halves the smallest normal number.
dxil::Shader denormal_program(uint8_t bits, const char* mode) {
  dxil::Shader shader = computing([&](ProgramBuilder& b, V source, V target) {
    const TypeId type = b.float_type(bits);
    const V least = load_float(b, bits, source, 0), normal = load_float(b, bits, source, 8);
    const V half = load_float(b, bits, source, 16);
    store_float(b, bits, target, 0, b.op(Opcode::kFAdd, type, {least, least}));
    store_float(b, bits, target, 8, b.op(Opcode::kFMul, type, {normal, half}));
  });
  shader.module.functions[0].denorm_mode = mode;
  return shader;
}

struct DenormalCase {
  uint8_t bits, mask;
  uint64_t normal, half;  ///< The smallest normal number, and 0.5.
};
constexpr DenormalCase kDenormalCases[] = {{16, spirv::kFloats16, 0x0400, 0x3800},
                                           {32, spirv::kFloats32, 0x00800000, 0x3F000000},
                                           {64, spirv::kFloats64, 0x0010000000000000, 0x3FE0000000000000}};

/// If the device supports the mode, denormals behave accordingly. If not, the module does not declare it, and
/// either behavior is accepted. Lavapipe supports neither mode for any width (it keeps denormals), so on it
/// the test only checks that no mode is declared and no bits are lost in other ways.
TEST_F(FloatValues, DenormalsFollowTheModes) {
  for (const char* mode : {"", "preserve", "ftz"}) {
    for (const DenormalCase& c : kDenormalCases) {
      SCOPED_TRACE(std::string(mode) + " " + std::to_string(c.bits));
      spirv::EmitOptions options;
      options.device.float_controls = device_modes();
      const dxil::Shader shader = denormal_program(c.bits, mode);
      const std::string text = test_backend::disassemble(module_of(shader, options));
      const std::string width = " " + std::to_string(c.bits) + "\n";
      const bool preserves = text.find("DenormPreserve" + width) != std::string::npos;
      const bool flushes = text.find("DenormFlushToZero" + width) != std::string::npos;
      if ((options.device.float_controls.preserves_denorms & c.mask) == 0) {
        EXPECT_FALSE(preserves);
      }
      if ((options.device.float_controls.flushes_denorms & c.mask) == 0) {
        EXPECT_FALSE(flushes);
      }
      const auto low = [](uint64_t bits) { return static_cast<uint32_t>(bits); };
      const auto high = [](uint64_t bits) { return static_cast<uint32_t>(bits >> 32); };
      const auto found =
          run_words(shader, options, {1, 0, low(c.normal), high(c.normal), low(c.half), high(c.half)});
      const uint32_t unused = c.bits == 64 ? 0 : 99;
      const std::array<uint32_t, 4> kept = {2, unused, low(c.normal / 2),
                                            c.bits == 64 ? high(c.normal / 2) : 99};
      const std::array<uint32_t, 4> flushed = {0, unused, 0, unused};
      for (size_t n = 0; n < 4; ++n) {
        const bool is_kept = found[n] == kept[n], is_flushed = found[n] == flushed[n];
        EXPECT_TRUE((is_kept && !flushes) || (is_flushed && !preserves)) << n << ": " << found[n];
      }
    }
  }
}

/// Infinity minus itself is NaN if special values are preserved. Otherwise drivers may simplify it to 0, as
/// lavapipe does.
TEST_F(FloatValues, SpecialValuesAreKept) {
  const dxil::Shader shader = computing([](ProgramBuilder& b, V source, V target) {
    const TypeId f32 = b.float_type(32), i32 = b.int_type(32);
    const V x = b.load(f32, source, b.i32(0));
    const V nothing = b.op(Opcode::kFSub, f32, {x, x}, 0, dxil::kFast);
    const V is_nan = b.dx(dxil::Op::kIsNaN, b.int_type(1), {nothing});
    b.store(i32, target, b.i32(0), b.op(Opcode::kSelect, i32, {is_nan, b.i32(1), b.i32(0)}));
  });
  spirv::EmitOptions options;
  options.device.float_controls = device_modes();
  if ((options.device.float_controls.keeps_special & spirv::kFloats32) == 0) {
    GTEST_SKIP() << "the device does not promise to keep NaN and infinity";
  }
  EXPECT_EQ(run_words(shader, options, {0x7F800000})[0], 1u);
  options.device.float_controls = {};
  EXPECT_EQ(run_words(shader, options, {0x7F800000})[0], 1u) << "the program tests for NaN";
}

/// Returns a shader that writes to u0, one word each: whether `value_of` of the first word of t0 is NaN,
/// whether it is infinite, and whether it is finite.
template <class Value>
dxil::Shader classifying(const Value& value_of) {
  return computing([&](ProgramBuilder& b, V source, V target) {
    const TypeId i32 = b.int_type(32);
    const V value = value_of(b, b.load(b.float_type(32), source, b.i32(0)), target);
    uint32_t byte = 0;
    for (const dxil::Op test : {dxil::Op::kIsNaN, dxil::Op::kIsInf, dxil::Op::kIsFinite}) {
      const V is = b.dx(test, b.int_type(1), {value});
      b.store(i32, target, b.i32(byte), b.op(Opcode::kSelect, i32, {is, b.i32(1), b.i32(0)}));
      byte += 4;
    }
  });
}

constexpr uint32_t kNan = 0x7FC00000, kSignalingNan = 0xFF800001, kInfinity = 0x7F800000;
constexpr uint32_t kSign = 0x80000000, kGreatest = 0x7F7FFFFF;

using Classes = std::array<uint32_t, 3>;
constexpr Classes kIsNanClass = {1, 0, 0}, kIsInfiniteClass = {0, 1, 0}, kIsFiniteClass = {0, 0, 1};

/// What a buffer contains is tested by its bits, without the mode.
TEST_F(FloatValues, StoredValuesAreClassifiedWithoutTheMode) {
  const std::pair<uint32_t, Classes> cases[] = {
      {kNan, kIsNanClass},           {kSign | kNan, kIsNanClass},
      {kSignalingNan, kIsNanClass},  {kSign | 0x7FFFFFFF, kIsNanClass},
      {kInfinity, kIsInfiniteClass}, {kSign | kInfinity, kIsInfiniteClass},
      {kGreatest, kIsFiniteClass},   {kSign | kGreatest, kIsFiniteClass},
      {0, kIsFiniteClass},           {kSign, kIsFiniteClass},
      {1, kIsFiniteClass},           {word(1), kIsFiniteClass}};
  const dxil::Shader loaded = classifying([](ProgramBuilder&, V x, V) { return x; });
  const dxil::Shader selected = classifying([](ProgramBuilder& b, V x, V) {
    const TypeId i32 = b.int_type(32), f32 = b.float_type(32);
    const V bits = b.op(Opcode::kBitcast, i32, {x});
    const V is_one = b.compare(dxil::Predicate::kEq, bits, b.i32(1));
    return b.op(Opcode::kSelect, f32, {is_one, b.f32(1), x});
  });
  for (const dxil::Shader* shader : {&loaded, &selected}) {
    EXPECT_EQ(test_backend::disassemble(module_of(*shader, {})).find("SignedZeroInfNanPreserve"),
              std::string::npos);
    for (const auto& [bits, expected] : cases) {
      const auto found = run_words(*shader, {}, {bits});
      EXPECT_EQ((Classes{found[0], found[1], found[2]}), expected) << std::hex << bits;
    }
  }
  spirv::EmitOptions promised;
  promised.device.semantics = spirv::kSpecialsKept;
  EXPECT_EQ(test_backend::disassemble(module_of(loaded, {})).find("OpIsNan"), std::string::npos);
  EXPECT_NE(test_backend::disassemble(module_of(loaded, promised)).find("OpIsNan"), std::string::npos);
}

/// A minimum with a number is a number. The test for infinity depends on arithmetic, and needs the mode.
TEST_F(FloatValues, MinimaAreNotNan) {
  const dxil::Shader shader = classifying([](ProgramBuilder& b, V x, V) {
    return b.dx(dxil::Op::kFMin, b.float_type(32), {x, b.f32(65504)});
  });
  const std::string text = test_backend::disassemble(module_of(shader, {}));
  EXPECT_EQ(text.find("OpIsNan"), std::string::npos);
  EXPECT_NE(text.find("SignedZeroInfNanPreserve"), std::string::npos);
  for (const uint32_t bits : {kNan, kInfinity, word(1)}) {
    const auto found = run_words(shader, {}, {bits});
    EXPECT_EQ((Classes{found[0], found[1], found[2]}), kIsFiniteClass) << std::hex << bits;
  }
  const auto found = run_words(shader, {}, {kSign | kInfinity});
  EXPECT_EQ((Classes{found[0], found[1], found[2]}), kIsInfiniteClass);
}

/// The shader may have stored the result of arithmetic where it loads the tested value from.
TEST_F(FloatValues, ValuesThatTheShaderStoredNeedTheMode) {
  const dxil::Shader shader = classifying([](ProgramBuilder& b, V x, V target) {
    const TypeId f32 = b.float_type(32);
    b.store(f32, target, b.i32(16), b.op(Opcode::kFSub, f32, {x, x}, 0, dxil::kFast));
    return b.load(f32, target, b.i32(16));
  });
  EXPECT_NE(test_backend::disassemble(module_of(shader, {})).find("SignedZeroInfNanPreserve 32"),
            std::string::npos);
  const auto found = run_words(shader, {}, {kInfinity});
  EXPECT_EQ((Classes{found[0], found[1], found[2]}), kIsNanClass);
}

/// Computes (a + b) - a, doubled. The sum loses b, unless the driver simplifies the expression to b, which it
/// may do if nothing is precise. Lavapipe does so.
TEST_F(FloatValues, PreciseArithmeticIsNotSimplified) {
  const dxil::Shader shader = computing([](ProgramBuilder& b, V source, V target) {
    const TypeId f32 = b.float_type(32);
    const V large = b.load(f32, source, b.i32(0)), small = b.load(f32, source, b.i32(4));
    const V sum = b.op(Opcode::kFAdd, f32, {large, small}, 0, dxil::kFast);
    const V rest = b.op(Opcode::kFSub, f32, {sum, large}, 0, dxil::kFast);
    b.store(f32, target, b.i32(0), b.op(Opcode::kFMul, f32, {rest, b.f32(2)}));  // Only this is precise.
  });
  const auto result = [&](spirv::Precise policy) {
    spirv::EmitOptions options;
    options.device.precise = policy;
    return run_words(shader, options, {word(0x1p30f), word(0.25f)})[0];
  };
  EXPECT_EQ(result(spirv::Precise::kAll), 0u);
  EXPECT_EQ(result(spirv::Precise::kPropagated), 0u);
  const uint32_t marked = result(spirv::Precise::kMarked);
  EXPECT_TRUE(marked == 0 || marked == word(0.5f)) << marked;
  if (runner().properties().name.find("llvmpipe") != std::string::npos) {
    EXPECT_EQ(marked, word(0.5f)) << "the policies can no longer be told apart on this device";
  }
}

/// a * b + c rounds twice if it is precise. Lavapipe never fuses, so this test cannot fail there.
TEST_F(FloatValues, PreciseArithmeticIsNotFused) {
  const dxil::Shader shader = computing([](ProgramBuilder& b, V source, V target) {
    const TypeId f32 = b.float_type(32);
    const V a = b.load(f32, source, b.i32(0)), c = b.load(f32, source, b.i32(4));
    const V product = b.op(Opcode::kFMul, f32, {a, a}, 0, dxil::kFast);
    b.store(f32, target, b.i32(0), b.op(Opcode::kFAdd, f32, {product, c}, 0, dxil::kFast));
    b.store(f32, target, b.i32(4), b.dx(dxil::Op::kFMad, f32, {a, a, c}));
  });
  spirv::EmitOptions options;
  options.device.precise = spirv::Precise::kAll;
  const auto found = run_words(shader, options, {word(1 + 0x1p-12f), word(-1 - 0x1p-11f)});
  EXPECT_EQ(found[0], 0u) << "fused, it is 2^-24";
  EXPECT_EQ(found[1], 0u);
}

/// Returns a shader that shows how min-precision values are stored and with which precision they are
/// computed.
dxil::Shader min_precision_program() {
  ProgramBuilder b;
  const TypeId f16 = b.float_type(16), i16 = b.int_type(16), i32 = b.int_type(32);
  b.raw_buffer(ResourceClass::kCbv, 0);
  b.shader().resources[0].kind = dxil::ResourceKind::kCBuffer;
  b.raw_buffer(ResourceClass::kUav, 0);
  const TypeId table_type = b.array(f16, 4), record = b.record({f16, i32, i16});
  const V table = b.global(table_type, 0, true, b.data(table_type, {0x3C00, 0x4000, 0x4200, 0x4400}));
  const V shared = b.global(b.array(record, 2), 3);
  b.begin_function("main", b.void_type(), {});
  const V row = b.dx(dxil::Op::kCBufferLoadLegacy, b.record({f16, f16, f16, f16}, "dx.types.CBufRet.f16"),
                     {b.handle(ResourceClass::kCbv, 0), b.i32(0)});
  const V numbers = b.dx(dxil::Op::kCBufferLoadLegacy, b.record({i16, i16, i16, i16}, "dx.types.CBufRet.i16"),
                         {b.handle(ResourceClass::kCbv, 0), b.i32(1)});
  const V index = b.op(Opcode::kZExt, i32, {b.op(Opcode::kExtractValue, i16, {numbers}, 3)});
  const V target = b.handle(ResourceClass::kUav, 0, b.i32(0));
  const auto put_float = [&](uint32_t word, V half) {
    const V wide = b.op(Opcode::kFPExt, b.float_type(32), {half});
    b.store(b.float_type(32), target, b.i32(4 * word), wide);
  };
  const V large = b.op(Opcode::kExtractValue, f16, {row}, 0),
          one = b.op(Opcode::kExtractValue, f16, {row}, 1);
  put_float(0, large);
  put_float(1, b.op(Opcode::kFAdd, f16, {large, one}));  // 2049 does not fit into the significand of a half.
  const V entry = b.op(Opcode::kGep, b.pointer(), {table, b.i32(0), index}, table_type);
  put_float(2, b.op(Opcode::kLoad, f16, {entry}, 4));

  const auto load = [&](TypeId type, V pointer) { return b.op(Opcode::kLoad, type, {pointer}, 4); };
  const auto store = [&](V value, V pointer) { b.op(Opcode::kStore, b.void_type(), {value, pointer}, 4); };
  const auto member = [&](uint32_t n) {
    return b.op(Opcode::kGep, b.pointer(), {shared, b.i32(0), index, b.i32(n)}, b.array(record, 2));
  };
  store(one, member(0));
  store(b.i32(5), member(1));
  store(b.op(Opcode::kExtractValue, i16, {numbers}, 0), member(2));
  b.dx(dxil::Op::kBarrier, b.void_type(), {b.i32(9)});
  // The atomic operation requires that the struct's words stay whole.
  b.op(Opcode::kAtomicRmw, i32, {member(1), b.i32(7)}, static_cast<uint32_t>(dxil::AtomicOp::kMax));
  put_float(3, load(f16, member(0)));
  b.store(i32, target, b.i32(16), load(i32, member(1)));
  const V negative = load(i16, member(2));
  b.store(i32, target, b.i32(20), b.op(Opcode::kSExt, i32, {negative}));
  const V product = b.op(Opcode::kMul, i16, {negative, b.op(Opcode::kExtractValue, i16, {numbers}, 1)});
  b.store(i32, target, b.i32(24), b.op(Opcode::kZExt, i32, {product}));
  b.finish();
  b.end_function();
  return b.take(false);
}

TEST_F(FloatValues, MinPrecisionMayBeNative) {
  for (const spirv::MinPrecision mode :
       {spirv::MinPrecision::kRelaxed, spirv::MinPrecision::kFull, spirv::MinPrecision::kNative}) {
    const bool is_native = mode == spirv::MinPrecision::kNative;
    SCOPED_TRACE(static_cast<int>(mode));
    spirv::EmitOptions options;
    options.device.min_precision = mode;
    const dxil::Shader shader = min_precision_program();
    const std::string text = test_backend::disassemble(module_of(shader, options));
    EXPECT_EQ(text.find("OpCapability Float16") != std::string::npos, is_native);
    EXPECT_EQ(text.find("OpCapability Int16") != std::string::npos, is_native);
    EXPECT_EQ(text.find("RelaxedPrecision") != std::string::npos, mode == spirv::MinPrecision::kRelaxed);
    EXPECT_EQ(text.find("16BitAccess"), std::string::npos);
    vulkan::Dispatch dispatch;
    vulkan::BoundResource constants = storage_buffer(0, {word(2048), word(1), 0, 0, 0xFFFFFFFD, 20000, 0, 1});
    constants.type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    dispatch.resources = {constants, storage_buffer(2000, std::vector<uint32_t>(16, 99))};
    const auto results = run(shader, options, dispatch);
    ASSERT_EQ(results.size(), 2u);
    const std::vector<uint32_t>& found = results[1];
    EXPECT_EQ(found[0], word(2048));
    // RelaxedPrecision allows either result.
    if (mode != spirv::MinPrecision::kRelaxed) {
      EXPECT_EQ(found[1], word(is_native ? 2048 : 2049));
    }
    EXPECT_EQ(found[2], word(2));
    EXPECT_EQ(found[3], word(1));
    EXPECT_EQ(found[4], 7u);
    EXPECT_EQ(found[5], 0xFFFFFFFDu);
    EXPECT_EQ(found[6], static_cast<uint32_t>(static_cast<uint16_t>(-60000)));
  }
}

TEST_F(FloatValues, NativeMinPrecisionNeedsTheCapability) {
  for (const spv::Capability missing : {spv::Capability::Float16, spv::Capability::Int16}) {
    spirv::EmitOptions options;
    options.device.min_precision = spirv::MinPrecision::kNative;
    options.device.capabilities.emplace();
    for (const spv::Capability has : {spv::Capability::Float16, spv::Capability::Int16}) {
      if (has != missing) options.device.capabilities->push_back(static_cast<uint32_t>(has));
    }
    const auto module = test_backend::translate(min_precision_program(), options);
    ASSERT_FALSE(module);
    EXPECT_EQ(module.error().code, ErrorCode::kUnsupported);
    options.device.min_precision = spirv::MinPrecision::kRelaxed;
    EXPECT_TRUE(test_backend::translate(min_precision_program(), options));
  }
}

}  // namespace
}  // namespace trellis::test_options
