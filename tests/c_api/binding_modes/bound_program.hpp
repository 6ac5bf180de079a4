// Runs programs made by hand with given bindings, and returns what their buffers contain afterwards.
#pragma once

#include <vector>

#include "tests/spirv_backend/program_builder.hpp"
#include "tests/spirv_backend/translated.hpp"
#include "tests/vulkan/runner_fixture.hpp"

namespace trellis::test_c_api {

using test_backend::ProgramBuilder;
using test_backend::V;

class BoundProgram : public vulkan::RunnerTest {
 protected:
  static vulkan::BoundResource storage_buffer(uint32_t binding, const std::vector<uint32_t>& words,
                                              uint32_t element = 0);

  /// Returns the module, which is valid; if there is none, reports a test failure and returns an empty
  /// vector.
  static std::vector<uint32_t> module_of(const dxil::Shader& shader, const spirv::EmitOptions& options);
  /// Runs the shader's module with `dispatch`, and returns the words of all resources; empty on failure.
  static std::vector<std::vector<uint32_t>> run(const dxil::Shader& shader, const spirv::EmitOptions& options,
                                                vulkan::Dispatch dispatch);
};

}  // namespace trellis::test_c_api
