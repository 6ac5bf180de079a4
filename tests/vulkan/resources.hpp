// What a shader finds bound, as plain data: resources, and the pipeline layout that has a place for them.
#pragma once

#include <vulkan/vulkan_core.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace trellis::vulkan {

/// An image to be sampled or written by shaders. Texels are tight: levels, in them layers, in them slices. A
/// multisampled one has none: it starts as zeros and is not read back.
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

/// A device address to be written where a shader will look for it.
struct PlacedAddress {
  uint32_t offset = 0;    ///< Byte of the push constants, of an inline uniform block, or of `table`.
  uint32_t resource = 0;  ///< The buffer; among the resources.
  std::optional<uint32_t> table = {};  ///< A buffer; among the resources.
  VkDeviceAddress value = 0;           ///< If not 0, the address itself; `resource` does not count.
};

/// What one descriptor refers to; `type` says which of the members counts.
struct BoundResource {
  uint32_t set = 0;
  uint32_t binding = 0;
  uint32_t element = 0;  ///< In an array of descriptors.
  VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
  std::vector<uint8_t> buffer;                   ///< Buffers, texel buffers: the contents; at least a byte.
  VkFormat buffer_format = VK_FORMAT_UNDEFINED;  ///< Texel buffers.
  uint32_t array_size = 0;                       ///< Elements of the array; 0: up to the last one given.
  /// No descriptor: shaders reach the storage buffer by its device address (Dispatch::addresses).
  bool is_addressed = false;
  /// The descriptor is written when the commands that use it are recorded already (update after bind). All
  /// that share a binding alike.
  bool is_late = false;
  ImageData image;                      ///< Sampled and storage images.
  std::optional<size_t> same_image_as;  ///< An earlier resource: both are views of its image.
  SamplerState sampler;
  std::vector<PlacedAddress> addresses;  ///< Inline uniform blocks: put into `buffer`.
  uint32_t dynamic_offset = 0;           ///< Dynamic uniform buffers: where in `buffer` the shader's begins.
  VkAccelerationStructureKHR structure = VK_NULL_HANDLE;  ///< Acceleration structures. Not owned.
  VkDeviceAddress structure_address = 0;                  ///< Its address, if it is bound by that.
};

/// A storage buffer.
BoundResource buffer_at(uint32_t set, uint32_t binding, std::vector<uint8_t> contents, uint32_t element = 0);

/// "set 0 binding 2000 element 3".
std::string place_text(const BoundResource& resource);
/// "storage buffer"; "VkDescriptorType 7" for types without a name here.
std::string descriptor_type_name(VkDescriptorType type);

struct ImmutableSampler {
  VkSamplerCreateInfo info = {};
  VkSamplerReductionMode reduction = VK_SAMPLER_REDUCTION_MODE_WEIGHTED_AVERAGE;
};

struct LayoutBinding {
  uint32_t binding = 0;
  VkDescriptorType type = VK_DESCRIPTOR_TYPE_SAMPLER;
  uint32_t count = 1;  ///< Descriptors; bytes of an inline uniform block.
  VkShaderStageFlags stages = 0;
  VkDescriptorBindingFlags flags = 0;
  std::vector<VkDescriptorType> mutable_types;  ///< Mutable descriptors: what they may be.
  std::vector<ImmutableSampler> samplers;
};

struct SetLayout {
  VkDescriptorSetLayoutCreateFlags flags = 0;
  std::vector<LayoutBinding> bindings;
};

struct PipelineLayout {
  std::vector<SetLayout> sets;
  VkPushConstantRange push = {0, 0, 0};  ///< None if it has no bytes.
};

/// The bytes of values, and the words of a buffer that was read back.
template <class T>
std::vector<uint8_t> bytes_of(const std::vector<T>& values) {
  const auto* first = reinterpret_cast<const uint8_t*>(values.data());
  return std::vector<uint8_t>(first, first + values.size() * sizeof(T));
}
std::vector<uint32_t> words_of(const std::vector<uint8_t>& bytes);
std::vector<std::vector<uint32_t>> words_of(const std::vector<std::vector<uint8_t>>& buffers);

}  // namespace trellis::vulkan
