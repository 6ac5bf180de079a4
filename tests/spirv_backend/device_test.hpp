// Programs made by hand, run on a Vulkan device.
#pragma once

#include <vector>

#include "tests/spirv_backend/program_builder.hpp"
#include "tests/spirv_backend/translated.hpp"
#include "tests/vulkan/runner_fixture.hpp"

namespace trellis::test_backend {

class DeviceTest : public vulkan::RunnerTest {
 protected:
  /// Runs the program's first entry point, one group, with raw UAVs u0, u1, ... holding the given words;
  /// gives what they hold afterwards. A failure on the way is a test failure, and empty.
  std::vector<std::vector<uint32_t>> run(const dxil::Shader& shader,
                                         const std::vector<std::vector<uint32_t>>& buffers);
  /// The same with any resources, in whose order the buffers come back.
  std::vector<std::vector<uint32_t>> run_bound(const dxil::Shader& shader,
                                               const std::vector<vulkan::BoundResource>& resources);
  /// Of the translations that run() makes.
  spirv::EmitOptions options;
  static vulkan::BoundResource bound(uint32_t binding, uint32_t element, const std::vector<uint32_t>& words);
};

}  // namespace trellis::test_backend
