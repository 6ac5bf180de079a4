#include "tests/differential/device.hpp"

#include <cstdlib>

namespace trellis::differential {

Result<std::unique_ptr<vulkan::Runner>> create_device() {
  setenv("GALLIVM_PERF", "nopt", 0);  // Mesa's software drivers: halves what a shader costs.
  return vulkan::Runner::create();
}

}  // namespace trellis::differential
