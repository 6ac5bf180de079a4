// Buffers and images of one draw, destroyed together.
#pragma once

#include <vulkan/vulkan_core.h>

#include <functional>
#include <span>
#include <vector>

#include "support/result.hpp"
#include "tests/execution/vulkan_device.hpp"

namespace trellis::graphics {

struct HostBuffer {
  VkBuffer buffer = VK_NULL_HANDLE;
  uint8_t* mapped = nullptr;  ///< Coherent.
  size_t bytes = 0;
};

struct DeviceImage {
  VkImage image = VK_NULL_HANDLE;
  VkImageView view = VK_NULL_HANDLE;
};

/// A barrier between all that came before and all that comes, the host's reading included.
void order_everything(VkCommandBuffer commands);

/// Owns what it makes; the order of destruction is the reverse one.
class DeviceObjects {
 public:
  explicit DeviceObjects(const execution::VulkanDevice& device) : device_(device) {}
  ~DeviceObjects();
  DeviceObjects(const DeviceObjects&) = delete;
  DeviceObjects& operator=(const DeviceObjects&) = delete;

  const execution::VulkanDevice& device() const { return device_; }
  VkDevice handle() const { return device_.device(); }

  /// Filled with `contents` if there are any, else with zeros.
  Result<HostBuffer> make_buffer(size_t bytes, VkBufferUsageFlags usage,
                                 std::span<const uint8_t> contents = {});
  Result<DeviceImage> make_image(const VkImageCreateInfo& info, VkImageViewType view_type,
                                 VkImageAspectFlags aspects);
  /// Something else to destroy.
  void defer(std::function<void()> destroy) { destroyers_.push_back(std::move(destroy)); }
  /// From now on nothing is destroyed.
  void abandon() { destroyers_.clear(); }

 private:
  Result<VkDeviceMemory> allocate(const VkMemoryRequirements& requirements, VkMemoryPropertyFlags wanted,
                                  bool is_addressed = false);

  const execution::VulkanDevice& device_;
  std::vector<std::function<void()>> destroyers_;
};

}  // namespace trellis::graphics
