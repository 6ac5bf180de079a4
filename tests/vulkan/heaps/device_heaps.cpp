#include "tests/vulkan/heaps/device_heaps.hpp"

#include <algorithm>

#include "tests/vulkan/names.hpp"

namespace trellis::vulkan {
namespace {

bool is_sampler(const BoundResource& resource) { return resource.type == VK_DESCRIPTOR_TYPE_SAMPLER; }

VkDeviceSize whole_units(VkDeviceSize value, VkDeviceSize alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

heap_api::HeapProperties properties_of(const Device& device) {
  heap_api::HeapProperties heaps = {};
  auto all = vulkan_structure<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
  all.pNext = &heaps;
  vkGetPhysicalDeviceProperties2(device.physical_device(), &all);
  return heaps;
}

template <class Function>
Function load(VkDevice device, const char* name) {
  Function function = nullptr;
  load_function(device, name, function);
  return function;
}

}  // namespace

bool DeviceHeaps::are_supported(const Device& device) {
  return device.has_extension("VK_EXT_descriptor_heap");
}

DeviceHeaps::DeviceHeaps(DeviceObjects& objects, uint32_t stride)
    : objects_(objects), properties_(properties_of(objects.device())) {
  resources_.stride = stride != 0 ? stride : std::max(properties_.image_size, properties_.buffer_size);
  samplers_.stride = properties_.sampler_size;
  resources_.reserved = properties_.resource_reserved;
  samplers_.reserved = properties_.sampler_reserved_with_embedded;
}

Result<void> DeviceHeaps::make(const std::vector<BoundResource>& resources) {
  for (const BoundResource& resource : resources) {
    Heap& heap = is_sampler(resource) ? samplers_ : resources_;
    if (resource.in_heap) heap.slots = std::max<VkDeviceSize>(heap.slots, resource.element + 1);
  }
  place_mapped(resources);
  TRELLIS_RETURN_IF_ERROR(make_heap(resources_, properties_.resource_heap_alignment));
  return make_heap(samplers_, properties_.sampler_heap_alignment);
}

Result<void> DeviceHeaps::make_heap(Heap& heap, VkDeviceSize alignment) {
  const VkDeviceSize descriptors =
      whole_units(std::max<VkDeviceSize>(heap.slots, 1) * heap.stride, alignment);
  heap.bytes = descriptors + heap.reserved;
  auto buffer =
      objects_.make_buffer(heap.bytes, heap_api::kHeapUsage | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT);
  if (!buffer) return buffer.error();
  heap.buffer = *buffer;
  heap.address = objects_.address(*buffer);
  if (heap.address % alignment != 0) return unsupported("a heap that is not aligned");
  return {};
}

/// Reserves slots after the program's own for what has a set and a binding.
void DeviceHeaps::place_mapped(const std::vector<BoundResource>& resources) {
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> counts;
  for (const BoundResource& resource : resources) {
    if (resource.in_heap || resource.is_addressed) continue;
    uint32_t& count = counts[{resource.set, resource.binding}];
    count = std::max(count, resource.element + 1);
    if (!is_sampler(resource)) continue;
    embedded_[{resource.set, resource.binding}] = create_info_of(resource.sampler);
  }
  for (const auto& [place, count] : counts) {
    heap_api::Mapping mapping = {};
    mapping.set = place.first;
    mapping.first_binding = place.second;
    mapping.binding_count = 1;
    mapping.resource_mask = heap_api::kAllResourceTypes;
    mapping.source = heap_api::kConstantOffset;
    if (const auto sampler = embedded_.find(place); sampler != embedded_.end()) {
      mapping.data.constant.embedded = &sampler->second;
    } else {
      mapped_[place] = static_cast<uint32_t>(resources_.slots);
      mapping.data.constant.heap_offset = static_cast<uint32_t>(resources_.slots * resources_.stride);
      mapping.data.constant.stride = static_cast<uint32_t>(resources_.stride);
      resources_.slots += count;
    }
    mapping_list_.push_back(mapping);
  }
  mappings_.count = static_cast<uint32_t>(mapping_list_.size());
  mappings_.mappings = mapping_list_.data();
}

uint32_t DeviceHeaps::slot_of(const BoundResource& resource) const {
  if (resource.in_heap) return resource.element;
  return mapped_.at({resource.set, resource.binding}) + resource.element;
}

heap_api::HostRange DeviceHeaps::range_of(const Heap& heap, uint32_t slot) const {
  return {heap.buffer.mapped + slot * heap.stride, heap.stride};
}

Result<void> DeviceHeaps::write(const BoundResource& resource, const HeapTarget& target) {
  if (is_sampler(resource)) {
    if (!resource.in_heap) return {};  // Embedded in the pipeline.
    const auto write = load<heap_api::WriteSamplers>(objects_.handle(), "vkWriteSamplerDescriptorsEXT");
    heap_api::HostRange to = range_of(samplers_, slot_of(resource));
    to.size = properties_.sampler_size;
    const VkSamplerCreateInfo info = create_info_of(resource.sampler);
    const VkResult result = write(objects_.handle(), 1, &info, &to);
    return result == VK_SUCCESS ? Result<void>{} : call_failed("vkWriteSamplerDescriptorsEXT", result);
  }
  const heap_api::AddressRange range = {target.address, target.bytes};
  heap_api::TexelBufferInfo texels = {};
  texels.format = resource.buffer_format;
  texels.range = range;
  auto view = vulkan_structure<VkImageViewCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO);
  view.image = target.image;
  view.viewType = resource.image.type;
  view.format = resource.image.format;
  const bool is_depth = view.format == VK_FORMAT_D32_SFLOAT;
  view.subresourceRange = {is_depth ? VkImageAspectFlags{VK_IMAGE_ASPECT_DEPTH_BIT}
                                    : VkImageAspectFlags{VK_IMAGE_ASPECT_COLOR_BIT},
                           0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS};
  heap_api::ImageInfo image = {};
  image.view = &view;
  image.layout = VK_IMAGE_LAYOUT_GENERAL;
  heap_api::ResourceInfo info = {};
  info.descriptor = resource.type;
  heap_api::HostRange to = range_of(resources_, slot_of(resource));
  to.size = properties_.buffer_size;
  if (target.image != VK_NULL_HANDLE) {
    info.data.image = &image;
    to.size = properties_.image_size;
  } else if (resource.buffer_format != VK_FORMAT_UNDEFINED) {
    info.data.texels = &texels;
    to.size = properties_.image_size;
  } else {
    info.data.range = &range;
  }
  const auto write = load<heap_api::WriteResources>(objects_.handle(), "vkWriteResourceDescriptorsEXT");
  const VkResult result = write(objects_.handle(), 1, &info, &to);
  return result == VK_SUCCESS ? Result<void>{} : call_failed("vkWriteResourceDescriptorsEXT", result);
}

void DeviceHeaps::bind(VkCommandBuffer commands) const {
  const auto bind_heap = [&](const Heap& heap, const char* name) {
    heap_api::BindInfo info = {};
    info.heap = {heap.address, heap.bytes};
    info.reserved_offset = heap.bytes - heap.reserved;
    info.reserved_size = heap.reserved;
    load<heap_api::BindHeap>(objects_.handle(), name)(commands, &info);
  };
  bind_heap(resources_, "vkCmdBindResourceHeapEXT");
  bind_heap(samplers_, "vkCmdBindSamplerHeapEXT");
}

void DeviceHeaps::push(VkCommandBuffer commands, const std::vector<uint8_t>& bytes) const {
  if (bytes.empty()) return;
  heap_api::PushInfo info = {};
  info.offset = 0;
  info.data = {bytes.data(), bytes.size()};
  load<heap_api::PushData>(objects_.handle(), "vkCmdPushDataEXT")(commands, &info);
}

void HeapPipeline::add_mappings(VkPipelineShaderStageCreateInfo& stage) {
  if (heaps_ == nullptr) return;
  heap_api::Mappings& mappings = mappings_.emplace_back(heaps_->mappings());
  mappings.next = stage.pNext;
  stage.pNext = &mappings;
}

}  // namespace trellis::vulkan
