// The parts of Vulkan that the examples need: a device with what modules need, memory, and one command buffer
// at a time.
#pragma once

#include <vulkan/vulkan.h>

#include <cstdint>
#include <functional>
#include <string>
#include <trellis/trellis.hpp>
#include <vector>

#include "vulkan_helpers/device_needs.hpp"

namespace example {

/// Fails with the name of the call if `result` is not VK_SUCCESS.
void check(VkResult result, const char* call);

/// A buffer in host-visible memory.
struct Buffer {
  VkBuffer handle = VK_NULL_HANDLE;
  VkDeviceSize size = 0;
  uint8_t* bytes = nullptr;
  VkDeviceAddress address = 0;  ///< Set if the buffer's usage includes device addresses.
};

struct Image {
  VkImage handle = VK_NULL_HANDLE;
  VkImageView view = VK_NULL_HANDLE;
  uint32_t width = 0, height = 0;
};

/// A device. Everything created with it is destroyed with it.
class Gpu {
 public:
  /// Chooses the first device with Vulkan 1.3 whose name contains `name_part` and that has a queue for
  /// `queue_flags`.
  Gpu(const DeviceNeeds& needs, VkQueueFlags queue_flags, const std::string& name_part = "");
  ~Gpu();
  Gpu(const Gpu&) = delete;
  Gpu& operator=(const Gpu&) = delete;

  VkDevice device() const { return device_; }
  VkPhysicalDevice physical_device() const { return physical_; }
  const VkPhysicalDeviceProperties& properties() const { return properties_; }
  bool has_null_descriptors() const { return has_null_descriptors_; }
  bool has_texel_buffers(VkFormat format, VkFormatFeatureFlags feature) const;
  void subgroup_sizes(uint32_t& minimum, uint32_t& maximum) const;

  /// Returns a buffer of zeros with at least one byte.
  Buffer make_buffer(VkDeviceSize size, VkBufferUsageFlags usage);
  VkBufferView make_view(const Buffer& buffer, VkFormat format);
  Image make_image(VkFormat format, uint32_t width, uint32_t height, VkImageUsageFlags usage);
  VkShaderModule make_shader(const trellis::api::Module& module);

  /// Registers `destroy` to be called before the device is destroyed, in reverse order.
  void at_end(std::function<void()> destroy) { at_end_.push_back(std::move(destroy)); }

  /// Records commands, runs them and waits. What they wrote to buffers is then visible to the host.
  void run(const std::function<void(VkCommandBuffer)>& record);

 private:
  void choose_device(VkQueueFlags queue_flags, const std::string& name_part);
  VkDeviceMemory allocate(const VkMemoryRequirements& requirements, VkMemoryPropertyFlags wanted,
                          bool has_address);

  VkInstance instance_ = VK_NULL_HANDLE;
  VkPhysicalDevice physical_ = VK_NULL_HANDLE;
  VkDevice device_ = VK_NULL_HANDLE;
  VkQueue queue_ = VK_NULL_HANDLE;
  uint32_t queue_family_ = 0;
  VkPhysicalDeviceProperties properties_ = {};
  bool has_null_descriptors_ = false;
  std::vector<std::function<void()>> at_end_;
};

/// Returns the contents of a file. Fails if it cannot be read.
std::vector<uint8_t> read_file(const std::string& path);
void write_file(const std::string& path, const void* bytes, size_t size);

}  // namespace example
