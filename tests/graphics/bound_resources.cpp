#include "tests/graphics/bound_resources.hpp"

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>

#include "tests/execution/vulkan_names.hpp"
#include "tests/graphics/given_layout.hpp"

namespace trellis::graphics {
namespace {

using execution::call_failed;
using execution::vulkan_structure;

constexpr uint32_t kMostSets = 8;

VkBufferUsageFlags buffer_usage(VkDescriptorType type) {
  switch (type) {
    case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER:
      return VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER:
    case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC:
      return VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT;
    case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER:
      return VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT;
    case VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER:
      return VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT;
    default:
      return 0;
  }
}

bool is_inline(VkDescriptorType type) { return type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK; }

bool is_image(VkDescriptorType type) {
  return type == VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE || type == VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
}

VkImageType image_type(VkImageViewType view) {
  if (view == VK_IMAGE_VIEW_TYPE_1D || view == VK_IMAGE_VIEW_TYPE_1D_ARRAY) return VK_IMAGE_TYPE_1D;
  return view == VK_IMAGE_VIEW_TYPE_3D ? VK_IMAGE_TYPE_3D : VK_IMAGE_TYPE_2D;
}

bool is_cube(VkImageViewType view) {
  return view == VK_IMAGE_VIEW_TYPE_CUBE || view == VK_IMAGE_VIEW_TYPE_CUBE_ARRAY;
}

VkImageAspectFlags aspect(VkFormat format) {
  return format == VK_FORMAT_D32_SFLOAT ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT;
}

bool is_multisampled(const ImageData& image) { return image.samples > 1; }

/// One copy a level, tight, and the bytes they take.
std::vector<VkBufferImageCopy> level_copies(const ImageData& image, size_t& bytes) {
  std::vector<VkBufferImageCopy> copies;
  bytes = 0;
  for (uint32_t level = 0; level < image.levels; ++level) {
    const VkExtent3D extent = {std::max(image.width >> level, 1u), std::max(image.height >> level, 1u),
                               std::max(image.depth >> level, 1u)};
    VkBufferImageCopy copy = {};
    copy.bufferOffset = bytes;
    copy.imageSubresource = {aspect(image.format), level, 0, image.layers};
    copy.imageExtent = extent;
    copies.push_back(copy);
    bytes += size_t{extent.width} * extent.height * extent.depth * image.layers * texel_bytes(image.format);
  }
  return copies;
}

void change_layout(VkCommandBuffer commands, VkImage image, VkFormat format, VkImageLayout from,
                   VkImageLayout to) {
  VkImageMemoryBarrier barrier =
      vulkan_structure<VkImageMemoryBarrier>(VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER);
  barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.oldLayout = from;
  barrier.newLayout = to;
  barrier.image = image;
  barrier.subresourceRange = {aspect(format), 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS};
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0,
                       nullptr, 0, nullptr, 1, &barrier);
}

}  // namespace

Result<void> BoundResources::make(VkShaderStageFlags stages, uint32_t push_constant_bytes,
                                  const GivenLayout* given) {
  made_.resize(resources_.size());
  for (size_t n = 0; n < resources_.size(); ++n) {
    if (resources_[n].set >= kMostSets)
      return unsupported("descriptor set " + std::to_string(resources_[n].set));
    if (resources_[n].same_image_as && *resources_[n].same_image_as < n) {
      made_[n] = made_[*resources_[n].same_image_as];
      continue;
    }
    if (auto made = make_one(resources_[n], made_[n]); !made) return made;
  }
  if (given != nullptr) {
    if (auto made = make_given(*given); !made) return made;
  } else {
    if (auto made = make_layouts(stages, push_constant_bytes); !made) return made;
    if (layouts_.empty()) return {};
    if (auto made = make_sets(); !made) return made;
  }
  for (size_t n = 0; n < resources_.size(); ++n) {
    if (!resources_[n].is_addressed && !resources_[n].is_late) write(resources_[n], made_[n]);
  }
  return {};
}

