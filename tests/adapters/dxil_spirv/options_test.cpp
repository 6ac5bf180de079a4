// Each option and quirk changes the module, or is named in the log.
#include <algorithm>

#include "tests/adapters/dxil_spirv/conversion.hpp"

namespace trellis::test_dxil_spirv {
namespace {

/// Counts the lines of a log.
size_t lines_of(const std::string& log) {
  return static_cast<size_t>(std::count(log.begin(), log.end(), '\n'));
}

dxil_spv_option_shader_quirk quirk(dxil_spv_shader_quirk which) {
  return {{DXIL_SPV_OPTION_SHADER_QUIRK}, which};
}

/// Returns whether the module declares the extension. Reads the words, since validators of 2023 do not know
/// all extensions.
bool uses(const Conversion& c, const std::string& extension) {
  const std::vector<uint32_t> words = c.words();
  constexpr uint32_t kExtension = 10;
  for (size_t at = 5; at < words.size(); at += std::max(words[at] >> 16, 1u)) {
    if ((words[at] & 0xFFFF) == kExtension && extension == reinterpret_cast<const char*>(&words[at + 1]))
      return true;
  }
  return false;
}

TEST(DxilSpirvOptions, WhatIsIgnoredIsLoggedOnceByName) {
  const Conversion c("stages/ps_alpha_to_coverage");
  dxil_spv_option_instruction_instrumentation reports = {};
  reports.base.type = DXIL_SPV_OPTION_INSTRUCTION_INSTRUMENTATION;
  reports.enabled = DXIL_SPV_TRUE;
  c.set(reports);
  c.set(reports);
  EXPECT_EQ(c.log, "option 41 (INSTRUCTION_INSTRUMENTATION) is ignored\n");
  c.set(dxil_spv_option_shader_abort{{DXIL_SPV_OPTION_SHADER_ABORT}, DXIL_SPV_TRUE});
  EXPECT_TRUE(has(c.log, "option 55 (SHADER_ABORT) is ignored\n"));
  c.set(quirk(DXIL_SPV_SHADER_QUIRK_NON_SEMANTIC_SIGNAL_CONCURRENT_WORKGROUP));
  c.set(quirk(DXIL_SPV_SHADER_QUIRK_NON_SEMANTIC_SIGNAL_CONCURRENT_WORKGROUP));
  EXPECT_TRUE(has(
      c.log, "option 42 (SHADER_QUIRK): quirk 15 (NON_SEMANTIC_SIGNAL_CONCURRENT_WORKGROUP) is ignored\n"));
  c.set(dxil_spv_option_shader_quirk{{static_cast<dxil_spv_option>(57)}, DXIL_SPV_SHADER_QUIRK_NONE});
  EXPECT_TRUE(has(c.log, "option 57 (unknown to this library) is ignored\n"));
  c.set(quirk(static_cast<dxil_spv_shader_quirk>(18)));
  EXPECT_TRUE(has(c.log, "quirk 18 (unknown to this library) is ignored\n"));
  EXPECT_EQ(lines_of(c.log), 5u);
}

TEST(DxilSpirvOptions, NothingIsLoggedOfSwitchesThatAreOff) {
  const Conversion c("stages/ps_alpha_to_coverage");
  /// Larger than any option struct: the option's number, followed by zeros.
  struct AllOff {
    dxil_spv_option_base base;
    uint64_t rest[8];
  };
  for (uint32_t number = 1; number <= 56; ++number) {
    c.set(AllOff{{static_cast<dxil_spv_option>(number)}, {}});
  }
  EXPECT_EQ(c.log, "");
  EXPECT_NE(c.text(), "");
}

TEST(DxilSpirvOptions, AreSupportedIfTheyAreHonouredOrNotNeeded) {
  const auto supports = [](int number) {
    return dxil_spv_converter_supports_option(static_cast<dxil_spv_option>(number)) != 0;
  };
  for (const int number : {1, 15, 16, 31, 33, 35, 42, 46, 47, 52, 53, 54, 56})
    EXPECT_TRUE(supports(number)) << number;
  for (const int number : {0, 41, 48, 55, 57, 1000, -1}) EXPECT_FALSE(supports(number)) << number;
}

TEST(DxilSpirvOptions, AddressesThatWrapAreClamped) {
  const Conversion c("resources/append_consume_partition");
  const auto as_storage = [](void*, const dxil_spv_uav_d3d_binding* range,
                             dxil_spv_uav_vulkan_binding* answer) {
    *answer = {};
    answer->buffer_binding.binding = range->d3d_binding.register_index;
    answer->buffer_binding.descriptor_type = DXIL_SPV_VULKAN_DESCRIPTOR_TYPE_SSBO;
    answer->counter_binding.set = 1;
    answer->counter_binding.binding = range->d3d_binding.register_index;
    answer->counter_binding.descriptor_type = DXIL_SPV_VULKAN_DESCRIPTOR_TYPE_SSBO;
    return DXIL_SPV_TRUE;
  };
  dxil_spv_converter_set_uav_remapper(c.converter, as_storage, nullptr);
  const std::string before = c.text();
  EXPECT_FALSE(has(before, "UMin"));
  dxil_spv_option_ssbo_addressing_behavior wraps = {
      {DXIL_SPV_OPTION_SSBO_ADDRESSING_BEHAVIOR}, DXIL_SPV_FALSE, DXIL_SPV_TRUE};
  c.set(wraps);
  EXPECT_EQ(c.text(), before);  // The module has no raw access chains to which this could apply.
  wraps.ssbo_wraps = DXIL_SPV_TRUE;
  c.set(wraps);
  EXPECT_TRUE(has(c.text(), "UMin"));
  wraps.ssbo_wraps = DXIL_SPV_FALSE;
  c.set(wraps);
  EXPECT_EQ(c.text(), before);
}

TEST(DxilSpirvOptions, MicromapsAreThoseOfTheExtensionThatIsNamed) {
  const char* const kKhr = "SPV_KHR_opacity_micromap";
  const char* const kExt = "SPV_EXT_opacity_micromap";
  const Conversion c("sm69/omm_ray_query");
  EXPECT_TRUE(uses(c, kExt));
  EXPECT_FALSE(uses(c, kKhr));
  c.set(dxil_spv_option_opacity_micromap{{DXIL_SPV_OPTION_OPACITY_MICROMAP}, DXIL_SPV_TRUE, DXIL_SPV_FALSE});
  EXPECT_TRUE(uses(c, kKhr));
  EXPECT_FALSE(uses(c, kExt));
  // Ray queries of older shader models cannot request micromaps.
  const Conversion legacy("raytracing/rayquery_pixel_shadow_pcf");
  legacy.set(
      dxil_spv_option_opacity_micromap{{DXIL_SPV_OPTION_OPACITY_MICROMAP}, DXIL_SPV_TRUE, DXIL_SPV_FALSE});
  EXPECT_FALSE(uses(legacy, kKhr));
  legacy.set(
      dxil_spv_option_opacity_micromap{{DXIL_SPV_OPTION_OPACITY_MICROMAP}, DXIL_SPV_FALSE, DXIL_SPV_TRUE});
  EXPECT_TRUE(uses(legacy, kKhr));
}

TEST(DxilSpirvOptions, FloatControls2AreUsedIfTheyAreThere) {
  const char* const kExtension = "SPV_KHR_float_controls2";
  const Conversion c("wild/half_conversions_that_round");
  EXPECT_FALSE(uses(c, kExtension));
  c.set(dxil_spv_options_float_controls_2{{DXIL_SPV_OPTION_FLOAT_CONTROLS_2}, DXIL_SPV_TRUE});
  EXPECT_TRUE(uses(c, kExtension));
}

TEST(DxilSpirvOptions, BranchesAreHintedAt) {
  const Conversion loops("programs/bitonic_sort_pairs");
  dxil_spv_option_branch_control control = {};
  control.base.type = DXIL_SPV_OPTION_BRANCH_CONTROL;
  control.use_shader_metadata = DXIL_SPV_TRUE;
  const std::string before = loops.text();
  loops.set(control);
  EXPECT_EQ(loops.text(), before);
  control.force_loop = DXIL_SPV_TRUE;
  loops.set(control);
  EXPECT_TRUE(has(loops.text(), " DontUnroll"));
}

TEST(DxilSpirvOptions, QuirksChangeModules) {
  struct Case {
    dxil_spv_shader_quirk quirk;
    const char* shader;
    const char* part;
    bool is_there;
  };
  const Case cases[] = {
      {DXIL_SPV_SHADER_QUIRK_FORCE_DEVICE_MEMORY_BARRIERS_THREAD_GROUP_COHERENCE,
       "programs/bitonic_sort_pairs", "Coherent", true},
      {DXIL_SPV_SHADER_QUIRK_PROMOTE_GROUP_TO_DEVICE_MEMORY_BARRIER, "programs/bitonic_sort_pairs",
       "OpControlBarrier %uint_2 %uint_1 ", true},
      {DXIL_SPV_SHADER_QUIRK_ASSUME_BROKEN_SUB_8x8_CUBE_MIPS, "stages/ps_water_surface", " FindUMsb ", true},
      {DXIL_SPV_SHADER_QUIRK_GROUP_SHARED_AUTO_BARRIER, "programs/bitonic_sort_pairs",
       "OpMemoryBarrier %uint_2 %uint_264", true},
      {DXIL_SPV_SHADER_QUIRK_FIXUP_RSQRT_INF_NAN, "ops/float_sqrt_rsqrt_rcp_coarse", "%float_3_40282347e_38",
       true},
      {DXIL_SPV_SHADER_QUIRK_IGNORE_PRIMITIVE_SHADING_RATE, "stages/gs_front_face_and_shading_rate_out",
       "FragmentShadingRateKHR", false},
      {DXIL_SPV_SHADER_QUIRK_PRECISE_FMA, "stages/hs_displacement_patch", " Fma ", true},
  };
  for (const Case& each : cases) {
    const Conversion c(each.shader);
    c.set(dxil_spv_option_precise_control{{DXIL_SPV_OPTION_PRECISE_CONTROL}, DXIL_SPV_TRUE, DXIL_SPV_FALSE});
    EXPECT_NE(has(c.text(), each.part), each.is_there) << each.part;
    c.set(quirk(each.quirk));
    EXPECT_EQ(has(c.text(), each.part), each.is_there) << each.part;
    EXPECT_EQ(c.log, "");
  }
}

// A device that can preserve the denormals of packed halves does so.
TEST(DxilSpirvOptions, DenormalsOfPackedHalvesAreKept) {
  const Conversion c("ops/half_bits_f16tof32_f32tof16");
  c.set(dxil_spv_option_denorm_preserve_support{
      {DXIL_SPV_OPTION_DENORM_PRESERVE_SUPPORT}, DXIL_SPV_TRUE, DXIL_SPV_FALSE});
  EXPECT_FALSE(has(c.text(), "DenormPreserve 16"));
  c.set(quirk(DXIL_SPV_SHADER_QUIRK_FORCE_DENORM_PRESERVE_FP16_CONVERSIONS));
  EXPECT_TRUE(has(c.text(), "DenormPreserve 16"));
}

TEST(DxilSpirvOptions, NvapiIsTranslatedIfItsBufferIsNamed) {
  const Conversion other("stages/ps_alpha_to_coverage");
  const dxil_spv_option_nvapi nvapi = {{DXIL_SPV_OPTION_NVAPI}, DXIL_SPV_TRUE, 7, 3};
  other.set(nvapi);
  EXPECT_NE(other.text(), "");
  EXPECT_EQ(other.log, "");
  const Conversion c("vendor/nv_shuffle_whole_warp");
  EXPECT_FALSE(has(c.text(), "GroupNonUniformShuffle"));
  c.set(nvapi);
  const std::string translated = c.text();
  EXPECT_TRUE(has(translated, "GroupNonUniformShuffle"));
  EXPECT_FALSE(has(translated, "OpAtomicIAdd")) << "an increment of its counter";
  c.set(dxil_spv_option_nvapi{{DXIL_SPV_OPTION_NVAPI}, DXIL_SPV_FALSE, 7, 3});
  EXPECT_FALSE(has(c.text(), "GroupNonUniformShuffle"));
}

TEST(DxilSpirvOptions, AgsNeedsNone) {
  const Conversion c("vendor/ags_lane_reads");
  EXPECT_TRUE(has(c.text(), "GroupNonUniformBroadcastFirst"));
  const Conversion matrices("vendor/ags_wmma_f16_multiply_add");
  EXPECT_TRUE(has(matrices.text(), "OpControlBarrier"));
}

// Options for debuggers, which use them to map code to source: the code stays the same.
TEST(DxilSpirvOptions, WhatIsForDebuggersChangesNothing) {
  const Conversion c("stages/hs_displacement_patch");
  const std::string before = c.text();
  dxil_spv_converter_add_root_parameter_mapping(c.converter, 1, 16);
  dxil_spv_converter_add_root_descriptor_mapping(c.converter, 2, 3, 4);
  dxil_spv_converter_add_non_semantic_debug_info(c.converter, "layer", "text", 4);
  EXPECT_EQ(c.text(), before);
  EXPECT_EQ(c.log, "");
}

// What is ignored leaves no trace in the module, so its results are those without the option: no buffer is
// declared that the pipeline would have to bind, and no instruction reports to one.
TEST(DxilSpirvOptions, WhatIsIgnoredChangesNothing) {
  for (const char* shader :
       {"programs/bitonic_sort_pairs", "resources/heap_every_kind_uniform", "stages/ps_water_surface"}) {
    const Conversion c(shader);
    const std::vector<uint32_t> before = c.words();
    dxil_spv_option_instruction_instrumentation reports = {};
    reports.base.type = DXIL_SPV_OPTION_INSTRUCTION_INSTRUMENTATION;
    reports.enabled = DXIL_SPV_TRUE;
    reports.control_desc_set = reports.payload_desc_set = 9;
    for (int type = DXIL_SPV_INSTRUCTION_INSTRUMENTATION_TYPE_FULL_NAN_INF;
         type <= DXIL_SPV_INSTRUCTION_INSTRUMENTATION_TYPE_BUFFER_SYNCHRONIZATION_VALIDATION; ++type) {
      reports.type = static_cast<dxil_spv_instruction_instrumentation_type>(type);
      c.set(reports);
      EXPECT_EQ(c.words(), before) << shader << " type " << type;
    }
    c.set(dxil_spv_option_extended_non_semantic{{DXIL_SPV_OPTION_EXTENDED_NON_SEMANTIC}, DXIL_SPV_TRUE});
    c.set(quirk(DXIL_SPV_SHADER_QUIRK_NON_SEMANTIC_SIGNAL_CONCURRENT_WORKGROUP));
    EXPECT_EQ(c.words(), before) << shader;
    for (const char* name : {"INSTRUCTION_INSTRUMENTATION", "EXTENDED_NON_SEMANTIC",
                             "NON_SEMANTIC_SIGNAL_CONCURRENT_WORKGROUP"}) {
      EXPECT_TRUE(has(c.log, name)) << name;
    }
  }
}

}  // namespace
}  // namespace trellis::test_dxil_spirv
