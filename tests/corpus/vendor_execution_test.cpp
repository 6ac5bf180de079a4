// Intrinsics of vendors by extensions that only some devices have: the buffers are those of the forms that
// all devices have, which the other tests of the corpus run.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "api/modules/validate.hpp"
#include "api/reflection/device_needs.hpp"
#include "api/translator.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"
#include "tests/vulkan/cases/case_runner.hpp"
#include "tests/vulkan/modules/spirv_tools.hpp"
#include "tests/vulkan/runner_fixture.hpp"

namespace trellis::test_corpus {
namespace {

class VendorDevice : public vulkan::RunnerTest {
 protected:
  std::filesystem::path file(const std::string& name, const char* extension) const {
    return test_support::corpus_root() / "vendor" / (name + extension);
  }

  /// Returns the module, validated, as text.
  std::string translate(const std::string& name, const TranslateOptions& options) {
    const auto dxil = test_support::read_binary_file(file(name, ".dxil"));
    if (!dxil) return dxil.error().to_string().c_str();
    const auto program = translator_.read(*dxil);
    if (!program) return program.error().to_string().c_str();
    auto translation = translator_.translate(*program, options);
    if (!translation) return translation.error().to_string().c_str();
    words_ = std::move(translation->spirv);
    const auto valid = vulkan::validate(words_);
    EXPECT_TRUE(valid) << valid.error().to_string();
    const auto text = assembly_text(words_);
    return text ? text->c_str() : text.error().to_string().c_str();
  }

  void run(const std::string& name) {
    const auto verdict = vulkan::run_case(runner(), file(name, ".hlsl"), words_);
    EXPECT_TRUE(verdict.passed) << name << ": " << verdict.text;
  }

  /// Whether the module needs the feature of Vulkan.
  bool needs(std::string_view feature) const {
    const DeviceNeeds all = device_needs(words_);
    return std::any_of(all.vulkan.begin(), all.vulkan.end(), [feature](const VulkanNeed* need) {
      return std::string_view(need->feature).ends_with(feature);
    });
  }

  bool has_extension(const char* name) { return runner().device().has_extension(name); }

