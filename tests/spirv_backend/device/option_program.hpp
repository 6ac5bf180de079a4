// Translates reference shaders with options, and runs them.
#pragma once

#include <spirv/unified1/spirv.hpp11>
#include <string>
#include <vector>

#include "api/translator.hpp"
#include "tests/vulkan/runner_fixture.hpp"

namespace trellis::test_options {

/// Translates a shader of the corpus, such as "ops/wave_match", and validates the module.
Result<Translation> translate(const std::string& label, const TranslateOptions& options);
/// Returns the error of the translation; if there is none, reports a test failure and returns empty.
std::string refusal(const std::string& label, const TranslateOptions& options);

/// Returns how many instructions of the module have this opcode.
uint32_t count_of(const Translation& translation, spv::Op opcode);
bool has_capability(const Translation& translation, spv::Capability capability);
bool has_extension(const Translation& translation, std::string_view name);

class OptionTest : public vulkan::RunnerTest {
 protected:
  /// Translates the shader, runs it as its header describes, and compares the results with the expected ones.
  static void expect_right(const std::string& label, const TranslateOptions& options);
  static const vulkan::DeviceProperties& properties() { return runner().properties(); }
};

}  // namespace trellis::test_options
