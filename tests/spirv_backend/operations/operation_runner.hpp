// Runs an OperationProgram: translated by the whole pipeline, validated, dispatched on a Vulkan device.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tests/spirv_backend/operations/operation_program.hpp"
#include "tests/vulkan/runner_fixture.hpp"

namespace trellis::test_ops {

class OperationTest : public vulkan::RunnerTest {
 protected:
  /// The results, lane by lane, component by component. Failures to translate, validate or run are test
  /// failures and give nothing.
  std::optional<std::vector<uint64_t>> run(const OperationProgram& program);
  /// A failure to translate is what is wanted: its text.
  std::string translation_error(const OperationProgram& program);
  /// The module's words; empty with a test failure if there is none.
  std::vector<uint32_t> translate(const OperationProgram& program);

  static uint32_t subgroup_size();
};

/// True if some instruction of the module is `opcode`.
bool has_instruction(const std::vector<uint32_t>& words, uint32_t opcode);
/// True if some instruction of the module is this one of GLSL.std.450.
bool has_extended_instruction(const std::vector<uint32_t>& words, uint32_t instruction);
/// How many decorations of this kind the module has.
uint32_t count_decorations(const std::vector<uint32_t>& words, uint32_t decoration);

}  // namespace trellis::test_ops
