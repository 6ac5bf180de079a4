// The Vulkan objects of one dispatch, from buffers to command buffer. Used by VulkanRunner alone.
#pragma once

#include <vulkan/vulkan_core.h>

#include <cstdint>
#include <map>
#include <vector>

#include "support/result.hpp"
#include "tests/execution/vulkan_device.hpp"
#include "tests/execution/vulkan_runner.hpp"

namespace trellis::execution {

/// Destroys what was made, in any state of completion.
class DispatchObjects {
 public:
  explicit DispatchObjects(const VulkanDevice& device) : device_(device), handle_(device.device()) {}
  ~DispatchObjects();
  DispatchObjects(const DispatchObjects&) = delete;
  DispatchObjects& operator=(const DispatchObjects&) = delete;

  // In this order.
  Result<void> make_buffers(std::span<const BufferBinding> bindings);
  Result<void> make_descriptors(const Dispatch& dispatch);
  Result<void> make_pipeline(const Dispatch& dispatch);
  Result<void> record(const Dispatch& dispatch);

  /// Submits and waits; VK_TIMEOUT when the limit is exceeded.
  VkResult submit_and_wait(double seconds);

  /// The buffers' contents, or an error when bytes between them were changed.
  Result<std::vector<std::vector<uint8_t>>> read_back(std::span<const BufferBinding> bindings) const;

  /// From now on the destructor destroys nothing.
  void abandon() { handle_ = VK_NULL_HANDLE; }

 private:
  struct Buffer {
    VkBuffer buffer = VK_NULL_HANDLE;
    VkBufferView view = VK_NULL_HANDLE;
    VkDeviceSize offset = 0;  ///< In memory_.
  };

  Result<void> make_buffer(const BufferBinding& binding, VkMemoryRequirements& requirements);
  Result<void> make_memory(const std::vector<VkMemoryRequirements>& requirements);
  Result<void> make_view(const BufferBinding& binding, Buffer& buffer);
  Result<void> make_set_layouts(const Dispatch& dispatch);
  Result<void> allocate_sets(const Dispatch& dispatch);
  void write_descriptors(std::span<const BufferBinding> bindings);
  void write_structures(std::span<const StructureBinding> structures);

  const VulkanDevice& device_;
  VkDevice handle_;
  std::vector<Buffer> buffers_;  ///< As the bindings.
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
  VkDeviceSize memory_bytes_ = 0;
  uint8_t* mapped_ = nullptr;
  std::vector<VkDescriptorSetLayout> set_layouts_;  ///< By set number, gaps included.
  std::vector<VkDescriptorSet> sets_;
  VkDescriptorPool descriptor_pool_ = VK_NULL_HANDLE;
  VkPipelineLayout pipeline_layout_ = VK_NULL_HANDLE;
  VkShaderModule shader_ = VK_NULL_HANDLE;
  VkPipeline pipeline_ = VK_NULL_HANDLE;
  VkCommandPool command_pool_ = VK_NULL_HANDLE;
  VkCommandBuffer commands_ = VK_NULL_HANDLE;
  VkFence fence_ = VK_NULL_HANDLE;
};

}  // namespace trellis::execution
