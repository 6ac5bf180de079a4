// Reference shaders translated with options, and run.
#pragma once

#include <spirv/unified1/spirv.hpp11>
#include <string>
#include <vector>

#include "api/translator.hpp"
#include "tests/vulkan/runner_fixture.hpp"

namespace trellis::test_options {

/// A shader of the corpus, "ops/wave_match", with the options; the module has passed the validator.
Result<Translation> translate(const std::string& label, const TranslateOptions& options);
/// The text of the refusal; empty, and a test failure, if there is none.
std::string refusal(const std::string& label, const TranslateOptions& options);

/// How many instructions of the module are `opcode`.
uint32_t count_of(const Translation& translation, spv::Op opcode);
bool has_capability(const Translation& translation, spv::Capability capability);
bool has_extension(const Translation& translation, std::string_view name);

class OptionTest : public vulkan::RunnerTest {
 protected:
  /// Translates the shader, runs it as its header says, and compares what it wrote with what is expected.
  static void expect_right(const std::string& label, const TranslateOptions& options);
  static const vulkan::DeviceProperties& properties() { return runner().properties(); }
};

}  // namespace trellis::test_options
