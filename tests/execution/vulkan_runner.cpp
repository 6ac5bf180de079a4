#include "tests/execution/vulkan_runner.hpp"

#include <cstdlib>

#include "tests/execution/dispatch_objects.hpp"
#include "tests/execution/vulkan_names.hpp"

namespace trellis::execution {

Result<std::unique_ptr<VulkanRunner>> VulkanRunner::create() {
  const char* name = std::getenv(kDeviceVariable);
  return create(name != nullptr ? name : "");
}

Result<std::unique_ptr<VulkanRunner>> VulkanRunner::create(const std::string& device_name_part) {
  auto device = VulkanDevice::create(device_name_part);
  if (!device) return device.error();
  return std::unique_ptr<VulkanRunner>(new VulkanRunner(std::move(*device)));
}

Result<std::vector<std::vector<uint8_t>>> VulkanRunner::run(const Dispatch& dispatch) {
  if (!lost_.empty()) return internal_check("the device is lost: " + lost_);
  DispatchObjects objects(*device_);
  if (auto made = objects.make_buffers(dispatch.bindings); !made) return made.error();
  if (auto made = objects.make_descriptors(dispatch); !made) return made.error();
  if (auto made = objects.make_pipeline(dispatch); !made) return made.error();
  if (auto made = objects.record(dispatch); !made) return made.error();
  const VkResult result = objects.submit_and_wait(dispatch.seconds);
  if (result == VK_TIMEOUT || result == VK_ERROR_DEVICE_LOST) {
    // The work may still be running: nothing it uses can be freed, and waiting for it could take forever.
    objects.abandon();
    device_->abandon();
    lost_ = result == VK_TIMEOUT ? "a dispatch did not end in time" : result_name(result);
    return internal_check(lost_);
  }
  if (result != VK_SUCCESS) return call_failed("vkQueueSubmit", result);
  return objects.read_back(dispatch.bindings);
}

}  // namespace trellis::execution
