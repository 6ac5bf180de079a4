// Workarounds for programs and drivers that break rules, and hints: the modules, and their results on a
// device.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <functional>
#include <limits>
#include <set>
#include <spirv/unified1/GLSL.std.450.h>

#include "spirv_backend/plan/stage/stage_rules.hpp"
#include "support/run_program.hpp"
#include "tests/c_api/binding_modes/bound_program.hpp"
#include "tests/spirv_backend/device/option_program.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_options {
namespace {

using dxil::Opcode;
using dxil::ResourceClass;
using spirv::Extension;
using spirv::FloatControls;
using spv::Op;
using test_c_api::ProgramBuilder;
using test_c_api::V;

class Workarounds : public test_c_api::BoundProgram {};

TranslateOptions with(uint16_t workarounds) {
  TranslateOptions options;
  options.device.workarounds = workarounds;
  return options;
}

/// Returns all instructions with this opcode, each with its first word.
std::vector<std::vector<uint32_t>> all_of(const std::vector<uint32_t>& words, Op opcode) {
  std::vector<std::vector<uint32_t>> found;
  for (size_t at = 5; at < words.size() && words[at] >> 16 != 0; at += words[at] >> 16) {
    const auto first = words.begin() + static_cast<ptrdiff_t>(at);
    if ((words[at] & 0xFFFF) == static_cast<uint32_t>(opcode)) found.emplace_back(first, first + (words[at] >> 16));
  }
  return found;
}

uint32_t count_decorations(const std::vector<uint32_t>& words, spv::Decoration decoration) {
  uint32_t count = 0;
  for (const auto& i : all_of(words, Op::OpDecorate)) count += i[2] == static_cast<uint32_t>(decoration) ? 1 : 0;
  return count;
}

Translation translated(const char* label, const TranslateOptions& options) {
  auto translation = translate(label, options);
  EXPECT_TRUE(translation) << label << (translation ? "" : translation.error().to_string());
  return translation ? std::move(*translation) : Translation();
}

// --- Addresses.

/// Returns a shader in which thread t loads the first word of the element of u1 whose index is word t of u0,
/// and stores it to that word. The elements of u1 have `stride` bytes; with 0, u1 is a raw buffer and the
/// index counts bytes.
dxil::Shader gather(uint32_t stride) {
  ProgramBuilder b;
  const dxil::TypeId i32 = b.int_type(32);
  b.raw_buffer(ResourceClass::kUav, 0);
  const uint32_t data = b.raw_buffer(ResourceClass::kUav, 1);
  if (stride != 0) {
    b.shader().resources[data].kind = dxil::ResourceKind::kStructuredBuffer;
    b.shader().resources[data].stride = stride;
  }
  b.begin_function("main", b.void_type(), {});
  const V byte = b.op(Opcode::kShl, i32, {b.thread_id(), b.i32(2)});
  const V index = b.load(i32, b.handle(ResourceClass::kUav, 0), byte);
  const V offset = stride == 0 ? b.undef_i32() : b.i32(0);
  const V loaded = b.dx(dxil::Op::kRawBufferLoad, b.load_result(i32),
                        {b.handle(ResourceClass::kUav, data), index, offset, b.i8(1), b.i32(4)});
  b.store(i32, b.handle(ResourceClass::kUav, 0), byte, b.op(Opcode::kExtractValue, i32, {loaded}, 0));
  b.finish();
  b.end_function();
  return b.take();
}

/// Returns what the first threads load with these indices from a buffer with the words 1000, 1001, ...
std::vector<uint32_t> gathered(const dxil::Shader& shader, uint16_t workarounds, std::vector<uint32_t> indices,
                               const std::function<std::vector<std::vector<uint32_t>>(
                                   const dxil::Shader&, const spirv::EmitOptions&, vulkan::Dispatch)>& run,
                               const std::function<vulkan::BoundResource(uint32_t, std::vector<uint32_t>)>& buffer) {
  const size_t count = indices.size();
  indices.resize(64);
  std::vector<uint32_t> words(96);
  for (uint32_t n = 0; n < words.size(); ++n) words[n] = 1000 + n;
  spirv::EmitOptions options;
  options.device.workarounds = workarounds;
  vulkan::Dispatch dispatch;
  dispatch.resources = {buffer(2000, indices), buffer(2001, words)};
  auto results = run(shader, options, dispatch);
  if (results.empty()) return {};
  results[0].resize(count);
  return results[0];
}

// 32-bit addresses wrap around: an address 2^32 bytes after an element is that of the element.
TEST_F(Workarounds, IndicesThatWrapAroundAreOutOfBounds) {
  struct Case {
    uint32_t stride;
    std::vector<uint32_t> indices, expected;
  };
  const Case cases[] = {
      {16, {0, 3, 0x10000000, 0x10000003, UINT32_MAX}, {1000, 1012, 0, 0, 0}},
      {12, {2, 0x15555556, 0x2AAAAAAB, UINT32_MAX}, {1006, 0, 0, 0}},
      {4, {5, 0x40000000, 0x40000007, UINT32_MAX}, {1005, 0, 0, 0}},
      {0, {20, 0xFFFFFFFC, 0xFFFFFC00}, {1005, 0, 0}},
  };
  const auto buffer = [](uint32_t binding, const std::vector<uint32_t>& words) {
    return storage_buffer(binding, words);
  };
  for (const Case& c : cases) {
    const dxil::Shader shader = gather(c.stride);
    EXPECT_EQ(gathered(shader, spirv::kWrappingAddresses, c.indices, run, buffer), c.expected) << c.stride;
    // Without the workaround, small indices give the same element.
    const auto without = gathered(shader, 0, c.indices, run, buffer);
    ASSERT_FALSE(without.empty());
    EXPECT_EQ(without[0], c.expected[0]) << c.stride;
  }
}

// Lavapipe wraps addresses. If that changes, the test above no longer proves anything.
TEST_F(Workarounds, TheDeviceWrapsAddresses) {
  const auto buffer = [](uint32_t binding, const std::vector<uint32_t>& words) {
    return storage_buffer(binding, words);
  };
  EXPECT_EQ(gathered(gather(16), 0, {0x10000003}, run, buffer), (std::vector<uint32_t>{1012}));
}

TEST_F(Workarounds, SmallIndicesAreNotClamped) {
  spirv::EmitOptions options;
  options.device.workarounds = spirv::kWrappingAddresses;
  EXPECT_GT(test_backend::count_of(module_of(gather(12), options), Op::OpExtInst), 0u);
  ProgramBuilder b;
  const dxil::TypeId i32 = b.int_type(32);
  b.raw_buffer(ResourceClass::kUav, 0);
  b.begin_function("main", b.void_type(), {});
  const V byte = b.op(Opcode::kShl, i32, {b.thread_id(), b.i32(2)});
  b.store(i32, b.handle(ResourceClass::kUav, 0), byte, b.i32(1));
  b.finish();
  b.end_function();
  EXPECT_EQ(test_backend::count_of(module_of(b.take(), options), Op::OpExtInst), 0u);
}

// --- Arithmetic.

TEST_F(Workarounds, RootsAreFinite) {
  ProgramBuilder b;
  const dxil::TypeId i32 = b.int_type(32), f32 = b.float_type(32);
  b.raw_buffer(ResourceClass::kUav, 0);
  b.begin_function("main", b.void_type(), {});
  const V byte = b.op(Opcode::kShl, i32, {b.thread_id(), b.i32(2)});
  const V value = b.load(f32, b.handle(ResourceClass::kUav, 0), byte);
  b.store(f32, b.handle(ResourceClass::kUav, 0), byte, b.dx(dxil::Op::kRsqrt, f32, {value}));
  b.finish();
  b.end_function();
  const dxil::Shader shader = b.take();
  spirv::EmitOptions options;
  options.device.workarounds = spirv::kFiniteRoots;
  std::vector<uint32_t> values(64, std::bit_cast<uint32_t>(4.0f));
  values[1] = 0;
  values[2] = std::bit_cast<uint32_t>(-1.0f);
  values[3] = std::bit_cast<uint32_t>(std::numeric_limits<float>::infinity());
  vulkan::Dispatch dispatch;
  dispatch.resources = {storage_buffer(2000, values)};
  const auto results = run(shader, options, dispatch);
  ASSERT_EQ(results.size(), 1u);
  const auto at = [&](size_t n) { return std::bit_cast<float>(results[0][n]); };
  EXPECT_FLOAT_EQ(at(0), 0.5f);
  EXPECT_EQ(at(1), std::numeric_limits<float>::max());
  EXPECT_EQ(at(2), 0.0f);
  EXPECT_EQ(at(3), 0.0f);
}

TEST(WorkaroundModules, PreciseMultiplyAddsAreFused) {
  ProgramBuilder b;
  const dxil::TypeId i32 = b.int_type(32), f32 = b.float_type(32);
  b.raw_buffer(ResourceClass::kUav, 0);
  b.begin_function("main", b.void_type(), {});
  const V byte = b.op(Opcode::kShl, i32, {b.thread_id(), b.i32(2)});
  const V value = b.load(f32, b.handle(ResourceClass::kUav, 0), byte);
  constexpr uint8_t kFast = 1;
  const V precise = b.dx(dxil::Op::kFMad, f32, {value, value, value});
  const V fast = b.dx(dxil::Op::kFMad, f32, {precise, value, value}, kFast);
  b.store(f32, b.handle(ResourceClass::kUav, 0), byte, fast);
  b.finish();
  b.end_function();
  const dxil::Shader shader = b.take();
  for (const bool fuses : {false, true}) {
    spirv::EmitOptions options;
    options.device.precise = spirv::Precise::kAll;
    options.device.workarounds = fuses ? spirv::kFusedPrecise : 0;
    const auto module = test_backend::translate(shader, options);
    ASSERT_TRUE(module);
    EXPECT_EQ(test_backend::validate(*module), "");
    EXPECT_EQ(test_backend::count_of(*module, Op::OpExtInst), fuses ? 2u : 0u);
    EXPECT_EQ(test_backend::count_of(*module, Op::OpFMul), fuses ? 0u : 2u);
  }
}

TEST(WorkaroundModules, DenormalsOfPackedHalvesStay) {
  TranslateOptions options = with(0);
  options.device.float_controls.policy = FloatControls::Policy::kSupported;
  options.device.float_controls.preserves_denorms = spirv::kFloats16 | spirv::kFloats32;
  constexpr auto kPreserve = spv::Capability::DenormPreserve;
  const char* const shader = "ops/half_bits_f16tof32_f32tof16";
  EXPECT_FALSE(has_capability(translated(shader, options), kPreserve));
  options.device.workarounds = spirv::kHalfDenorms;
  EXPECT_TRUE(has_capability(translated(shader, options), kPreserve));
  EXPECT_FALSE(has_capability(translated("ops/float_dot_and_geometry", options), kPreserve));
  // The device cannot preserve denormals of halves.
  options.device.float_controls.preserves_denorms = spirv::kFloats32;
  EXPECT_FALSE(has_capability(translated(shader, options), kPreserve));
}

// --- Memory.

/// Counts the stores and atomic operations on workgroup memory that no memory barrier of the workgroup follows
/// before the next access to memory.
uint32_t writes_without_barrier(const std::vector<uint32_t>& words) {
  std::set<uint32_t> pointers;  // To workgroup memory.
  uint32_t count = 0;
  bool is_open = false;
  for (size_t at = 5; at < words.size() && words[at] >> 16 != 0; at += words[at] >> 16) {
    const auto opcode = static_cast<Op>(words[at] & 0xFFFF);
    const uint32_t* const i = &words[at];
    if (opcode == Op::OpMemoryBarrier) is_open = false;
    const bool is_store = opcode == Op::OpStore;
    const bool is_atomic = opcode >= Op::OpAtomicExchange && opcode <= Op::OpAtomicXor;
    if (opcode == Op::OpVariable && i[3] == static_cast<uint32_t>(spv::StorageClass::Workgroup)) pointers.insert(i[2]);
    if (opcode == Op::OpAccessChain && pointers.count(i[3]) != 0) pointers.insert(i[2]);
    if (is_store || is_atomic || opcode == Op::OpLoad || opcode == Op::OpFunctionEnd) {
      count += is_open ? 1 : 0;
      is_open = (is_store && pointers.count(i[1]) != 0) || (is_atomic && pointers.count(i[3]) != 0);
    }
  }
  return count;
}

TEST(WorkaroundModules, BarriersOfGroupsOrderUavs) {
  constexpr uint32_t kUniform = 0x40, kImage = 0x800;
  const auto semantics_of = [](const Translation& translation) {
    std::set<uint32_t> constants;
    for (const auto& i : all_of(translation.spirv, Op::OpControlBarrier)) constants.insert(i[3]);
    uint32_t all = UINT32_MAX;
    for (const auto& i : all_of(translation.spirv, Op::OpConstant)) {
      if (constants.count(i[2]) != 0) all &= i[3];
    }
    return constants.empty() ? 0 : all;
  };
  const char* const shader = "programs/bitonic_sort_pairs";
  EXPECT_EQ(semantics_of(translated(shader, with(0))) & (kUniform | kImage), 0u);
  EXPECT_EQ(semantics_of(translated(shader, with(spirv::kDeviceBarriers))) & (kUniform | kImage), kUniform | kImage);
}

TEST(WorkaroundModules, MemoryBarriersFollowWritesToGroupsharedMemory) {
  for (const char* shader : {"programs/bitonic_sort_pairs", "ops/groupshared_atomics_every_op"}) {
    const Translation plain = translated(shader, with(0));
    const Translation fenced = translated(shader, with(spirv::kGroupsharedFences));
    EXPECT_TRUE(all_of(plain.spirv, Op::OpMemoryBarrier).empty()) << shader;
    const auto barriers = all_of(fenced.spirv, Op::OpMemoryBarrier);
    EXPECT_GT(barriers.size(), 0u) << shader;
    // Other stores are to the outputs, and nothing but the barriers is inserted.
    EXPECT_EQ(all_of(fenced.spirv, Op::OpStore).size(), all_of(plain.spirv, Op::OpStore).size()) << shader;
    EXPECT_EQ(writes_without_barrier(fenced.spirv), 0u) << shader;
    EXPECT_GT(writes_without_barrier(plain.spirv), 0u) << shader;
  }
  // Shaders without groupshared memory stay the same.
  const char* const other = "ops/float_dot_and_geometry";
  EXPECT_EQ(translated(other, with(spirv::kGroupsharedFences)).spirv, translated(other, with(0)).spirv);
}

TEST(WorkaroundModules, UavsAreCoherent) {
  const char* const shader = "programs/bitonic_sort_pairs";
  EXPECT_EQ(count_decorations(translated(shader, with(0)).spirv, spv::Decoration::Coherent), 0u);
  EXPECT_GT(count_decorations(translated(shader, with(spirv::kCoherentUavs)).spirv, spv::Decoration::Coherent), 0u);
  // Shaders without thread groups have no group barriers, so their UAVs need not be coherent.
  const char* const pixel = "stages/ps_discard_then_uav_writes";
  EXPECT_EQ(count_decorations(translated(pixel, with(spirv::kCoherentUavs)).spirv, spv::Decoration::Coherent), 0u);
}

class WorkaroundResults : public OptionTest {};

TEST_F(WorkaroundResults, AreTheSame) {
  constexpr uint16_t kAll = 0x7FF;
  for (const char* label : {"programs/bitonic_sort_pairs", "programs/hash_table_cas_probing",
                            "ops/groupshared_atomics_every_op", "ops/half_bits_f16tof32_f32tof16"}) {
    expect_right(label, with(kAll));
  }
}

// --- Stages.

TEST(WorkaroundModules, RatesOfPrimitivesAreDropped) {
  constexpr auto kRates = spv::Capability::FragmentShadingRateKHR;
  const char* const shader = "stages/gs_front_face_and_shading_rate_out";
  EXPECT_TRUE(has_capability(translated(shader, with(0)), kRates));
  EXPECT_FALSE(has_capability(translated(shader, with(spirv::kNoPrimitiveRates)), kRates));
  // Every stage that has a shading rate in its signature.
  for (const char* label : {"links/vs_rates_a", "links/hs_rates_a", "links/ds_rates_a", "links/gs_rates_a"}) {
    EXPECT_FALSE(has_capability(translated(label, with(spirv::kNoPrimitiveRates)), kRates)) << label;
  }
}

// A mesh declares one more vertex and primitive than the program does; out-of-range indices are clamped to
// it.
TEST(WorkaroundModules, MeshesDeclareAnExtraVertexAndPrimitive) {
  const auto declared = [](const Translation& translation, spv::ExecutionMode mode) {
    for (const auto& i : all_of(translation.spirv, Op::OpExecutionMode)) {
      if (i[2] == static_cast<uint32_t>(mode)) return i[3];
    }
    return 0u;
  };
  const auto minima = [](const Translation& translation) {
    uint32_t count = 0;
    for (const auto& i : all_of(translation.spirv, Op::OpExtInst)) count += i[4] == GLSLstd450UMin ? 1 : 0;
    return count;
  };
  using spv::ExecutionMode;
  const char* const shader = "stages/ms_meshlet";
  const Translation plain = translated(shader, with(0)), bounded = translated(shader, with(spirv::kBoundedMeshes));
  for (const auto mode : {ExecutionMode::OutputVertices, ExecutionMode::OutputPrimitivesEXT}) {
    EXPECT_EQ(declared(bounded, mode), declared(plain, mode) + 1);
  }
  EXPECT_GT(minima(bounded), minima(plain));
  // 256 is the maximum, so no extra one is added.
  constexpr uint32_t kMost = 256;
  EXPECT_EQ(spirv::declared_of_mesh(kMost, with(spirv::kBoundedMeshes).device), kMost);
  EXPECT_EQ(spirv::declared_of_mesh(0, with(0).device), 1u);
}

// --- Hints.

TEST(BranchHints, ReplaceTheShaders) {
  const auto controls = [](uint8_t hints, Op merge, size_t operand) {
    TranslateOptions options;
    options.device.branch_hints = hints;
    std::set<uint32_t> seen;
    for (const auto& i : all_of(translated("programs/bitonic_sort_pairs", options).spirv, merge)) {
      seen.insert(i[operand]);
    }
    return seen;
  };
  using Set = std::set<uint32_t>;
  EXPECT_EQ(controls(spirv::kUnrollLoops, Op::OpLoopMerge, 3), Set{1});
  EXPECT_EQ(controls(spirv::kKeepLoops, Op::OpLoopMerge, 3), Set{2});
  EXPECT_EQ(controls(spirv::kUnrollLoops | spirv::kKeepLoops, Op::OpLoopMerge, 3), Set{0});
  EXPECT_EQ(controls(spirv::kNoOwnHints, Op::OpLoopMerge, 3), Set{0});
  EXPECT_EQ(controls(spirv::kFlattenBranches, Op::OpSelectionMerge, 2), Set{1});
  EXPECT_EQ(controls(spirv::kKeepBranches, Op::OpSelectionMerge, 2), Set{2});
  EXPECT_EQ(controls(spirv::kNoOwnHints, Op::OpSelectionMerge, 2), Set{0});
}

// --- Float controls 2, which validators of 2023 do not know.

Translation with_float_controls_2(const char* label) {
  TranslateOptions options;
  options.device.extensions.emplace();
  for (const Extension extension : {Extension::k16BitStorage, Extension::kFloatControls, Extension::kFloatControls2}) {
    options.device.extensions->add(extension);
  }
  const auto dxil = test_support::read_binary_file(test_support::corpus_root() / (std::string(label) + ".dxil"));
  if (!dxil) return {};
  auto translation = Translator().translate(*dxil, options);
  EXPECT_TRUE(translation) << (translation ? "" : translation.error().to_string());
  if (!translation) return {};
  if (std::filesystem::exists(TRELLIS_SPIRV_VAL)) {
    const auto& words = translation->spirv;
    const std::span<const char> bytes(reinterpret_cast<const char*>(words.data()), words.size() * 4);
    const auto run = run_program({TRELLIS_SPIRV_VAL, "--target-env", "vulkan1.3", "-"}, bytes, 60);
    EXPECT_TRUE(run && run->exit_status == 0) << (run ? run->errors + run->output : String());
  }
  return std::move(*translation);
}

TEST(FloatControls2, RoundingToHalvesIsDecorated) {
  constexpr uint32_t kFloatControls2 = 6029;
  const char* const shader = "wild/half_conversions_that_round";
  const Translation plain = translated(shader, {}), decorated = with_float_controls_2(shader);
  const uint32_t modes = count_decorations(decorated.spirv, spv::Decoration::FPFastMathMode);
  EXPECT_GT(modes, 0u);
  EXPECT_EQ(count_decorations(plain.spirv, spv::Decoration::FPFastMathMode), 0u);
  EXPECT_EQ(count_decorations(decorated.spirv, spv::Decoration::NoContraction) + modes,
            count_decorations(plain.spirv, spv::Decoration::NoContraction));
  EXPECT_TRUE(has_capability(decorated, static_cast<spv::Capability>(kFloatControls2)));
  EXPECT_TRUE(has_extension(decorated, "SPV_KHR_float_controls2"));
  // Unused extensions are not declared.
  EXPECT_FALSE(has_extension(with_float_controls_2("ops/float_dot_and_geometry"), "SPV_KHR_float_controls2"));
}

}  // namespace
}  // namespace trellis::test_options
