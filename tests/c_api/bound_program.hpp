// Programs made by hand, bound in some way and run: what their buffers hold afterwards.
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

  /// The module, valid; a test failure and empty otherwise.
  static std::vector<uint32_t> module_of(const dxil::Shader& shader, const spirv::EmitOptions& options);
  /// Its module run with `dispatch`; words of all resources, or empty.
  static std::vector<std::vector<uint32_t>> run(const dxil::Shader& shader, const spirv::EmitOptions& options,
                                                vulkan::Dispatch dispatch);
};

}  // namespace trellis::test_c_api
