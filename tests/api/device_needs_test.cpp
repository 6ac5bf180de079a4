// What modules require of a device, over the whole corpus and for shaders with particular requirements.
#include "api/reflection/device_needs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "api/translator.hpp"
#include "dxil_frontend/program/usage.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis {
namespace {

Result<Program> read_shader(Translator& translator, const std::filesystem::path& file) {
  const auto bytes = test_support::read_binary_file(file);
  if (!bytes) return bytes.error();
  return translator.read(*bytes);
}

std::filesystem::path corpus_file(const std::string& label) {
  return test_support::corpus_root() / (label + ".dxil");
}

struct Module {
  std::vector<uint32_t> words;
  DeviceNeeds needs;  // Refers to `words`.

  bool has(std::string_view feature, std::string_view bit = "") const {
    return std::any_of(needs.vulkan.begin(), needs.vulkan.end(), [&](const VulkanNeed* need) {
      return std::string_view(need->feature).ends_with(feature) && need->bit == bit;
    });
  }
};

Module translated(const std::string& label) {
  Translator translator;
  const auto program = read_shader(translator, corpus_file(label));
  Module module;
  if (!program) return module;
  auto translation = translator.translate(*program, {});
  if (!translation) return module;
  module.words = std::move(translation->spirv);
  module.needs = device_needs(module.words);
  return module;
}

TEST(DeviceNeeds, KnowEveryCapabilityThatShadersLeadTo) {
  Translator translator;
  uint32_t modules = 0;
  std::set<uint32_t> unknown;
  for (const auto& file : std::filesystem::recursive_directory_iterator(test_support::corpus_root())) {
    if (file.path().extension() != ".dxil") continue;
    const auto program = read_shader(translator, file.path());
    if (!program) continue;
    const auto translation = translator.translate(*program, {});
    if (!translation) continue;
    ++modules;
    for (const uint32_t capability : device_needs(translation->spirv).capabilities) {
      if (need_of_capability(capability) == nullptr) unknown.insert(capability);
    }
  }
  EXPECT_GT(modules, 600u);
  EXPECT_EQ(unknown, std::set<uint32_t>());
}

TEST(DeviceNeeds, DistinguishSharedBufferAndImageAtomics) {
  const Module shared = translated("ops/groupshared_atomics_64bit");
  EXPECT_TRUE(shared.has("shaderSharedInt64Atomics"));
  EXPECT_FALSE(shared.has("shaderBufferInt64Atomics"));
  const Module buffer = translated("ops/uav_atomics_64bit_raw_structured");
  EXPECT_TRUE(buffer.has("shaderBufferInt64Atomics"));
  EXPECT_FALSE(buffer.has("shaderSharedInt64Atomics"));
  const Module image = translated("ops/texture_atomics_64bit");
  EXPECT_TRUE(image.has("shaderImageInt64Atomics"));
  EXPECT_FALSE(image.has("shaderBufferInt64Atomics"));
}

TEST(DeviceNeeds, NameTheWidthOfFloatModes) {
  const Module flush = translated("ops/float_denorm_flush_flag");
  EXPECT_TRUE(flush.has("shaderDenormFlushToZeroFloat32"));
  EXPECT_FALSE(flush.has("shaderDenormPreserveFloat32"));
  EXPECT_TRUE(translated("ops/float_denorm_preserve_flag").has("shaderDenormPreserveFloat32"));
}

TEST(DeviceNeeds, NameTheBitsOfSubgroupOperations) {
  const Module module = translated("ops/wave_prefix_count_sum_product");
  EXPECT_TRUE(module.has("::supportedOperations", "VK_SUBGROUP_FEATURE_BALLOT_BIT"));
  EXPECT_FALSE(module.has("::supportedOperations", "VK_SUBGROUP_FEATURE_QUAD_BIT"));
}

TEST(DeviceNeeds, NameStagesThatWrite) {
  const Module pixel = translated("stages/ps_uav_atomics");
  EXPECT_TRUE(pixel.has("::fragmentStoresAndAtomics"));
  EXPECT_FALSE(pixel.has("::vertexPipelineStoresAndAtomics"));
  EXPECT_TRUE(translated("stages/vs_uav_append_visible").has("::vertexPipelineStoresAndAtomics"));
  EXPECT_TRUE(translated("resources/rootsig_constants_cbv_and_table")
                  .has("::fragmentStoresAndAtomics"));  // The shader writes to an image.
  EXPECT_FALSE(translated("resources/array_unbounded_nonuniform_branch").has("::fragmentStoresAndAtomics"));
  // Compute shaders need no feature for this.
  EXPECT_FALSE(translated("ops/uav_atomics_float_bitwise").has("StoresAndAtomics"));
}

TEST(DeviceNeeds, NameWideTypesOfSubgroupOperations) {
  EXPECT_TRUE(translated("ops/wave_reductions_64bit").has("::shaderSubgroupExtendedTypes"));
  EXPECT_TRUE(translated("ops/wave_ops_16bit").has("::shaderSubgroupExtendedTypes"));
  EXPECT_FALSE(translated("ops/wave_prefix_count_sum_product").has("::shaderSubgroupExtendedTypes"));
  EXPECT_FALSE(translated("ops/int64_div_rem").has("::shaderSubgroupExtendedTypes"));
}

TEST(DeviceNeeds, ListSpecializationConstants) {
  const Module module = translated("stages/ps_sample_positions");
  ASSERT_EQ(module.needs.spec_constants.size(), 1u);
  EXPECT_EQ(module.needs.spec_constants[0].id, 0u);
  EXPECT_EQ(module.needs.spec_constants[0].default_value, 1u);
  EXPECT_EQ(module.needs.spec_constants[0].name, "render_target_sample_count");
  EXPECT_TRUE(translated("ops/groupshared_atomics_64bit").needs.spec_constants.empty());
}

TEST(DeviceNeeds, StopAtTruncatedWords) {
  Module module = translated("ops/groupshared_atomics_64bit");
  ASSERT_GT(module.words.size(), 100u);
  for (size_t length = 0; length < module.words.size(); length += 7) {
    device_needs(std::span(module.words).first(length));
  }
}

uint32_t uses_of(const std::string& label) {
  Translator translator;
  const auto program = read_shader(translator, corpus_file(label));
  if (!program || program->shader.entry_points.empty()) return UINT32_MAX;
  return dxil::usage_of(program->shader.module, program->shader.entry_points.front());
}

TEST(Usage, IsWhatTheCodeDoes) {
  using namespace dxil;
  EXPECT_EQ(uses_of("ops/groupshared_atomics_64bit"), kUsesBarriers | kUsesGroupsharedAtomics | kUsesInt64);
  EXPECT_EQ(uses_of("uniformity/sample_after_discard_pixel"), kUsesDerivatives | kUsesDiscard);
  EXPECT_EQ(uses_of("control_flow/break_continue_mixed"), 0u);
}

// Since shader model 6.9, dxc writes constant indices with 64 bits.
TEST(Usage, ConstantIndicesDoNotUseTheirWidth) {
  using namespace dxil;
  EXPECT_EQ(uses_of("reflection/constant_index_64_bits"), kUsesFloat16);
  EXPECT_EQ(uses_of("reflection/constant_index_64_bits_od"), kUsesFloat16);
  EXPECT_EQ(uses_of("reflection/int64_vectors"), kUsesInt64);
  EXPECT_EQ(uses_of("reflection/int64_vectors_od"), kUsesInt64);
}

}  // namespace
}  // namespace trellis
