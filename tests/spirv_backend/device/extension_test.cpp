// Modules use only what the device has: an alternative is used, or the shader is refused.
#include <gtest/gtest.h>

#include "api/reflection/device_needs.hpp"
#include "tests/spirv_backend/device/option_program.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_options {
namespace {

using spirv::Extension;

TranslateOptions with_extensions(std::initializer_list<Extension> extensions,
                                 Target target = Target::kVulkan1_3) {
  TranslateOptions options;
  options.target = target;
  options.device.extensions.emplace();
  for (const Extension extension : extensions) options.device.extensions->add(extension);
  return options;
}

class ExtensionTest : public OptionTest {};

TEST(ExtensionNames, GoBothWays) {
  uint32_t count = 0;
  for (const char* name : spirv::extension_names()) {
    const auto extension = spirv::extension_from_name(name);
    ASSERT_TRUE(extension);
    EXPECT_STREQ(spirv::name_of(*extension), name);
    ++count;
  }
  EXPECT_EQ(count, spirv::kExtensionCount);
  EXPECT_FALSE(spirv::extension_from_name("SPV_KHR_no_such_thing"));
  EXPECT_FALSE(spirv::extension_from_name(""));
}

// Every shader is either refused because of an extension that the error names, or translated without any
// extension.
TEST(Extensions, NoneIsUsedThatTheDeviceLacks) {
  constexpr std::string_view kFolders[] = {"control_flow", "ops", "resources", "stages", "raytracing"};
  const auto shaders = test_support::list_corpus(test_support::corpus_root(), kFolders);
  ASSERT_TRUE(shaders);
  Translator translator;
  uint32_t translated = 0, refused = 0;
  for (const test_support::CorpusShader& shader : *shaders) {
    const auto dxil = test_support::read_binary_file(shader.dxil);
    ASSERT_TRUE(dxil);
    const auto program = translator.read(*dxil);
    if (!program) continue;
    for (const Target target : {Target::kVulkan1_1, Target::kVulkan1_3}) {
      const auto translation = translator.translate(*program, with_extensions({}, target));
      if (!translation) {
        refused +=
            translation.error().to_string().find("which the device does not have") != std::string::npos;
        continue;
      }
      ++translated;
      for (const std::string_view extension : device_needs(translation->spirv).extensions) {
        const auto known = spirv::extension_from_name(extension);
        ASSERT_TRUE(known) << shader.label() << ": " << extension;
        EXPECT_TRUE(spirv::is_promised(*known, translation->spirv[1])) << shader.label() << ": " << extension;
      }
    }
  }
  EXPECT_GT(translated, 600u);
  EXPECT_GT(refused, 80u);
}

// Without a list of extensions, modules declare only those that extension_names() contains.
TEST(Extensions, EveryUsedExtensionHasAName) {
  constexpr std::string_view kFolders[] = {"ops", "resources", "stages", "raytracing"};
  const auto shaders = test_support::list_corpus(test_support::corpus_root(), kFolders);
  ASSERT_TRUE(shaders);
  Translator translator;
  for (const test_support::CorpusShader& shader : *shaders) {
    const auto dxil = test_support::read_binary_file(shader.dxil);
    ASSERT_TRUE(dxil);
    TranslateOptions options;
    options.target = Target::kVulkan1_1;
    const auto translation = translator.translate(*dxil, options);
    if (!translation) continue;
    for (const std::string_view extension : device_needs(translation->spirv).extensions) {
      EXPECT_TRUE(spirv::extension_from_name(extension)) << shader.label() << ": " << extension;
    }
  }
}

TEST(Extensions, RefusalsNameOperationAndExtension) {
  const std::string query = refusal("raytracing/rayquery_pixel_shadow_pcf", with_extensions({}));
  EXPECT_NE(query.find("needs SPV_KHR_ray_query"), std::string::npos) << query;
  EXPECT_NE(query.find("dx.op."), std::string::npos) << query;
  const std::string mesh = refusal("stages/ms_counts_in_control_flow", with_extensions({}));
  EXPECT_NE(mesh.find("mesh shader needs SPV_EXT_mesh_shader"), std::string::npos) << mesh;
  EXPECT_TRUE(translate("raytracing/rayquery_pixel_shadow_pcf", with_extensions({Extension::kRayQuery})));
}

TEST(Extensions, MaximalReconvergenceIsRefusedWithoutItsOwn) {
  TranslateOptions options = with_extensions({});
  options.maximal_reconvergence = true;
  EXPECT_NE(refusal("ops/packed_dot4add_and_dot2add", options).find("SPV_KHR_maximal_reconvergence"),
            std::string::npos);
}

TEST_F(ExtensionTest, DotProductsOfBytes) {
  const std::string label = "ops/packed_dot4add_and_dot2add";
  const TranslateOptions without = with_extensions({}, Target::kVulkan1_2);
  const auto translation = translate(label, without);
  ASSERT_TRUE(translation) << translation.error().to_string();
  EXPECT_FALSE(has_capability(*translation, spv::Capability::DotProduct));
  EXPECT_EQ(count_of(*translation, spv::Op::OpSDot) + count_of(*translation, spv::Op::OpUDot), 0u);
  expect_right(label, without);
  const TranslateOptions with = with_extensions({Extension::kIntegerDotProduct}, Target::kVulkan1_2);
  const auto native = translate(label, with);
  ASSERT_TRUE(native);
  EXPECT_TRUE(has_extension(*native, "SPV_KHR_integer_dot_product"));
  EXPECT_GT(count_of(*native, spv::Op::OpSDot), 0u);
}

TEST(Capabilities, RefusalsNameThem) {
  TranslateOptions options;
  options.device.capabilities.emplace();
  const std::string text = refusal("ops/int64_div_rem", options);
  EXPECT_NE(text.find("needs the capability Int64, which the device does not have"), std::string::npos)
      << text;
  options.device.capabilities->push_back(static_cast<uint32_t>(spv::Capability::Int64));
  EXPECT_TRUE(translate("ops/int64_div_rem", options));
}

// Derivatives along rows of four threads use the extension if there is one, else quad operations.
TEST_F(ExtensionTest, DerivativesInALineOfThreads) {
  const std::string label = "ops/compute_derivatives_linear_quads";
  const TranslateOptions without = with_extensions({});
  const auto translation = translate(label, without);
  ASSERT_TRUE(translation) << translation.error().to_string();
  EXPECT_EQ(count_of(*translation, spv::Op::OpDPdxFine), 0u);
  EXPECT_GT(count_of(*translation, spv::Op::OpGroupNonUniformQuadSwap), 0u);
  expect_right(label, without);
  const auto native = translate(label, with_extensions({Extension::kComputeShaderDerivativesNv}));
  ASSERT_TRUE(native);
  EXPECT_TRUE(has_extension(*native, "SPV_NV_compute_shader_derivatives"));
  EXPECT_EQ(count_of(*native, spv::Op::OpDPdxFine), 2u);
  EXPECT_EQ(count_of(*native, spv::Op::OpGroupNonUniformQuadSwap), 0u);
}

// Addresses need a capability of the device.
TEST(Capabilities, AddressesNeedTheirs) {
  TranslateOptions options;
  options.root_data.size = 64;
  uint32_t next = 0;
  options.bind = [&next](const spirv::ResourceUse&, spirv::Binding& binding) {
    binding.kind = spirv::BindingKind::kAddress;
    binding.root_offset = next;
    next += 8;
    return true;
  };
  EXPECT_TRUE(translate("programs/bitonic_sort_pairs", options));
  next = 0;
  options.device.capabilities.emplace();
  const std::string text = refusal("programs/bitonic_sort_pairs", options);
  EXPECT_NE(text.find("needs the capability PhysicalStorageBufferAddresses"), std::string::npos) << text;
}

TEST(Derivatives, TakeTheNameTheDeviceKnows) {
  const std::string label = "ops/texture_lod_and_implicit_sample_in_compute";
  const auto older = translate(label, with_extensions({Extension::kComputeShaderDerivativesNv}));
  ASSERT_TRUE(older) << older.error().to_string();
  EXPECT_TRUE(has_extension(*older, "SPV_NV_compute_shader_derivatives"));
  EXPECT_NE(refusal(label, with_extensions({})).find("compute_shader_derivatives"), std::string::npos);
}

}  // namespace
}  // namespace trellis::test_options
