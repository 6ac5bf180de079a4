// The Vulkan device that test shaders run on.
#pragma once

#include <memory>

#include "support/result.hpp"
#include "tests/vulkan/runner.hpp"

namespace trellis::differential {

/// Makes a runner on the default device. Where the driver allows it, compilation is fast rather than
/// optimizing: test shaders run for less time than they take to compile.
Result<std::unique_ptr<vulkan::Runner>> create_device();

}  // namespace trellis::differential
