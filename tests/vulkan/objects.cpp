#include "tests/vulkan/objects.hpp"

#include <cstring>
#include <optional>

#include "tests/vulkan/names.hpp"

namespace trellis::vulkan {
namespace {

constexpr uint8_t kGuardByte = 0xA5;
constexpr VkDeviceSize kMinGuardBytes = 256;

constexpr VkMemoryPropertyFlags kHostMemory =
    VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;

VkDeviceSize round_up(VkDeviceSize value, VkDeviceSize alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

/// Returns a memory type with these properties, preferably one that is device-local.
std::optional<uint32_t> memory_type(const VkPhysicalDeviceMemoryProperties& memory, uint32_t allowed,
                                    VkMemoryPropertyFlags properties) {
  for (const VkMemoryPropertyFlags wanted : {properties | VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, properties}) {
    for (uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
      const bool fits = (memory.memoryTypes[i].propertyFlags & wanted) == wanted;
      if (fits && (allowed >> i & 1u) != 0) return i;
    }
  }
  return std::nullopt;
}

}  // namespace

std::string stray_write(const HostBuffer& buffer) {
  for (size_t n = 0; n < buffer.guard_behind; ++n) {
    if (buffer.mapped[buffer.bytes + n] != kGuardByte) return std::to_string(n) + " bytes past its end";
  }
  for (size_t n = 1; n <= buffer.guard_before; ++n) {
    if (*(buffer.mapped - n) != kGuardByte) return std::to_string(n) + " bytes before its start";
  }
  return {};
}

DeviceObjects::~DeviceObjects() {
  for (auto destroy = destroyers_.rbegin(); destroy != destroyers_.rend(); ++destroy) (*destroy)();
}

Result<VkDeviceMemory> DeviceObjects::allocate(const Memory& memory) {
  const auto type = memory_type(device_.memory(), memory.allowed_types, memory.properties);
  if (!type) return unsupported("the device has no suitable memory");
  auto info = vulkan_structure<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
  info.allocationSize = memory.bytes;
  info.memoryTypeIndex = *type;
  auto flags = vulkan_structure<VkMemoryAllocateFlagsInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO);
  flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
  if (memory.is_addressed) info.pNext = &flags;
  VkDeviceMemory allocated = VK_NULL_HANDLE;
  const VkResult result = vkAllocateMemory(handle(), &info, nullptr, &allocated);
  if (result != VK_SUCCESS) return call_failed("vkAllocateMemory", result);
  defer([device = handle(), allocated] { vkFreeMemory(device, allocated, nullptr); });
  return allocated;
}

Result<HostBuffer> DeviceObjects::make_buffer(size_t bytes, VkBufferUsageFlags usage,
                                              std::span<const uint8_t> contents) {
  if (bytes == 0 || contents.size() > bytes) return bad_input("a buffer without size");
  HostBuffer made;
  made.bytes = bytes;
  auto info = vulkan_structure<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  info.size = bytes;
  info.usage = usage;
  VkResult result = vkCreateBuffer(handle(), &info, nullptr, &made.buffer);
  if (result != VK_SUCCESS) return call_failed("vkCreateBuffer", result);
  defer([device = handle(), buffer = made.buffer] { vkDestroyBuffer(device, buffer, nullptr); });
  VkMemoryRequirements requirements = {};
  vkGetBufferMemoryRequirements(handle(), made.buffer, &requirements);
  const VkDeviceSize offset = round_up(kMinGuardBytes, requirements.alignment);
  const VkDeviceSize all_bytes = offset + requirements.size + kMinGuardBytes;
  auto memory = allocate({all_bytes, requirements.memoryTypeBits, kHostMemory,
                          (usage & VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT) != 0});
  if (!memory) return memory.error();
  void* mapped = nullptr;
  result = vkMapMemory(handle(), *memory, 0, VK_WHOLE_SIZE, 0, &mapped);
  if (result == VK_SUCCESS) result = vkBindBufferMemory(handle(), made.buffer, *memory, offset);
  if (result != VK_SUCCESS) return call_failed("vkMapMemory or vkBindBufferMemory", result);
  made.mapped = static_cast<uint8_t*>(mapped) + offset;
  made.guard_before = offset;
  made.guard_behind = all_bytes - offset - bytes;
  std::memset(mapped, kGuardByte, all_bytes);
  std::memset(made.mapped, 0, bytes);
  if (!contents.empty()) std::memcpy(made.mapped, contents.data(), contents.size());
  return made;
}

VkDeviceAddress DeviceObjects::address(const HostBuffer& buffer) const {
  auto info = vulkan_structure<VkBufferDeviceAddressInfo>(VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO);
  info.buffer = buffer.buffer;
  return vkGetBufferDeviceAddress(handle(), &info);
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
  auto memory = allocate({requirements.size, requirements.memoryTypeBits});
  if (!memory) return memory.error();
  result = vkBindImageMemory(handle(), made.image, *memory, 0);
  if (result != VK_SUCCESS) return call_failed("vkBindImageMemory", result);
  auto view = vulkan_structure<VkImageViewCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO);
  view.image = made.image;
  view.viewType = view_type;
  view.format = info.format;
  view.subresourceRange = {aspects, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS};
  result = vkCreateImageView(handle(), &view, nullptr, &made.view);
  if (result != VK_SUCCESS) return call_failed("vkCreateImageView", result);
  defer([device = handle(), handle = made.view] { vkDestroyImageView(device, handle, nullptr); });
  return made;
}

Result<VkSampler> DeviceObjects::make_sampler(const VkSamplerCreateInfo& info) {
  VkSampler sampler = VK_NULL_HANDLE;
  const VkResult result = vkCreateSampler(handle(), &info, nullptr, &sampler);
  if (result != VK_SUCCESS) return call_failed("vkCreateSampler", result);
  defer([device = handle(), sampler] { vkDestroySampler(device, sampler, nullptr); });
  return sampler;
}

}  // namespace trellis::vulkan
