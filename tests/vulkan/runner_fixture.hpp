// The device that tests run on.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "tests/vulkan/runner.hpp"

namespace trellis::vulkan {

/// One runner for all the tests of a suite. They fail without a device, and say why.
class RunnerTest : public testing::Test {
 protected:
  static void SetUpTestSuite();
  static void TearDownTestSuite() { runner_.reset(); }
  void SetUp() override { ASSERT_NE(runner_, nullptr) << "this test needs a Vulkan device: " << reason_; }

  static Runner& runner() { return *runner_; }
  static const Device& device() { return runner_->device(); }
  /// What a dispatch leaves in its resources, in words; nothing, and a test failure, if it cannot be run.
  static std::vector<std::vector<uint32_t>> dispatched(const Dispatch& dispatch);

 private:
  static std::unique_ptr<Runner> runner_;
  static std::string reason_;
};

}  // namespace trellis::vulkan
