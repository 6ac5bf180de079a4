#include "tests/vulkan/commands.hpp"

#include "tests/vulkan/names.hpp"

namespace trellis::vulkan {

Result<VkCommandBuffer> begin_commands(DeviceObjects& objects) {
  const VkDevice device = objects.handle();
  auto info = vulkan_structure<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
  info.queueFamilyIndex = objects.device().queue_family();
  VkCommandPool pool = VK_NULL_HANDLE;
  VkResult result = vkCreateCommandPool(device, &info, nullptr, &pool);
  if (result != VK_SUCCESS) return call_failed("vkCreateCommandPool", result);
  objects.defer([device, pool] { vkDestroyCommandPool(device, pool, nullptr); });
  auto allocate =
      vulkan_structure<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
  allocate.commandPool = pool;
  allocate.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  allocate.commandBufferCount = 1;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  result = vkAllocateCommandBuffers(device, &allocate, &commands);
  if (result != VK_SUCCESS) return call_failed("vkAllocateCommandBuffers", result);
  auto begin = vulkan_structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
  begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  result = vkBeginCommandBuffer(commands, &begin);
  if (result != VK_SUCCESS) return call_failed("vkBeginCommandBuffer", result);
  return commands;
}

void order_everything(VkCommandBuffer commands) {
  auto barrier = vulkan_structure<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
  barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT | VK_ACCESS_HOST_READ_BIT;
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                       VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0,
                       nullptr, 0, nullptr);
}

void change_layout(VkCommandBuffer commands, VkImage image, VkImageAspectFlags aspects, VkImageLayout from,
                   VkImageLayout to) {
  auto barrier = vulkan_structure<VkImageMemoryBarrier>(VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER);
  barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.oldLayout = from;
  barrier.newLayout = to;
  barrier.image = image;
  barrier.subresourceRange = {aspects, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS};
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0,
                       nullptr, 0, nullptr, 1, &barrier);
}

VkResult run_commands(DeviceObjects& objects, VkCommandBuffer commands, double seconds) {
  const VkDevice device = objects.handle();
  VkResult result = vkEndCommandBuffer(commands);
  if (result != VK_SUCCESS) return result;
  const auto info = vulkan_structure<VkFenceCreateInfo>(VK_STRUCTURE_TYPE_FENCE_CREATE_INFO);
  VkFence fence = VK_NULL_HANDLE;
  result = vkCreateFence(device, &info, nullptr, &fence);
  if (result != VK_SUCCESS) return result;
  objects.defer([device, fence] { vkDestroyFence(device, fence, nullptr); });
  auto submit = vulkan_structure<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
  submit.commandBufferCount = 1;
  submit.pCommandBuffers = &commands;
  result = vkQueueSubmit(objects.device().queue(), 1, &submit, fence);
  if (result != VK_SUCCESS) return result;
  return vkWaitForFences(device, 1, &fence, VK_TRUE, static_cast<uint64_t>(seconds * 1e9));
}

}  // namespace trellis::vulkan
