// Memory, buffers and images on a device, destroyed together.
#pragma once

#include <vulkan/vulkan_core.h>

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "support/result.hpp"
#include "tests/vulkan/device.hpp"

namespace trellis::vulkan {

/// A buffer in memory that the host sees. The memory before and behind it is filled with guard bytes.
struct HostBuffer {
  VkBuffer buffer = VK_NULL_HANDLE;
  uint8_t* mapped = nullptr;  ///< Coherent.
  size_t bytes = 0;
  size_t guard_before = 0, guard_behind = 0;  ///< Bytes.
};

/// What was written beside the buffer: "3 bytes behind its end"; empty if nothing was.
std::string stray_write(const HostBuffer& buffer);

struct DeviceImage {
  VkImage image = VK_NULL_HANDLE;
  VkImageView view = VK_NULL_HANDLE;
};

/// Owns what it makes; the order of destruction is the reverse one. The device must outlive it.
class DeviceObjects {
 public:
  explicit DeviceObjects(const Device& device) : device_(device) {}
  ~DeviceObjects();
  DeviceObjects(const DeviceObjects&) = delete;
  DeviceObjects& operator=(const DeviceObjects&) = delete;

  const Device& device() const { return device_; }
  VkDevice handle() const { return device_.handle(); }

  /// Begins with `contents`; the rest of it is zeros.
  Result<HostBuffer> make_buffer(size_t bytes, VkBufferUsageFlags usage,
                                 std::span<const uint8_t> contents = {});
  /// The address of a buffer made with VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT.
  VkDeviceAddress address(const HostBuffer& buffer) const;
  Result<DeviceImage> make_image(const VkImageCreateInfo& info, VkImageViewType view_type,
                                 VkImageAspectFlags aspects);
  Result<VkSampler> make_sampler(const VkSamplerCreateInfo& info);
  /// Something else to destroy.
  void defer(std::function<void()> destroy) { destroyers_.push_back(std::move(destroy)); }
  /// From now on nothing is destroyed.
  void abandon() { destroyers_.clear(); }

 private:
  struct Memory {
    VkDeviceSize bytes = 0;
    uint32_t allowed_types = 0;  ///< A bit each.
    VkMemoryPropertyFlags properties = 0;
    bool is_addressed = false;
  };
  Result<VkDeviceMemory> allocate(const Memory& memory);

  const Device& device_;
  std::vector<std::function<void()>> destroyers_;
};

}  // namespace trellis::vulkan
