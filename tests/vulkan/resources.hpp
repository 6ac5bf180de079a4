// The resources that are bound for a shader, as plain data, and the pipeline layout with their bindings.
#pragma once

#include <vulkan/vulkan_core.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace trellis::vulkan {

/// An image that shaders sample or write. Texels are tightly packed: levels contain layers, which contain
/// slices. A multisampled image has no texels here: it starts with zeros and is not read back.
struct ImageData {
  VkImageViewType type = VK_IMAGE_VIEW_TYPE_2D;
  VkFormat format = VK_FORMAT_UNDEFINED;
  uint32_t width = 1, height = 1, depth = 1, layers = 1, levels = 1, samples = 1;
  std::vector<uint8_t> texels;
};

struct SamplerState {
  VkFilter filter = VK_FILTER_NEAREST;
  VkSamplerMipmapMode mip_filter = VK_SAMPLER_MIPMAP_MODE_NEAREST;
  VkSamplerAddressMode address = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
  std::optional<VkCompareOp> compare;
};

VkSamplerCreateInfo create_info_of(const SamplerState& sampler);

/// A device address that is written where a shader reads it.
struct PlacedAddress {
  uint32_t offset = 0;    ///< Byte offset in the push constants, in an inline uniform block, or in `table`.
  uint32_t resource = 0;  ///< Index of the addressed buffer in the resources.
  std::optional<uint32_t> table = {};  ///< Index of the buffer in the resources that receives the address.
  VkDeviceAddress value = 0;           ///< If not 0, the address itself; `resource` is then ignored.
};

/// What one descriptor refers to; `type` determines which members are used.
struct BoundResource {
  uint32_t set = 0;
  uint32_t binding = 0;
  uint32_t element = 0;  ///< Index in an array of descriptors.
  VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
  /// For buffers and texel buffers: the contents, at least one byte.
  std::vector<uint8_t> buffer;
  VkFormat buffer_format = VK_FORMAT_UNDEFINED;  ///< For texel buffers.
  /// Number of elements in the array; 0: up to the last one given.
  uint32_t array_size = 0;
  /// There is no descriptor: shaders access the storage buffer by its device address (Dispatch::addresses).
  bool is_addressed = false;
  /// The descriptor is written after the commands that use it are recorded (update after bind). Must be the
  /// same for all descriptors of a binding.
  bool is_late = false;
  /// The descriptor is in the device's own heap of resources or samplers, at index `element`. Set and binding
  /// have no meaning. Needs Dispatch::uses_heaps.
  bool in_heap = false;
  ImageData image;                      ///< For sampled and storage images.
  std::optional<size_t> same_image_as;  ///< Index of an earlier resource whose image this one shares.
  SamplerState sampler;
  std::vector<PlacedAddress> addresses;  ///< For inline uniform blocks: written to `buffer`.
  /// For dynamic uniform buffers: offset in `buffer` at which the shader's buffer begins.
  uint32_t dynamic_offset = 0;
  VkAccelerationStructureKHR structure = VK_NULL_HANDLE;  ///< For acceleration structures. Not owned.
  /// The structure's address, if it is bound by address.
  VkDeviceAddress structure_address = 0;
};

/// Returns a storage buffer.
BoundResource buffer_at(uint32_t set, uint32_t binding, std::vector<uint8_t> contents, uint32_t element = 0);

/// Returns text like "set 0 binding 2000 element 3".
std::string place_text(const BoundResource& resource);
/// Returns text like "storage buffer", or "VkDescriptorType 7" for types that have no name here.
std::string descriptor_type_name(VkDescriptorType type);

struct ImmutableSampler {
  VkSamplerCreateInfo info = {};
  VkSamplerReductionMode reduction = VK_SAMPLER_REDUCTION_MODE_WEIGHTED_AVERAGE;
};

struct LayoutBinding {
  uint32_t binding = 0;
  VkDescriptorType type = VK_DESCRIPTOR_TYPE_SAMPLER;
  uint32_t count = 1;  ///< Number of descriptors; for an inline uniform block, its size in bytes.
  VkShaderStageFlags stages = 0;
  VkDescriptorBindingFlags flags = 0;
  std::vector<VkDescriptorType> mutable_types;  ///< For mutable descriptors: the types that they can have.
  std::vector<ImmutableSampler> samplers;
};

struct SetLayout {
  VkDescriptorSetLayoutCreateFlags flags = 0;
  std::vector<LayoutBinding> bindings;
};

struct PipelineLayout {
  std::vector<SetLayout> sets;
  VkPushConstantRange push = {0, 0, 0};  ///< No range if its size is 0.
};

/// Returns the bytes of values. words_of() returns the words of a buffer that was read back.
template <class T>
std::vector<uint8_t> bytes_of(const std::vector<T>& values) {
  const auto* first = reinterpret_cast<const uint8_t*>(values.data());
  return std::vector<uint8_t>(first, first + values.size() * sizeof(T));
}
std::vector<uint32_t> words_of(const std::vector<uint8_t>& bytes);
std::vector<std::vector<uint32_t>> words_of(const std::vector<std::vector<uint8_t>>& buffers);

}  // namespace trellis::vulkan
