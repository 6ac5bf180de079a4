// Runs an OperationProgram: translates it with the whole pipeline, validates the module and dispatches it on
// a Vulkan device.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tests/spirv_backend/operations/operation_program.hpp"
#include "tests/vulkan/runner_fixture.hpp"

namespace trellis::test_ops {

class OperationTest : public vulkan::RunnerTest {
 protected:
  /// Returns the results, lane by lane, component by component. If it does not translate, validate or run,
  /// reports a test failure and returns nullopt.
  std::optional<std::vector<uint64_t>> run(const OperationProgram& program);
  /// Returns the translation's error; the translation must fail.
  std::string translation_error(const OperationProgram& program);
  /// Returns the module's words; if there is no module, reports a test failure and returns empty.
  std::vector<uint32_t> translate(const OperationProgram& program);

  static uint32_t subgroup_size();
};

/// Returns whether the module contains an instruction with this opcode.
bool has_instruction(const std::vector<uint32_t>& words, uint32_t opcode);
/// Returns whether the module contains this instruction of GLSL.std.450.
bool has_extended_instruction(const std::vector<uint32_t>& words, uint32_t instruction);
/// Returns how many decorations of this kind the module has.
uint32_t count_decorations(const std::vector<uint32_t>& words, uint32_t decoration);

}  // namespace trellis::test_ops
