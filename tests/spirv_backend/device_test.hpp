// Runs hand-written programs on a Vulkan device.
#pragma once

#include <vector>

#include "tests/spirv_backend/program_builder.hpp"
#include "tests/spirv_backend/translated.hpp"
#include "tests/vulkan/runner_fixture.hpp"

namespace trellis::test_backend {

class DeviceTest : public vulkan::RunnerTest {
 protected:
  /// Runs one group of the program's first entry point, with raw UAVs u0, u1, ... that contain the given
  /// words, and returns their contents afterwards. On any error, reports a test failure and returns empty.
  std::vector<std::vector<uint32_t>> run(const dxil::Shader& shader,
                                         const std::vector<std::vector<uint32_t>>& buffers);
  /// Like run(), with any resources; returns their buffers in the same order.
  std::vector<std::vector<uint32_t>> run_bound(const dxil::Shader& shader,
                                               const std::vector<vulkan::BoundResource>& resources);
  /// The options of the translations that run() makes.
  spirv::EmitOptions options;
  static vulkan::BoundResource bound(uint32_t binding, uint32_t element, const std::vector<uint32_t>& words);
};

}  // namespace trellis::test_backend