Result<void> BoundResources::make_one(const BoundResource& resource, Made& made) {
  if (is_image(resource.type)) return make_texels(resource, made);
  if (resource.type == VK_DESCRIPTOR_TYPE_SAMPLER) return make_sampler(resource, made);
  if (is_inline(resource.type) || resource.type == VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR) return {};
  VkBufferUsageFlags usage = buffer_usage(resource.type);
  if (resource.is_addressed) usage |= VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
  if (usage == 0) return unsupported("VkDescriptorType " + std::to_string(resource.type));
  auto buffer = objects_.make_buffer(resource.buffer.size(), usage, resource.buffer);
  if (!buffer) return buffer.error();
  made.buffer = *buffer;
  if (resource.buffer_format == VK_FORMAT_UNDEFINED) return {};
  VkBufferViewCreateInfo info =
      vulkan_structure<VkBufferViewCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO);
  info.buffer = made.buffer.buffer;
  info.format = resource.buffer_format;
  info.range = VK_WHOLE_SIZE;
  const VkResult result = vkCreateBufferView(objects_.handle(), &info, nullptr, &made.view);
  if (result != VK_SUCCESS) return call_failed("vkCreateBufferView", result);
  objects_.defer(
      [device = objects_.handle(), view = made.view] { vkDestroyBufferView(device, view, nullptr); });
  return {};
}

Result<void> BoundResources::make_texels(const BoundResource& resource, Made& made) {
  const ImageData& image = resource.image;
  size_t bytes = 0;
  level_copies(image, bytes);
  if (bytes == 0 || (image.texels.size() != bytes && !is_multisampled(image))) {
    return bad_input("an image of VkFormat " + std::to_string(image.format) + " needs " +
                     std::to_string(bytes) + " bytes of texels, given are " +
                     std::to_string(image.texels.size()));
  }
  auto buffer = objects_.make_buffer(
      bytes, VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT, image.texels);
  if (!buffer) return buffer.error();
  made.buffer = *buffer;
  VkImageCreateInfo info = vulkan_structure<VkImageCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO);
  if (is_cube(image.type)) info.flags = VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
  info.imageType = image_type(image.type);
  info.format = image.format;
  info.extent = {image.width, image.height, image.depth};
  info.mipLevels = image.levels;
  info.arrayLayers = image.layers;
  info.samples = static_cast<VkSampleCountFlagBits>(image.samples);
  info.usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
  info.usage |= resource.type == VK_DESCRIPTOR_TYPE_STORAGE_IMAGE ? VK_IMAGE_USAGE_STORAGE_BIT
                                                                  : VK_IMAGE_USAGE_SAMPLED_BIT;
  // Only shaders write those: who wants to read one as a texture has it both ways.
  if (is_multisampled(image)) info.usage |= VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
  auto device_image = objects_.make_image(info, image.type, aspect(image.format));
  if (!device_image) return device_image.error();
  made.image = *device_image;
  return {};
}

Result<void> BoundResources::make_sampler(const BoundResource& resource, Made& made) {
  VkSamplerCreateInfo info = vulkan_structure<VkSamplerCreateInfo>(VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO);
  info.magFilter = info.minFilter = resource.sampler.filter;
  info.mipmapMode = resource.sampler.mip_filter;
  info.addressModeU = info.addressModeV = info.addressModeW = resource.sampler.address;
  info.compareEnable = resource.sampler.compare ? VK_TRUE : VK_FALSE;
  info.compareOp = resource.sampler.compare.value_or(VK_COMPARE_OP_ALWAYS);
  info.maxLod = VK_LOD_CLAMP_NONE;
  const VkResult result = vkCreateSampler(objects_.handle(), &info, nullptr, &made.sampler);
  if (result != VK_SUCCESS) return call_failed("vkCreateSampler", result);
  objects_.defer(
      [device = objects_.handle(), handle = made.sampler] { vkDestroySampler(device, handle, nullptr); });
  return {};
}

