#include "tests/differential/device.hpp"

#include <cstdlib>

namespace trellis::differential {

Result<std::unique_ptr<vulkan::Runner>> create_device() {
  setenv("GALLIVM_PERF", "nopt", 0);  // Halves the time per shader on Mesa's software drivers.
  return vulkan::Runner::create();
}

}  // namespace trellis::differential
