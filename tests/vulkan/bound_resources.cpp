#include "tests/vulkan/bound_resources.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "tests/vulkan/commands.hpp"
#include "tests/vulkan/draws/picture.hpp"
#include "tests/vulkan/names.hpp"
#include "tests/vulkan/pipeline_layout.hpp"

namespace trellis::vulkan {
namespace {

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

bool is_texel_buffer(VkDescriptorType type) {
  return type == VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER || type == VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
}

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

/// Returns a copy region for each level, tightly packed, and their total size in bytes.
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

VkDeviceAddress structure_address(const DeviceObjects& objects, const BoundResource& resource) {
  if (resource.structure_address != 0 || resource.structure == VK_NULL_HANDLE) {
    return resource.structure_address;
  }
  PFN_vkGetAccelerationStructureDeviceAddressKHR get_address = nullptr;
  load_function(objects.handle(), "vkGetAccelerationStructureDeviceAddressKHR", get_address);
  auto info = vulkan_structure<VkAccelerationStructureDeviceAddressInfoKHR>(
      VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_DEVICE_ADDRESS_INFO_KHR);
  info.accelerationStructure = resource.structure;
  return get_address(objects.handle(), &info);
}

}  // namespace

Result<void> BoundResources::make(const BindingNeeds& needs, const std::optional<PipelineLayout>& given) {
  made_.resize(resources_.size());
  is_in_heaps_ = needs.heaps != nullptr;
  for (size_t n = 0; n < resources_.size(); ++n) {
    if (resources_[n].same_image_as && *resources_[n].same_image_as < n) {
      made_[n] = made_[*resources_[n].same_image_as];
      continue;
    }
    TRELLIS_RETURN_IF_ERROR(make_one(resources_[n], made_[n]));
  }
  point_ = needs.point;
  if (is_in_heaps_) return write_to_heaps(*needs.heaps);
  TRELLIS_RETURN_IF_ERROR(make_sets(needs, given));
  if (!given && objects_.device().properties().has_null_descriptors) write_nulls();
  for (size_t n = 0; n < resources_.size(); ++n) {
    if (resources_[n].is_addressed || resources_[n].is_late) continue;
    write(resources_[n], made_[n], resources_[n].element);
  }
  return {};
}

Result<void> BoundResources::write_to_heaps(DeviceHeaps& heaps) const {
  TRELLIS_RETURN_IF_ERROR(heaps.make(resources_));
  for (size_t n = 0; n < resources_.size(); ++n) {
    const BoundResource& resource = resources_[n];
    if (resource.is_addressed) continue;
    HeapTarget target;
    target.address = structure_address(objects_, resource);
    target.image = made_[n].image.image;
    const HostBuffer& buffer = made_[n].buffer;
    if (buffer.buffer != VK_NULL_HANDLE && target.image == VK_NULL_HANDLE) {
      target.address = objects_.address(buffer);
      target.bytes = buffer.bytes;
    }
    TRELLIS_RETURN_IF_ERROR(heaps.write(resource, target));
  }
  return {};
}

Result<void> BoundResources::make_sets(const BindingNeeds& needs,
                                       const std::optional<PipelineLayout>& given) {
  const Result<PipelineLayout> layout = given ? *given
                                              : layout_for(objects_.device(), resources_, needs.stages,
                                                           needs.push_constant_bytes, needs.may_be_mutable);
  if (!layout) return layout.error();
  for (const BoundResource& resource : resources_) {
    if (!resource.is_addressed && resource.set >= layout->sets.size()) {
      return bad_input("the layout has no set " + std::to_string(resource.set));
    }
  }
  auto made = make_layout(objects_, *layout);
  if (!made) return made.error();
  pipeline_layout_ = made->pipeline_layout;
  auto sets = vulkan::make_sets(objects_, *layout, *made, resources_);
  if (!sets) return sets.error();
  sets_ = std::move(*sets);
  return {};
}

Result<void> BoundResources::make_one(const BoundResource& resource, Made& made) {
  if (is_image(resource.type)) return make_image(resource, made);
  if (resource.type == VK_DESCRIPTOR_TYPE_SAMPLER) return make_sampler(resource, made);
  if (is_inline(resource.type) || resource.type == VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR) return {};
  return make_buffer(resource, made);
}

Result<void> BoundResources::make_buffer(const BoundResource& resource, Made& made) {
  const DeviceProperties& limits = objects_.device().properties();
  const size_t bytes = resource.buffer.size();
  VkBufferUsageFlags usage = buffer_usage(resource.type);
  const std::string type = descriptor_type_name(resource.type);
  if (usage == 0) return unsupported(place_text(resource) + ": no buffer is a " + type);
  if (bytes == 0) return bad_input(place_text(resource) + " has an empty buffer");
  const uint32_t max_bytes = usage == VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT ? limits.max_uniform_buffer_bytes
                                                                         : limits.max_storage_buffer_bytes;
  if (bytes > max_bytes) {
    return unsupported(place_text(resource) + ": " + std::to_string(bytes) + " bytes, the device allows " +
                       std::to_string(max_bytes) + " in a " + type);
  }
  if (resource.is_addressed || is_in_heaps_) usage |= VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
  auto buffer = objects_.make_buffer(bytes, usage, resource.buffer);
  if (!buffer) return buffer.error();
  made.buffer = *buffer;
  return is_texel_buffer(resource.type) ? make_view(resource, made) : Result<void>();
}

Result<void> BoundResources::make_view(const BoundResource& resource, Made& made) {
  VkFormatProperties format = {};
  vkGetPhysicalDeviceFormatProperties(objects_.device().physical_device(), resource.buffer_format, &format);
  const VkFormatFeatureFlags needed = resource.type == VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER
                                          ? VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_BIT
                                          : VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT;
  if ((format.bufferFeatures & needed) == 0) {
    return unsupported(place_text(resource) + ": the device has no " + descriptor_type_name(resource.type) +
                       " of VkFormat " + std::to_string(resource.buffer_format));
  }
  auto info = vulkan_structure<VkBufferViewCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO);
  info.buffer = made.buffer.buffer;
  info.format = resource.buffer_format;
  info.range = VK_WHOLE_SIZE;
  const VkResult result = vkCreateBufferView(objects_.handle(), &info, nullptr, &made.view);
  if (result != VK_SUCCESS) return call_failed("vkCreateBufferView", result);
  objects_.defer(
      [device = objects_.handle(), view = made.view] { vkDestroyBufferView(device, view, nullptr); });
  return {};
}

