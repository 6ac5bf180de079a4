// The Vulkan device that test shaders run on.
#pragma once

#include <memory>

#include "support/result.hpp"
#include "tests/vulkan/runner.hpp"

namespace trellis::differential {

/// A runner on the default device, told to compile fast rather than well where the driver can be told: test
/// shaders run for less time than they take to compile.
Result<std::unique_ptr<vulkan::Runner>> create_device();

}  // namespace trellis::differential
