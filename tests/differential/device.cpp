#include "tests/differential/device.hpp"

#include <cstdlib>

namespace trellis::fleshing {

Result<std::unique_ptr<execution::VulkanRunner>> create_device() {
  setenv("GALLIVM_PERF", "nopt", 0);  // Mesa's software drivers: halves what a shader costs.
  return execution::VulkanRunner::create();
}

}  // namespace trellis::fleshing
