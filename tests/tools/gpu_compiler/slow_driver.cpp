// Stands in for a Vulkan driver and takes minutes to load.
#include <chrono>
#include <thread>

namespace {
int wait_long() {
  std::this_thread::sleep_for(std::chrono::minutes(10));
  return 0;
}
const int kWaited = wait_long();
}  // namespace

extern "C" int vk_icdNegotiateLoaderICDInterfaceVersion(unsigned*);
extern "C" int vk_icdNegotiateLoaderICDInterfaceVersion(unsigned*) { return kWaited; }
