// Reference shaders translated with options, and run.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <spirv/unified1/spirv.hpp11>
#include <string>
#include <vector>

#include "api/translator.hpp"
#include "tests/execution/vulkan_runner.hpp"

namespace trellis::test_options {

/// A shader of the corpus, "ops/wave_match", with the options; the module has passed the validator.
Result<Translation> translate(const std::string& label, const TranslateOptions& options);
/// The text of the refusal; empty, and a test failure, if there is none.
std::string refusal(const std::string& label, const TranslateOptions& options);

/// How many instructions of the module are `opcode`.
uint32_t count_of(const Translation& translation, spv::Op opcode);
bool has_capability(const Translation& translation, spv::Capability capability);
bool has_extension(const Translation& translation, std::string_view name);

class OptionTest : public testing::Test {
 protected:
  static void SetUpTestSuite();
  static void TearDownTestSuite();
  void SetUp() override;

  /// Translates the shader, runs it as its header says, and compares what it wrote with what is expected.
  static void expect_right(const std::string& label, const TranslateOptions& options);
  static const execution::DeviceProperties& properties() { return runner_->properties(); }

 private:
  static std::unique_ptr<execution::VulkanRunner> runner_;
  static std::string reason_;
};

}  // namespace trellis::test_options