Result<void> BoundResources::make_layouts(VkShaderStageFlags stages, uint32_t push_constant_bytes) {
  std::vector<std::map<uint32_t, VkDescriptorSetLayoutBinding>> sets;
  std::set<std::pair<uint32_t, uint32_t>> late;
  for (const BoundResource& resource : resources_) {
    if (resource.is_addressed) continue;
    if (resource.set >= sets.size()) sets.resize(resource.set + 1);
    if (resource.is_late) late.emplace(resource.set, resource.binding);
    VkDescriptorSetLayoutBinding& slot = sets[resource.set][resource.binding];
    slot.binding = resource.binding;
    slot.descriptorType = resource.type;
    slot.descriptorCount = std::max(slot.descriptorCount, resource.array_size);
    slot.descriptorCount = std::max(slot.descriptorCount, is_inline(resource.type)
                                                              ? static_cast<uint32_t>(resource.buffer.size())
                                                              : resource.element + 1);
    slot.stageFlags = stages;
  }
  const VkDevice device = objects_.handle();
  for (uint32_t set_number = 0; set_number < sets.size(); ++set_number) {
    std::vector<VkDescriptorSetLayoutBinding> bindings;
    std::vector<VkDescriptorBindingFlags> partly;
    bool is_late = false;
    for (const auto& [number, slot] : sets[set_number]) {
      bindings.push_back(slot);
      partly.push_back(VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT);
      if (late.count({set_number, number}) == 0) continue;
      partly.back() |= VK_DESCRIPTOR_BINDING_UPDATE_AFTER_BIND_BIT;
      is_late = true;
    }
    auto flags = vulkan_structure<VkDescriptorSetLayoutBindingFlagsCreateInfo>(
        VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO);
    flags.bindingCount = static_cast<uint32_t>(partly.size());
    flags.pBindingFlags = partly.data();
    auto info = vulkan_structure<VkDescriptorSetLayoutCreateInfo>(
        VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO);
    info.pNext = &flags;
    if (is_late) info.flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT;
    info.bindingCount = static_cast<uint32_t>(bindings.size());
    info.pBindings = bindings.data();
    VkDescriptorSetLayout layout = VK_NULL_HANDLE;
    const VkResult result = vkCreateDescriptorSetLayout(device, &info, nullptr, &layout);
    if (result != VK_SUCCESS) return call_failed("vkCreateDescriptorSetLayout", result);
    objects_.defer([device, layout] { vkDestroyDescriptorSetLayout(device, layout, nullptr); });
    layouts_.push_back(layout);
  }
  auto info = vulkan_structure<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
  info.setLayoutCount = static_cast<uint32_t>(layouts_.size());
  info.pSetLayouts = layouts_.data();
  const VkPushConstantRange range = {stages, 0, push_constant_bytes};
  if (push_constant_bytes != 0) {
    info.pushConstantRangeCount = 1;
    info.pPushConstantRanges = &range;
  }
  const VkResult result = vkCreatePipelineLayout(device, &info, nullptr, &pipeline_layout_);
  if (result != VK_SUCCESS) return call_failed("vkCreatePipelineLayout", result);
  objects_.defer([device, layout = pipeline_layout_] { vkDestroyPipelineLayout(device, layout, nullptr); });
  return {};
}

Result<void> BoundResources::make_given(const GivenLayout& given) {
  auto made = make_given_layout(objects_, given);
  if (!made) return made.error();
  pipeline_layout_ = made->pipeline_layout;
  for (const BoundResource& resource : resources_) {
    if (!resource.is_addressed && resource.set >= given.sets.size()) {
      return bad_input("the layout has no set " + std::to_string(resource.set));
    }
  }
  auto sets = make_given_sets(objects_, given, *made, resources_);
  if (!sets) return sets.error();
  sets_ = std::move(*sets);
  return {};
}

