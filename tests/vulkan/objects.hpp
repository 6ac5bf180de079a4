// Memory, buffers and images on a device, which are destroyed together.
#pragma once

#include <vulkan/vulkan_core.h>

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "support/result.hpp"
#include "tests/vulkan/device.hpp"

namespace trellis::vulkan {

/// A buffer in host-visible memory. The memory before and after it is filled with guard bytes.
struct HostBuffer {
  VkBuffer buffer = VK_NULL_HANDLE;
  uint8_t* mapped = nullptr;  ///< The mapped memory, which is host-coherent.
  size_t bytes = 0;
  size_t guard_before = 0, guard_behind = 0;  ///< Sizes in bytes.
};

/// Describes writes outside the buffer: "3 bytes past its end"; empty if there were none.
std::string stray_write(const HostBuffer& buffer);

struct DeviceImage {
  VkImage image = VK_NULL_HANDLE;
  VkImageView view = VK_NULL_HANDLE;
};

/// Owns the objects that it creates, and destroys them in reverse order. The device must outlive it.
class DeviceObjects {
 public:
  explicit DeviceObjects(const Device& device) : device_(device) {}
  ~DeviceObjects();
  DeviceObjects(const DeviceObjects&) = delete;
  DeviceObjects& operator=(const DeviceObjects&) = delete;

  const Device& device() const { return device_; }
  VkDevice handle() const { return device_.handle(); }

  /// The buffer starts with `contents`, followed by zeros.
  Result<HostBuffer> make_buffer(size_t bytes, VkBufferUsageFlags usage,
                                 std::span<const uint8_t> contents = {});
  /// Returns the address of a buffer that was created with VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT.
  VkDeviceAddress address(const HostBuffer& buffer) const;
  Result<DeviceImage> make_image(const VkImageCreateInfo& info, VkImageViewType view_type,
                                 VkImageAspectFlags aspects);
  Result<VkSampler> make_sampler(const VkSamplerCreateInfo& info);
  /// Registers another function to call on destruction.
  void defer(std::function<void()> destroy) { destroyers_.push_back(std::move(destroy)); }
  /// Prevents the destruction of all objects.
  void abandon() { destroyers_.clear(); }

 private:
  struct Memory {
    VkDeviceSize bytes = 0;
    uint32_t allowed_types = 0;  ///< A bit for each memory type.
    VkMemoryPropertyFlags properties = 0;
    bool is_addressed = false;
  };
  Result<VkDeviceMemory> allocate(const Memory& memory);

  const Device& device_;
  std::vector<std::function<void()>> destroyers_;
};

}  // namespace trellis::vulkan
