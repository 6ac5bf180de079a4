#include "tests/spirv_backend/device/option_program.hpp"

#include <algorithm>

#include "api/reflection/device_needs.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"
#include "tests/vulkan/cases/case_runner.hpp"

namespace trellis::test_options {

Result<Translation> translate(const std::string& label, const TranslateOptions& options) {
  const auto dxil = test_support::read_binary_file(test_support::corpus_root() / (label + ".dxil"));
  if (!dxil) return dxil.error();
  Translator translator;
  TranslateOptions validated = options;
  validated.validate = true;
  return translator.translate(*dxil, validated);
}

std::string refusal(const std::string& label, const TranslateOptions& options) {
  const auto translation = translate(label, options);
  EXPECT_FALSE(translation) << label;
  return translation ? "" : translation.error().to_string();
}

uint32_t count_of(const Translation& translation, spv::Op opcode) {
  const std::vector<uint32_t>& words = translation.spirv;
  uint32_t count = 0;
  for (size_t at = 5; at < words.size() && words[at] >> 16 != 0; at += words[at] >> 16) {
    count += (words[at] & 0xFFFF) == static_cast<uint32_t>(opcode) ? 1 : 0;
  }
  return count;
}

bool has_capability(const Translation& translation, spv::Capability capability) {
  const DeviceNeeds needs = device_needs(translation.spirv);
  return std::find(needs.capabilities.begin(), needs.capabilities.end(), static_cast<uint32_t>(capability)) !=
         needs.capabilities.end();
}

bool has_extension(const Translation& translation, std::string_view name) {
  const DeviceNeeds needs = device_needs(translation.spirv);
  return std::find(needs.extensions.begin(), needs.extensions.end(), name) != needs.extensions.end();
}

void OptionTest::expect_right(const std::string& label, const TranslateOptions& options) {
  SCOPED_TRACE(label);
  const auto translation = translate(label, options);
  ASSERT_TRUE(translation) << translation.error().to_string();
  const auto verdict =
      vulkan::run_case(runner(), test_support::corpus_root() / (label + ".hlsl"), translation->spirv);
  EXPECT_TRUE(verdict.passed) << verdict.text;
}

}  // namespace trellis::test_options