Result<void> BoundResources::make_sets() {
  std::map<VkDescriptorType, uint32_t> counts;
  uint32_t inline_blocks = 0;
  bool has_late = false;
  for (const BoundResource& resource : resources_) {
    if (resource.is_addressed) continue;
    has_late |= resource.is_late;
    const bool in_set = is_inline(resource.type);
    counts[resource.type] += in_set ? static_cast<uint32_t>(resource.buffer.size())
                                    : std::max(resource.element + 1, resource.array_size);
    if (in_set) ++inline_blocks;
  }
  std::vector<VkDescriptorPoolSize> sizes;
  for (const auto& [type, count] : counts) sizes.push_back({type, count});
  auto info = vulkan_structure<VkDescriptorPoolCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
  if (has_late) info.flags = VK_DESCRIPTOR_POOL_CREATE_UPDATE_AFTER_BIND_BIT;
  info.maxSets = static_cast<uint32_t>(layouts_.size());
  info.poolSizeCount = static_cast<uint32_t>(sizes.size());
  info.pPoolSizes = sizes.data();
  auto inline_info = vulkan_structure<VkDescriptorPoolInlineUniformBlockCreateInfo>(
      VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_INLINE_UNIFORM_BLOCK_CREATE_INFO);
  inline_info.maxInlineUniformBlockBindings = inline_blocks;
  if (inline_blocks != 0) info.pNext = &inline_info;
  const VkDevice device = objects_.handle();
  VkDescriptorPool pool = VK_NULL_HANDLE;
  VkResult result = vkCreateDescriptorPool(device, &info, nullptr, &pool);
  if (result != VK_SUCCESS) return call_failed("vkCreateDescriptorPool", result);
  objects_.defer([device, pool] { vkDestroyDescriptorPool(device, pool, nullptr); });
  sets_.resize(layouts_.size());
  auto allocate =
      vulkan_structure<VkDescriptorSetAllocateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO);
  allocate.descriptorPool = pool;
  allocate.descriptorSetCount = static_cast<uint32_t>(layouts_.size());
  allocate.pSetLayouts = layouts_.data();
  result = vkAllocateDescriptorSets(device, &allocate, sets_.data());
  if (result != VK_SUCCESS) return call_failed("vkAllocateDescriptorSets", result);
  return {};
}

void BoundResources::write(const BoundResource& resource, const Made& made) const {
  // Of a dynamic one, the offset is added when it is bound.
  const VkDescriptorBufferInfo buffer = {
      made.buffer.buffer, 0,
      resource.dynamic_offset == 0 ? VK_WHOLE_SIZE : resource.buffer.size() - resource.dynamic_offset};
  const VkDescriptorImageInfo image = {made.sampler, made.image.view, VK_IMAGE_LAYOUT_GENERAL};
  auto update = vulkan_structure<VkWriteDescriptorSet>(VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET);
  update.dstSet = sets_[resource.set];
  update.dstBinding = resource.binding;
  update.dstArrayElement = resource.element;
  update.descriptorCount = 1;
  update.descriptorType = resource.type;
  update.pBufferInfo = &buffer;
  update.pImageInfo = &image;
  update.pTexelBufferView = &made.view;
  auto block = vulkan_structure<VkWriteDescriptorSetInlineUniformBlock>(
      VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK);
  std::vector<uint8_t> contents;
  if (is_inline(resource.type)) {
    contents = resource.buffer;
    for (const PlacedAddress& placed : resource.addresses) {
      const VkDeviceAddress placed_address = placed.value != 0 ? placed.value : address(placed.resource);
      std::memcpy(contents.data() + placed.offset, &placed_address, sizeof(placed_address));
    }
    block.dataSize = static_cast<uint32_t>(contents.size());
    block.pData = contents.data();
    update.descriptorCount = block.dataSize;
    update.pNext = &block;
  }
  auto structure = vulkan_structure<VkWriteDescriptorSetAccelerationStructureKHR>(
      VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_ACCELERATION_STRUCTURE_KHR);
  structure.accelerationStructureCount = 1;
  structure.pAccelerationStructures = &resource.structure;
  if (resource.type == VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR) update.pNext = &structure;
  vkUpdateDescriptorSets(objects_.handle(), 1, &update, 0, nullptr);
}

VkDeviceAddress BoundResources::address(size_t resource) const {
  auto info = vulkan_structure<VkBufferDeviceAddressInfo>(VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO);
  info.buffer = made_[resource].buffer.buffer;
  return vkGetBufferDeviceAddress(objects_.handle(), &info);
}

