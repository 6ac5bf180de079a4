// What tests need of VK_EXT_descriptor_heap, which the headers of Debian 12 lack. Names, numbers and members
// are those of the Vulkan registry, in this namespace.
#pragma once

#include <vulkan/vulkan_core.h>

#include <cstddef>
#include <cstdint>

namespace trellis::vulkan::heap_api {

constexpr auto kTexelBufferInfo = static_cast<VkStructureType>(1000135000);
constexpr auto kImageInfo = static_cast<VkStructureType>(1000135001);
constexpr auto kResourceInfo = static_cast<VkStructureType>(1000135002);
constexpr auto kBindInfo = static_cast<VkStructureType>(1000135003);
constexpr auto kPushInfo = static_cast<VkStructureType>(1000135004);
constexpr auto kMapping = static_cast<VkStructureType>(1000135005);
constexpr auto kMappings = static_cast<VkStructureType>(1000135006);
constexpr auto kHeapProperties = static_cast<VkStructureType>(1000135008);
constexpr auto kPipelineFlags = static_cast<VkStructureType>(1000470005);

constexpr VkBufferUsageFlags kHeapUsage = 0x10000000;
constexpr uint64_t kHeapPipeline = 0x1000000000;
constexpr uint32_t kAllResourceTypes = 0x7FFFFFFF;
constexpr uint32_t kConstantOffset = 0;  // A source of mappings.

struct AddressRange {
  VkDeviceAddress address;
  VkDeviceSize size;
};
struct HostRange {
  void* address;
  size_t size;
};
struct ConstHostRange {
  const void* address;
  size_t size;
};

struct TexelBufferInfo {
  VkStructureType type = kTexelBufferInfo;
  const void* next = nullptr;
  VkFormat format;
  AddressRange range;
};
struct ImageInfo {
  VkStructureType type = kImageInfo;
  const void* next = nullptr;
  const VkImageViewCreateInfo* view;
  VkImageLayout layout;
};
union ResourceData {
  const ImageInfo* image;
  const TexelBufferInfo* texels;
  const AddressRange* range;
  const void* tensor;
};
struct ResourceInfo {
  VkStructureType type = kResourceInfo;
  const void* next = nullptr;
  VkDescriptorType descriptor;
  ResourceData data;
};

struct BindInfo {
  VkStructureType type = kBindInfo;
  const void* next = nullptr;
  AddressRange heap;
  VkDeviceSize reserved_offset, reserved_size;
};
struct PushInfo {
  VkStructureType type = kPushInfo;
  const void* next = nullptr;
  uint32_t offset;
  ConstHostRange data;
};

/// The source of a mapping: a place in the heap, or an embedded sampler. The longest source in the registry
/// has 56 bytes.
struct ConstantOffset {
  uint32_t heap_offset, stride;
  const VkSamplerCreateInfo* embedded;
  uint32_t sampler_offset, sampler_stride;
};
union MappingSource {
  ConstantOffset constant;
  uint64_t longest[7];
};
struct Mapping {
  VkStructureType type = kMapping;
  const void* next = nullptr;
  uint32_t set, first_binding, binding_count;
  uint32_t resource_mask;
  uint32_t source;
  MappingSource data;
};
static_assert(sizeof(Mapping) == 96);
struct Mappings {
  VkStructureType type = kMappings;
  const void* next = nullptr;
  uint32_t count;
  const Mapping* mappings;
};

struct HeapProperties {
  VkStructureType type = kHeapProperties;
  void* next = nullptr;
  VkDeviceSize sampler_heap_alignment, resource_heap_alignment, max_sampler_heap, max_resource_heap;
  VkDeviceSize sampler_reserved, sampler_reserved_with_embedded, resource_reserved;
  VkDeviceSize sampler_size, image_size, buffer_size;
  VkDeviceSize sampler_alignment, image_alignment, buffer_alignment, max_push_data;
  size_t capture_replay_bytes;
  uint32_t max_embedded_samplers, ycbcr_count;
  VkBool32 sparse, is_protected;
};

static_assert(sizeof(HeapProperties) == 152);

struct PipelineFlags {
  VkStructureType type = kPipelineFlags;
  const void* next = nullptr;
  uint64_t flags;
};

using WriteSamplers = VkResult(VKAPI_PTR*)(VkDevice, uint32_t, const VkSamplerCreateInfo*, const HostRange*);
using WriteResources = VkResult(VKAPI_PTR*)(VkDevice, uint32_t, const ResourceInfo*, const HostRange*);
using BindHeap = void(VKAPI_PTR*)(VkCommandBuffer, const BindInfo*);
using PushData = void(VKAPI_PTR*)(VkCommandBuffer, const PushInfo*);

}  // namespace trellis::vulkan::heap_api
