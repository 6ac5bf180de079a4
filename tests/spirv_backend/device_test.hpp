// Programs made by hand, run on a Vulkan device.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <vector>

#include "tests/execution/vulkan_runner.hpp"
#include "tests/spirv_backend/program_builder.hpp"
#include "tests/spirv_backend/translated.hpp"

namespace trellis::test_backend {

class DeviceTest : public testing::Test {
 protected:
  static void SetUpTestSuite();
  static void TearDownTestSuite();
  void SetUp() override;

  /// Runs the program's first entry point, one group, with raw UAVs u0, u1, ... holding the given words;
  /// gives what they hold afterwards. A failure on the way is a test failure, and empty.
  std::vector<std::vector<uint32_t>> run(const dxil::Shader& shader,
                                         const std::vector<std::vector<uint32_t>>& buffers);
  /// The same with any bindings, in whose order the buffers come back.
  std::vector<std::vector<uint32_t>> run_bound(const dxil::Shader& shader,
                                               const std::vector<execution::BufferBinding>& bindings,
                                               std::span<const execution::StructureBinding> structures = {});
  /// Of the translations that run() makes.
  spirv::EmitOptions options;
  const execution::VulkanDevice& vulkan() const { return runner_->vulkan(); }
  static execution::BufferBinding bound(uint32_t binding, uint32_t element,
                                        const std::vector<uint32_t>& words);

 private:
  static std::unique_ptr<execution::VulkanRunner> runner_;
  static std::string reason_;
};

}  // namespace trellis::test_backend