Result<void> BoundResources::put_address(size_t buffer, uint32_t offset, VkDeviceAddress address) const {
  const HostBuffer& to = made_[buffer].buffer;
  if (uint64_t{offset} + sizeof(address) > to.bytes) return bad_input("an address beyond its table");
  std::memcpy(to.mapped + offset, &address, sizeof(address));
  return {};
}

void BoundResources::write_late() const {
  for (size_t n = 0; n < resources_.size(); ++n) {
    if (resources_[n].is_late) write(resources_[n], made_[n]);
  }
}

void BoundResources::record_upload(VkCommandBuffer commands) const {
  for (size_t n = 0; n < resources_.size(); ++n) {
    if (!is_image(resources_[n].type) || resources_[n].same_image_as) continue;
    const ImageData& image = resources_[n].image;
    size_t bytes = 0;
    const std::vector<VkBufferImageCopy> copies = level_copies(image, bytes);
    change_layout(commands, made_[n].image.image, image.format, VK_IMAGE_LAYOUT_UNDEFINED,
                  VK_IMAGE_LAYOUT_GENERAL);
    if (is_multisampled(image)) {
      const VkClearColorValue zeros = {};
      const VkImageSubresourceRange all = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, image.layers};
      vkCmdClearColorImage(commands, made_[n].image.image, VK_IMAGE_LAYOUT_GENERAL, &zeros, 1, &all);
      change_layout(commands, made_[n].image.image, image.format, VK_IMAGE_LAYOUT_GENERAL,
                    VK_IMAGE_LAYOUT_GENERAL);
      continue;
    }
    vkCmdCopyBufferToImage(commands, made_[n].buffer.buffer, made_[n].image.image, VK_IMAGE_LAYOUT_GENERAL,
                           static_cast<uint32_t>(copies.size()), copies.data());
    change_layout(commands, made_[n].image.image, image.format, VK_IMAGE_LAYOUT_GENERAL,
                  VK_IMAGE_LAYOUT_GENERAL);
  }
}

void BoundResources::record_bind(VkCommandBuffer commands, VkPipelineBindPoint point) const {
  if (sets_.empty()) return;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> by_binding;
  for (const BoundResource& resource : resources_) {
    if (resource.type != VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC || resource.is_addressed) continue;
    by_binding[{resource.set, resource.binding}] = resource.dynamic_offset;
  }
  std::vector<uint32_t> offsets;
  for (const auto& [binding, offset] : by_binding) offsets.push_back(offset);
  vkCmdBindDescriptorSets(commands, point, pipeline_layout_, 0, static_cast<uint32_t>(sets_.size()),
                          sets_.data(), static_cast<uint32_t>(offsets.size()), offsets.data());
}

void BoundResources::record_download(VkCommandBuffer commands) const {
  for (size_t n = 0; n < resources_.size(); ++n) {
    if (resources_[n].type != VK_DESCRIPTOR_TYPE_STORAGE_IMAGE || is_multisampled(resources_[n].image) ||
        resources_[n].same_image_as) {
      continue;
    }
    size_t bytes = 0;
    const std::vector<VkBufferImageCopy> copies = level_copies(resources_[n].image, bytes);
    vkCmdCopyImageToBuffer(commands, made_[n].image.image, VK_IMAGE_LAYOUT_GENERAL, made_[n].buffer.buffer,
                           static_cast<uint32_t>(copies.size()), copies.data());
  }
}

std::vector<std::vector<uint8_t>> BoundResources::contents() const {
  std::vector<std::vector<uint8_t>> all(resources_.size());
  for (size_t n = 0; n < resources_.size(); ++n) {
    const VkDescriptorType type = resources_[n].type;
    if (type != VK_DESCRIPTOR_TYPE_STORAGE_BUFFER && type != VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER &&
        type != VK_DESCRIPTOR_TYPE_STORAGE_IMAGE) {
      continue;
    }
    all[n].assign(made_[n].buffer.mapped, made_[n].buffer.mapped + made_[n].buffer.bytes);
  }
  return all;
}

}  // namespace trellis::graphics
