// The options for the memory model, float modes, precision, array bounds and 16-bit storage: the modules, and
// their results on a device.
#include <gtest/gtest.h>

#include <algorithm>

#include "api/reflection/device_needs.hpp"
#include "tests/spirv_backend/device/option_program.hpp"

namespace trellis::test_options {
namespace {

using spirv::Extension;
using spirv::FloatControls;

class PolicyTest : public OptionTest {};

uint32_t count_decorations(const Translation& translation, spv::Decoration decoration) {
  const std::vector<uint32_t>& words = translation.spirv;
  uint32_t count = 0;
  for (size_t at = 5; at < words.size() && words[at] >> 16 != 0; at += words[at] >> 16) {
    count += (words[at] & 0xFFFF) == static_cast<uint32_t>(spv::Op::OpDecorate) &&
             words[at + 2] == static_cast<uint32_t>(decoration);
  }
  return count;
}

/// Returns the widths for which the module declares the execution mode.
std::vector<uint32_t> widths_of(const Translation& translation, spv::ExecutionMode mode) {
  const std::vector<uint32_t>& words = translation.spirv;
  std::vector<uint32_t> widths;
  for (size_t at = 5; at < words.size() && words[at] >> 16 != 0; at += words[at] >> 16) {
    if ((words[at] & 0xFFFF) == static_cast<uint32_t>(spv::Op::OpExecutionMode) &&
        words[at + 2] == static_cast<uint32_t>(mode)) {
      widths.push_back(words[at + 3]);
    }
  }
  std::sort(widths.begin(), widths.end());
  return widths;
}

spv::MemoryModel memory_model_of(const Translation& translation) {
  const std::vector<uint32_t>& words = translation.spirv;
  for (size_t at = 5; at < words.size() && words[at] >> 16 != 0; at += words[at] >> 16) {
    if ((words[at] & 0xFFFF) == static_cast<uint32_t>(spv::Op::OpMemoryModel)) {
      return static_cast<spv::MemoryModel>(words[at + 2]);
    }
  }
  return spv::MemoryModel::Max;
}

TranslateOptions vulkan_model() {
  TranslateOptions options;
  options.device.memory_model = spirv::MemoryModel::kVulkan;
  return options;
}

// Shaders with group-shared memory, atomics, coherent buffers, barriers and images.
TEST_F(PolicyTest, VulkanMemoryModelComputesTheSame) {
  for (const char* label :
       {"ops/uav_globallycoherent_last_group", "programs/last_group_finishes_reduction",
        "ops/barriers_every_classic_kind", "ops/barrier_68_flags", "ops/groupshared_2d_tile_transpose",
        "ops/groupshared_atomics_every_op", "programs/hash_table_cas_probing", "programs/bitonic_sort_pairs",
        "ops/half_native_load_store_struct"})
    expect_right(label, vulkan_model());
}

TEST(MemoryModel, SaysWhatIsMadeVisible) {
  const auto translation = translate("ops/uav_globallycoherent_last_group", vulkan_model());
  ASSERT_TRUE(translation) << translation.error().to_string();
  EXPECT_EQ(memory_model_of(*translation), spv::MemoryModel::Vulkan);
  EXPECT_EQ(count_decorations(*translation, spv::Decoration::Coherent), 0u);
  EXPECT_TRUE(has_capability(*translation, spv::Capability::VulkanMemoryModel));
  EXPECT_TRUE(has_capability(*translation, spv::Capability::VulkanMemoryModelDeviceScope));
  // Every access to the coherent buffer makes its value available or visible.
  uint32_t available = 0, visible = 0;
  const std::vector<uint32_t>& words = translation->spirv;
  for (size_t at = 5; at < words.size() && words[at] >> 16 != 0; at += words[at] >> 16) {
    const auto opcode = static_cast<spv::Op>(words[at] & 0xFFFF);
    const size_t length = words[at] >> 16;
    if (opcode == spv::Op::OpStore && length > 3) available += words[at + 3] >> 3 & 1;
    if (opcode == spv::Op::OpLoad && length > 4) visible += words[at + 4] >> 4 & 1;
  }
  EXPECT_GT(available, 0u);
  EXPECT_GT(visible, 0u);
  const auto plain = translate("ops/uav_globallycoherent_last_group", {});
  ASSERT_TRUE(plain);
  EXPECT_GT(count_decorations(*plain, spv::Decoration::Coherent), 0u);
  EXPECT_EQ(memory_model_of(*plain), spv::MemoryModel::GLSL450);

  // Without the device scope, the queue family scope is used. Before SPIR-V 1.5, the model needs an
  // extension.
  TranslateOptions older = vulkan_model();
  older.target = Target::kVulkan1_1;
  older.device.capabilities = {static_cast<uint32_t>(spv::Capability::VulkanMemoryModel)};
  const auto narrow = translate("ops/uav_globallycoherent_last_group", older);
  ASSERT_TRUE(narrow) << narrow.error().to_string();
  EXPECT_FALSE(has_capability(*narrow, spv::Capability::VulkanMemoryModelDeviceScope));
  EXPECT_TRUE(has_extension(*narrow, "SPV_KHR_vulkan_memory_model"));
  older.device.extensions.emplace();
  EXPECT_NE(refusal("ops/uav_globallycoherent_last_group", older).find("SPV_KHR_vulkan_memory_model"),
            std::string::npos);
}

TEST_F(PolicyTest, HalvesLiveInWordsWithoutTheExtension) {
  TranslateOptions options;
  options.device.extensions.emplace();
  for (const char* label : {"ops/half_native_load_store_struct", "ops/int16_vectors_load_store"}) {
    const auto translation = translate(label, options);
    ASSERT_TRUE(translation) << translation.error().to_string();
    EXPECT_FALSE(has_capability(*translation, spv::Capability::StorageBuffer16BitAccess));
    expect_right(label, options);
  }
}

TranslateOptions with_floats(uint8_t preserves, uint8_t flushes, uint8_t special,
                             FloatControls::Independence independence = FloatControls::Independence::kAll) {
  TranslateOptions options;
  options.device.float_controls = {FloatControls::Policy::kSupported, preserves, flushes, special,
                                   independence};
  return options;
}

TEST(FloatModes, AreThoseTheDeviceHas) {
  using spirv::kFloats16, spirv::kFloats32, spirv::kFloats64;
  using Widths = std::vector<uint32_t>;
  constexpr auto kPreserve = spv::ExecutionMode::DenormPreserve;
  const auto preserved = [&](const char* label, const TranslateOptions& options) {
    const auto translation = translate(label, options);
    EXPECT_TRUE(translation) << translation.error().to_string();
    return translation ? widths_of(*translation, kPreserve) : Widths{};
  };
  const char* halves = "ops/half_native_load_store_struct";
  EXPECT_EQ(preserved(halves, {}), Widths());
  EXPECT_EQ(preserved(halves, with_floats(0, 0, 0)), Widths());
  EXPECT_EQ(preserved(halves, with_floats(kFloats16, 0, 0)), Widths({16}));
  EXPECT_EQ(preserved(halves, with_floats(kFloats64, 0, 0)), Widths());
  using Independence = FloatControls::Independence;
  EXPECT_EQ(preserved(halves, with_floats(kFloats16, 0, 0, Independence::kOnly32)), Widths());
  EXPECT_EQ(preserved(halves, with_floats(kFloats16 | kFloats64, 0, 0, Independence::kOnly32)),
            Widths({16, 64}));
  EXPECT_EQ(preserved(halves, with_floats(kFloats16 | kFloats64, 0, 0, Independence::kNone)), Widths());
  EXPECT_EQ(preserved(halves, with_floats(7, 0, 0, Independence::kNone)), Widths({16, 32, 64}));
  const char* doubles = "ops/double_arithmetic_exact";
  EXPECT_EQ(preserved(doubles, with_floats(kFloats64, 0, 0)), Widths({64}));

  constexpr auto kSpecial = spv::ExecutionMode::SignedZeroInfNanPreserve;
  const char* tests = "ops/float_infinity_arithmetic";
  const auto asked = translate(tests, {});
  ASSERT_TRUE(asked) << asked.error().to_string();
  EXPECT_EQ(widths_of(*asked, kSpecial), Widths({32}));
  EXPECT_EQ(widths_of(*translate(tests, with_floats(0, 0, 0)), kSpecial), Widths());
  EXPECT_EQ(widths_of(*translate(tests, with_floats(0, 0, kFloats32 | kFloats16)), kSpecial), Widths({32}));
  TranslateOptions never;
  never.device.float_controls.policy = FloatControls::Policy::kNever;
  const auto nothing = translate(tests, never);
  ASSERT_TRUE(nothing);
  EXPECT_EQ(widths_of(*nothing, kSpecial), Widths());
  EXPECT_FALSE(has_capability(*nothing, spv::Capability::SignedZeroInfNanPreserve));
}

TEST(Precise, GrowsWithThePolicy) {
  const auto count = [](const char* label, spirv::Precise policy) {
    TranslateOptions options;
    options.device.precise = policy;
    const auto translation = translate(label, options);
    EXPECT_TRUE(translation) << translation.error().to_string();
    return translation ? count_decorations(*translation, spv::Decoration::NoContraction) : 0;
  };
  const char* marked = "stages/ps_water_surface";
  EXPECT_GT(count(marked, spirv::Precise::kMarked), 0u);
  EXPECT_GT(count(marked, spirv::Precise::kPropagated), count(marked, spirv::Precise::kMarked));
  const char* fast = "stages/ps_cloth_brdf";
  EXPECT_EQ(count(fast, spirv::Precise::kPropagated), count(fast, spirv::Precise::kMarked));
  EXPECT_GT(count(fast, spirv::Precise::kAll), count(fast, spirv::Precise::kMarked) + 10);
}

// The device can only read images with a known format: loads of one component declare theirs.
TEST_F(PolicyTest, TypedLoadsByFormat) {
  const char* label = "ops/typed_buffer_scalar_formats";
  const auto plain = translate(label, {});
  ASSERT_TRUE(plain) << plain.error().to_string();
  ASSERT_TRUE(has_capability(*plain, spv::Capability::StorageImageReadWithoutFormat));
  TranslateOptions options;
  options.device.capabilities = device_needs(plain->spirv).capabilities;
  std::erase(*options.device.capabilities,
             static_cast<uint32_t>(spv::Capability::StorageImageReadWithoutFormat));
  const auto with_formats = translate(label, options);
  ASSERT_TRUE(with_formats) << with_formats.error().to_string();
  EXPECT_FALSE(has_capability(*with_formats, spv::Capability::StorageImageReadWithoutFormat));
  expect_right(label, options);
  // Loads of several components are refused.
  options.device.capabilities.emplace();
  for (uint32_t n = 0; n < 100; ++n) {
    if (n != static_cast<uint32_t>(spv::Capability::StorageImageReadWithoutFormat)) {
      options.device.capabilities->push_back(n);
    }
  }
  const std::string text = refusal("resources/uav_typed_loads_many_formats", options);
  EXPECT_NE(text.find("StorageImageReadWithoutFormat"), std::string::npos) << text;
}

TEST_F(PolicyTest, MinPrecisionMayBeFull) {
  TranslateOptions options;
  options.device.min_precision = spirv::MinPrecision::kFull;
  const auto relaxed = translate("ops/min_precision_floats", {});
  ASSERT_TRUE(relaxed) << relaxed.error().to_string();
  EXPECT_GT(count_decorations(*relaxed, spv::Decoration::RelaxedPrecision), 0u);
  const auto full = translate("ops/min_precision_floats", options);
  ASSERT_TRUE(full);
  EXPECT_EQ(count_decorations(*full, spv::Decoration::RelaxedPrecision), 0u);
  expect_right("ops/min_precision_floats", options);
}

TEST_F(PolicyTest, MinPrecisionMayBeNative) {
  TranslateOptions options;
  options.device.min_precision = spirv::MinPrecision::kNative;
  for (const char* label : {"ops/min_precision_floats", "ops/min_precision_integers",
                            "ops/texture_rw_load_store", "ops/typed_buffer_other_formats",
                            "resources/min_precision_textures", "resources/uav_typed_loads_many_formats"}) {
    const auto translation = translate(label, options);
    ASSERT_TRUE(translation) << label << ": " << translation.error().to_string();
    EXPECT_TRUE(has_capability(*translation, spv::Capability::Float16) ||
                has_capability(*translation, spv::Capability::Int16))
        << label;
    EXPECT_FALSE(has_capability(*translation, spv::Capability::StorageBuffer16BitAccess)) << label;
    EXPECT_EQ(count_decorations(*translation, spv::Decoration::RelaxedPrecision), 0u) << label;
  }
  // The values in these shaders are exact in 16 bits.
  expect_right("ops/min_precision_floats", options);
  expect_right("ops/min_precision_integers", options);
  options.device.capabilities.emplace();
  const std::string text = refusal("ops/min_precision_floats", options);
  EXPECT_NE(text.find("Float16"), std::string::npos) << text;
}

TEST_F(PolicyTest, ArraysWithBoundsHoldTheSame) {
  TranslateOptions options;
  options.device.bounded_arrays = true;
  for (const char* label :
       {"ops/local_array_dynamic_scalar", "ops/local_array_structs_and_2d", "ops/constant_table_256_words",
        "ops/groupshared_struct_array", "ops/groupshared_cas_loop_multiply"})
    expect_right(label, options);
}

// Checks only the module of subgroup partitions: running it needs a device with the extension.
TEST(Partitions, AreUsedIfTheyAreNamed) {
  TranslateOptions options;
  options.device.extensions.emplace();
  options.device.extensions->add(Extension::kShaderSubgroupPartitionedNv);
  const auto translation = translate("ops/wave_match_and_multiprefix", options);
  ASSERT_TRUE(translation) << translation.error().to_string();
  EXPECT_TRUE(has_extension(*translation, "SPV_NV_shader_subgroup_partitioned"));
  EXPECT_GT(count_of(*translation, spv::Op::OpGroupNonUniformPartitionNV), 0u);
  const auto plain = translate("ops/wave_match_and_multiprefix", {});
  ASSERT_TRUE(plain);
  EXPECT_FALSE(has_extension(*plain, "SPV_NV_shader_subgroup_partitioned"));
}

}  // namespace
}  // namespace trellis::test_options