Result<void> BoundResources::make_image(const BoundResource& resource, Made& made) {
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
  // Only shaders can write to a multisampled image, so a test that samples one needs both usages.
  if (is_multisampled(image)) info.usage |= VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
  auto device_image = objects_.make_image(info, image.type, aspect(image.format));
  if (!device_image) return device_image.error();
  made.image = *device_image;
  return {};
}

Result<void> BoundResources::make_sampler(const BoundResource& resource, Made& made) {
  auto sampler = objects_.make_sampler(create_info_of(resource.sampler));
  if (!sampler) return sampler.error();
  made.sampler = *sampler;
  return {};
}

void BoundResources::write(const BoundResource& resource, const Made& made, uint32_t element) const {
  // The dynamic offset is added when the set is bound.
  const VkDescriptorBufferInfo buffer = {
      made.buffer.buffer, 0,
      resource.dynamic_offset == 0 ? VK_WHOLE_SIZE : resource.buffer.size() - resource.dynamic_offset};
  const VkDescriptorImageInfo image = {made.sampler, made.image.view, VK_IMAGE_LAYOUT_GENERAL};
  auto update = vulkan_structure<VkWriteDescriptorSet>(VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET);
  update.dstSet = sets_[resource.set];
  update.dstBinding = resource.binding;
  update.dstArrayElement = element;
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
      const VkDeviceAddress value = address(placed);
      std::memcpy(contents.data() + placed.offset, &value, sizeof(value));
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

void BoundResources::write_nulls() const {
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> next;
  for (const BoundResource& resource : resources_) {
    if (resource.is_addressed || (!is_image(resource.type) && buffer_usage(resource.type) == 0)) continue;
    // This also writes elements that are given; they are overwritten later.
    uint32_t& element = next[{resource.set, resource.binding}];
    for (; element < resource.element; ++element) write(resource, Made{}, element);
  }
}

VkDeviceAddress BoundResources::address(const PlacedAddress& placed) const {
  return placed.value != 0 ? placed.value : objects_.address(made_[placed.resource].buffer);
}

Result<void> BoundResources::place_addresses(const std::vector<PlacedAddress>& addresses,
                                             std::vector<uint8_t>& push_constants) const {
  for (const PlacedAddress& placed : addresses) {
    const HostBuffer table = placed.table ? made_[*placed.table].buffer : HostBuffer{};
    uint8_t* first = placed.table ? table.mapped : push_constants.data();
    const size_t bytes = placed.table ? table.bytes : push_constants.size();
    const VkDeviceAddress value = address(placed);
    if (uint64_t{placed.offset} + sizeof(value) > bytes) {
      return bad_input(placed.table ? "an address beyond its table" : "an address beyond the push constants");
    }
    std::memcpy(first + placed.offset, &value, sizeof(value));
  }
  return {};
}

void BoundResources::write_late() const {
  for (size_t n = 0; n < resources_.size(); ++n) {
    if (resources_[n].is_late) write(resources_[n], made_[n], resources_[n].element);
  }
}

void BoundResources::record_upload(VkCommandBuffer commands) const {
  for (size_t n = 0; n < resources_.size(); ++n) {
    if (!is_image(resources_[n].type) || resources_[n].same_image_as) continue;
    const ImageData& image = resources_[n].image;
    const VkImage to = made_[n].image.image;
    const VkImageAspectFlags aspects = aspect(image.format);
    change_layout(commands, to, aspects, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
    if (is_multisampled(image)) {
      const VkClearColorValue zeros = {};
      const VkImageSubresourceRange all = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, image.layers};
      vkCmdClearColorImage(commands, to, VK_IMAGE_LAYOUT_GENERAL, &zeros, 1, &all);
    } else {
      size_t bytes = 0;
      const std::vector<VkBufferImageCopy> copies = level_copies(image, bytes);
      vkCmdCopyBufferToImage(commands, made_[n].buffer.buffer, to, VK_IMAGE_LAYOUT_GENERAL,
                             static_cast<uint32_t>(copies.size()), copies.data());
    }
    change_layout(commands, to, aspects, VK_IMAGE_LAYOUT_GENERAL, VK_IMAGE_LAYOUT_GENERAL);
  }
}

void BoundResources::record_bind(VkCommandBuffer commands) const {
  if (sets_.empty()) return;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> by_binding;
  for (const BoundResource& resource : resources_) {
    if (resource.type != VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC || resource.is_addressed) continue;
    by_binding[{resource.set, resource.binding}] = resource.dynamic_offset;
  }
  std::vector<uint32_t> offsets;
  for (const auto& [binding, offset] : by_binding) offsets.push_back(offset);
  vkCmdBindDescriptorSets(commands, point_, pipeline_layout_, 0, static_cast<uint32_t>(sets_.size()),
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

Result<std::vector<std::vector<uint8_t>>> BoundResources::contents() const {
  std::vector<std::vector<uint8_t>> all(resources_.size());
  for (size_t n = 0; n < resources_.size(); ++n) {
    const HostBuffer& buffer = made_[n].buffer;
    if (buffer.mapped == nullptr || resources_[n].type == VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE) continue;
    if (const std::string stray = stray_write(buffer); !stray.empty()) {
      return internal_check("the shader wrote outside the buffer of " + place_text(resources_[n]) + ": " +
                            stray);
    }
    all[n].assign(buffer.mapped, buffer.mapped + buffer.bytes);
  }
  return all;
}

}  // namespace trellis::vulkan
