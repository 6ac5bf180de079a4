#include "tests/graphics/device_objects.hpp"

#include <cstring>

#include "tests/execution/vulkan_names.hpp"

namespace trellis::graphics {

using execution::call_failed;
using execution::vulkan_structure;

void order_everything(VkCommandBuffer commands) {
  auto barrier = vulkan_structure<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
  barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT | VK_ACCESS_HOST_READ_BIT;
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                       VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0,
                       nullptr, 0, nullptr);
}

DeviceObjects::~DeviceObjects() {
  for (auto destroy = destroyers_.rbegin(); destroy != destroyers_.rend(); ++destroy) (*destroy)();
}

Result<VkDeviceMemory> DeviceObjects::allocate(const VkMemoryRequirements& requirements,
                                               VkMemoryPropertyFlags wanted, bool is_addressed) {
  const VkPhysicalDeviceMemoryProperties& memory = device_.memory();
  for (uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
    const bool fits = (memory.memoryTypes[i].propertyFlags & wanted) == wanted;
    if (!fits || (requirements.memoryTypeBits >> i & 1u) == 0) continue;
    VkMemoryAllocateInfo info =
        vulkan_structure<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
    info.allocationSize = requirements.size;
    info.memoryTypeIndex = i;
    auto flags = vulkan_structure<VkMemoryAllocateFlagsInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO);
    flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
    if (is_addressed) info.pNext = &flags;
    VkDeviceMemory allocated = VK_NULL_HANDLE;
    const VkResult result = vkAllocateMemory(handle(), &info, nullptr, &allocated);
    if (result != VK_SUCCESS) return call_failed("vkAllocateMemory", result);
    defer([device = handle(), allocated] { vkFreeMemory(device, allocated, nullptr); });
    return allocated;
  }
  return unsupported("the device has no suitable memory");
}

Result<HostBuffer> DeviceObjects::make_buffer(size_t bytes, VkBufferUsageFlags usage,
                                              std::span<const uint8_t> contents) {
  if (bytes == 0 || contents.size() > bytes) return bad_input("a buffer without size");
  HostBuffer made;
  made.bytes = bytes;
  VkBufferCreateInfo info = vulkan_structure<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  info.size = bytes;
  info.usage = usage;
  VkResult result = vkCreateBuffer(handle(), &info, nullptr, &made.buffer);
  if (result != VK_SUCCESS) return call_failed("vkCreateBuffer", result);
  defer([device = handle(), buffer = made.buffer] { vkDestroyBuffer(device, buffer, nullptr); });
  VkMemoryRequirements requirements = {};
  vkGetBufferMemoryRequirements(handle(), made.buffer, &requirements);
  auto memory =
      allocate(requirements, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT,
               (usage & VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT) != 0);
  if (!memory) return memory.error();
  void* mapped = nullptr;
  result = vkMapMemory(handle(), *memory, 0, VK_WHOLE_SIZE, 0, &mapped);
  if (result == VK_SUCCESS) result = vkBindBufferMemory(handle(), made.buffer, *memory, 0);
  if (result != VK_SUCCESS) return call_failed("vkMapMemory or vkBindBufferMemory", result);
  made.mapped = static_cast<uint8_t*>(mapped);
  std::memset(made.mapped, 0, bytes);
  if (!contents.empty()) std::memcpy(made.mapped, contents.data(), contents.size());
  return made;
}

Result<DeviceImage> DeviceObjects::make_image(const VkImageCreateInfo& info, VkImageViewType view_type,
                                              VkImageAspectFlags aspects) {
  DeviceImage made;
  VkImageFormatProperties properties = {};
  VkResult result =
      vkGetPhysicalDeviceImageFormatProperties(device_.physical_device(), info.format, info.imageType,
                                               info.tiling, info.usage, info.flags, &properties);
  if (result != VK_SUCCESS || (properties.sampleCounts & static_cast<uint32_t>(info.samples)) == 0) {
    return unsupported("the device has no image of VkFormat " + std::to_string(info.format) + " with " +
                       std::to_string(info.samples) + " samples for this use");
  }
  result = vkCreateImage(handle(), &info, nullptr, &made.image);
  if (result != VK_SUCCESS) return call_failed("vkCreateImage", result);
  defer([device = handle(), image = made.image] { vkDestroyImage(device, image, nullptr); });
  VkMemoryRequirements requirements = {};
  vkGetImageMemoryRequirements(handle(), made.image, &requirements);
  auto memory = allocate(requirements, 0);
  if (!memory) return memory.error();
  result = vkBindImageMemory(handle(), made.image, *memory, 0);
  if (result != VK_SUCCESS) return call_failed("vkBindImageMemory", result);
  VkImageViewCreateInfo view =
      vulkan_structure<VkImageViewCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO);
  view.image = made.image;
  view.viewType = view_type;
  view.format = info.format;
  view.subresourceRange = {aspects, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS};
  result = vkCreateImageView(handle(), &view, nullptr, &made.view);
  if (result != VK_SUCCESS) return call_failed("vkCreateImageView", result);
  defer([device = handle(), handle = made.view] { vkDestroyImageView(device, handle, nullptr); });
  return made;
}

}  // namespace trellis::graphics
