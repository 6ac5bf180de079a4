// Opacity micromaps (shader model 6.9): which extension and modes the modules declare.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "api/translator.hpp"
#include "support/run_program.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_rays {
namespace {

constexpr uint32_t kCapability = 17, kExtension = 10, kExecutionModeId = 331;
constexpr uint32_t kTwoState = 5381, kByMode = 6032, kMode = 6031;

/// The capabilities, extensions and execution modes of a module.
struct Head {
  std::vector<uint32_t> capabilities, modes;
  std::vector<std::string> extensions;

  bool has(uint32_t capability) const {
    return std::find(capabilities.begin(), capabilities.end(), capability) != capabilities.end();
  }
  bool has(std::string_view extension) const {
    return std::find(extensions.begin(), extensions.end(), extension) != extensions.end();
  }
};

Head head_of(std::span<const uint32_t> words) {
  Head head;
  for (size_t at = 5; at < words.size(); at += std::max(words[at] >> 16, 1u)) {
    const uint32_t opcode = words[at] & 0xFFFF;
    if (opcode == kCapability) head.capabilities.push_back(words[at + 1]);
    if (opcode == kExecutionModeId) head.modes.push_back(words[at + 2]);
    if (opcode == kExtension) head.extensions.emplace_back(reinterpret_cast<const char*>(&words[at + 1]));
  }
  return head;
}

Head translated(const char* name, const TranslateOptions& options) {
  const auto dxil = test_support::read_binary_file(
      test_support::source_path(std::string("reference_shaders/sm69/") + name + ".dxil"));
  if (!dxil) {
    ADD_FAILURE() << dxil.error().to_string();
    return {};
  }
  const auto translation = Translator().translate(*dxil, options);
  if (!translation) {
    ADD_FAILURE() << translation.error().to_string();
    return {};
  }
  const auto& words = translation->spirv;
  if (std::filesystem::exists(TRELLIS_SPIRV_VAL)) {
    const std::span<const char> bytes(reinterpret_cast<const char*>(words.data()), words.size() * 4);
    const auto run = run_program({TRELLIS_SPIRV_VAL, "--target-env", "vulkan1.3", "-"}, bytes, 60);
    EXPECT_TRUE(run && run->exit_status == 0) << (run ? run->errors + run->output : String());
  }
  return head_of(words);
}

TranslateOptions with_khr() {
  TranslateOptions options;
  options.device.extensions.emplace();
  for (const auto extension :
       {spirv::Extension::kRayQuery, spirv::Extension::kRayTracing, spirv::Extension::kOpacityMicromapKhr}) {
    options.device.extensions->add(extension);
  }
  return options;
}

TEST(OpacityMicromaps, OfQueriesAreTraversedInAnyCase) {
  const Head head = translated("omm_ray_query", {});
  EXPECT_TRUE(head.has(kTwoState));
  EXPECT_FALSE(head.has(kByMode));
  EXPECT_TRUE(head.has("SPV_EXT_opacity_micromap"));
  EXPECT_TRUE(head.modes.empty());
}

TEST(OpacityMicromaps, OfQueriesAreAllowedByTheEntryPoint) {
  const Head head = translated("omm_ray_query", with_khr());
  EXPECT_TRUE(head.has(kTwoState));
  EXPECT_TRUE(head.has(kByMode));
  EXPECT_TRUE(head.has("SPV_KHR_opacity_micromap"));
  EXPECT_FALSE(head.has("SPV_EXT_opacity_micromap"));
  EXPECT_EQ(head.modes, std::vector<uint32_t>{kMode});
}

// Pipelines enable micromaps when they are created.
TEST(OpacityMicromaps, OfPipelinesNeedNoMode) {
  TranslateOptions options = with_khr();
  options.entry = "camera";
  const Head head = translated("omm_pipeline_config", options);
  EXPECT_FALSE(head.has(kByMode));
  EXPECT_TRUE(head.modes.empty());
}

}  // namespace
}  // namespace trellis::test_rays
