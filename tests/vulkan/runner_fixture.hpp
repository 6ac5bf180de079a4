// A fixture with the device on which tests run.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "tests/vulkan/runner.hpp"

namespace trellis::vulkan {

/// Shares one runner among all tests of a suite. Without a device they fail and report the reason.
class RunnerTest : public testing::Test {
 protected:
  static void SetUpTestSuite();
  static void TearDownTestSuite() { runner_.reset(); }
  void SetUp() override { ASSERT_NE(runner_, nullptr) << "this test needs a Vulkan device: " << reason_; }

  static Runner& runner() { return *runner_; }
  static const Device& device() { return runner_->device(); }
  /// Returns the contents of a dispatch's resources as words; if it cannot be run, adds a test failure and
  /// returns empty.
  static std::vector<std::vector<uint32_t>> dispatched(const Dispatch& dispatch);

 private:
  static std::unique_ptr<Runner> runner_;
  static std::string reason_;
};

}  // namespace trellis::vulkan
