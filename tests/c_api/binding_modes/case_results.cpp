#include "tests/c_api/binding_modes/case_results.hpp"

#include <spirv-tools/libspirv.hpp>

#include "tests/support/buffers.hpp"

namespace trellis::test_c_api {

using test_support::RegisterClass;
using test_support::RegisterLine;

std::string compare_results(const test_support::CorpusShader& shader, const test_support::CaseHeader& header,
                            const std::vector<size_t>& of_register,
                            const std::vector<std::vector<uint8_t>>& results, uint32_t subgroup_size) {
  const auto expected = test_support::load_expected(shader.hlsl, subgroup_size);
  if (!expected) return expected.error().to_string();
  std::string text;
  for (uint32_t n = 0; n < header.registers.size(); ++n) {
    const RegisterLine& line = header.registers[n];
    if (line.register_class != RegisterClass::kUnorderedAccess || of_register[n] == SIZE_MAX) continue;
    for (const test_support::ExpectedBuffer& wanted : *expected) {
      if (wanted.name() != line.name()) continue;
      text += test_support::describe_difference(line.name(), wanted.contents, results[of_register[n]]);
    }
  }
  return text;
}

std::string validate_words(const uint32_t* words, size_t count) {
  spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_3);
  std::string text;
  tools.SetMessageConsumer([&](spv_message_level_t, const char*, const spv_position_t&, const char* message) {
    text += std::string(message) + "\n";
  });
  return tools.Validate(words, count) ? "" : "not valid: " + text;
}

}  // namespace trellis::test_c_api