  Translator translator_;
  Vector<uint32_t> words_;
};

size_t count_of(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST_F(VendorDevice, AddsFloatsAtomically) {
  const std::string name = "nv_atomic_fp32_add";
  TranslateOptions options;
  options.vendor_slots.nvapi = {7, 3};
  std::string text = translate(name, options);
  EXPECT_EQ(count_of(text, "OpAtomicFAddEXT"), 0u);
  EXPECT_GT(count_of(text, "OpAtomicCompareExchange"), 0u);
  options.device.extensions.emplace().add(spirv::Extension::kShaderAtomicFloatAdd);
  text = translate(name, options);
  EXPECT_EQ(count_of(text, "OpAtomicFAddEXT"), 4u);
  EXPECT_EQ(count_of(text, "OpAtomicCompareExchange"), 0u);
  EXPECT_TRUE(needs("::shaderBufferFloat32AtomicAdd"));
  EXPECT_FALSE(needs("::shaderImageFloat32AtomicAdd"));
  if (!has_extension("VK_EXT_shader_atomic_float")) GTEST_SKIP() << "the device cannot add floats atomically";
  run(name);
}

// No software device has it.
TEST_F(VendorDevice, ChangesPairsOfHalvesAtomically) {
  const std::string name = "nv_atomic_fp16";
  TranslateOptions options;
  options.vendor_slots.nvapi = {7, 3};
  spirv::ExtensionSet& extensions = options.device.extensions.emplace();
  extensions.add(spirv::Extension::kShaderAtomicFp16VectorNv);
  EXPECT_EQ(count_of(translate(name, options), "OpAtomicFAddEXT"), 0u) << "without 16-bit storage";
  extensions.add(spirv::Extension::k16BitStorage);
  const std::string text = translate(name, options);
  EXPECT_GT(count_of(text, "OpAtomicFAddEXT"), 0u);
  EXPECT_GT(count_of(text, "OpAtomicFMinEXT"), 0u);
  EXPECT_GT(count_of(text, "OpAtomicFMaxEXT"), 0u);
  EXPECT_EQ(count_of(text, "OpAtomicCompareExchange"), 0u);
}

struct MatrixCase {
  const char* shader;
  size_t products;  ///< Of whole matrices.
};
void PrintTo(const MatrixCase& item, std::ostream* stream) { *stream << item.shader; }

class MatrixDevice : public VendorDevice {
 protected:
  TranslateOptions options(uint32_t rows, uint32_t columns, uint32_t inner) {
    TranslateOptions options;
    options.device.memory_model = spirv::MemoryModel::kVulkan;
    options.device.matrices = {7, rows, columns, inner};
    options.device.subgroups = {8, 8, 0};
    return options;
  }
};

class CooperativeMatrices : public MatrixDevice, public testing::WithParamInterface<MatrixCase> {};

TEST_P(CooperativeMatrices, LeaveTheExpectedBuffers) {
  const MatrixCase& item = GetParam();
  EXPECT_EQ(count_of(translate(item.shader, options(16, 16, 16)), "OpCooperativeMatrixMulAddKHR"),
            item.products);
  EXPECT_EQ(count_of(translate(item.shader, options(8, 16, 16)), "OpCooperativeMatrixMulAddKHR"),
            2 * item.products);
  EXPECT_EQ(count_of(translate(item.shader, options(8, 8, 8)), "OpCooperativeMatrixMulAddKHR"),
            8 * item.products);
  EXPECT_TRUE(needs("::cooperativeMatrix"));
  if (!has_extension("VK_KHR_cooperative_matrix") || runner().properties().subgroup_size != 8) {
    GTEST_SKIP() << "the device has no cooperative matrices of 8 by 8 elements";
  }
  run(item.shader);
}

INSTANTIATE_TEST_SUITE_P(Shaders, CooperativeMatrices,
                         testing::Values(MatrixCase{"ags_wmma_f16_multiply_add", 2},
                                         MatrixCase{"ags_wmma_fp8_chain", 2},
                                         MatrixCase{"ags_wmma_groupshared_and_arrays", 1},
                                         MatrixCase{"ags_wmma_groupshared_bytes", 3}),
                         [](const auto& item) { return std::string(item.param.shader); });

// What the device does not have is a loop: a format, subgroups that are whole, a memory model.
TEST_F(MatrixDevice, MultipliesInLoopsWhereItsMatricesDoNotFit) {
  const std::string name = "ags_wmma_groupshared_bytes";
  const auto products = [&](const TranslateOptions& with) {
    return count_of(translate(name, with), "OpCooperativeMatrixMulAddKHR");
  };
  const TranslateOptions all = options(16, 16, 16);
  EXPECT_EQ(products(all), 3u);
  TranslateOptions some = all;
  some.device.matrices.formats = spirv::kMatricesOfHalves;
  EXPECT_EQ(products(some), 2u) << "of 8-bit floats";
  some.device.matrices.formats = spirv::kMatricesOfSignedBytes | spirv::kMatricesOfUnsignedBytes;
  EXPECT_EQ(products(some), 1u) << "of integers";
  some = all;
  some.device.subgroups = {};  // They may have 64 lanes.
  EXPECT_EQ(products(some), 0u);
  some.device.subgroups = {16, 64, 0};
  EXPECT_EQ(products(some), 0u);
  some.device.subgroups = {16, 64, 32};
  EXPECT_EQ(products(some), 3u);
  some = all;
  some.device.memory_model = spirv::MemoryModel::kGlsl450;
  EXPECT_EQ(products(some), 0u);
  some = all;
  some.device.matrices.inner = 32;
  EXPECT_EQ(products(some), 0u);
}

// Of two waves, each has its own subgroup of 32 lanes.
TEST_F(MatrixDevice, MultipliesInEachWave) {
  TranslateOptions with = options(16, 16, 16);
  with.device.subgroups = {};
  const std::string text = translate("ags_wmma_two_waves", with);
  EXPECT_EQ(count_of(text, "OpCooperativeMatrixMulAddKHR"), 1u);
  EXPECT_EQ(count_of(text, "BuiltIn SubgroupId"), 1u);
}

}  // namespace
}  // namespace trellis::test_corpus
