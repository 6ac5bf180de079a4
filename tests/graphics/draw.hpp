// One draw call as plain data: modules, what is bound, where it draws to. And what it leaves behind.
#pragma once

#include <vulkan/vulkan_core.h>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/graphics/picture.hpp"

namespace trellis::graphics {

struct StageModule {
  VkShaderStageFlagBits stage = VK_SHADER_STAGE_VERTEX_BIT;
  std::vector<uint32_t> words;  ///< Has to be valid: drivers do not check it.
  std::string entry = "main";
  std::map<uint32_t, uint32_t> constants = {};  ///< Specialization constants of 32 bits, by id.
};

struct VertexAttribute {
  uint32_t location = 0;
  VkFormat format = VK_FORMAT_UNDEFINED;
  uint32_t offset = 0;  ///< Bytes from the vertex's start.
};

struct VertexBuffer {
  std::vector<uint8_t> contents;
  uint32_t stride = 0;
  bool per_instance = false;
  std::vector<VertexAttribute> attributes;
  uint32_t divisor = 1;  ///< Of per_instance: as many instances have an element.
};

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
  VkDeviceAddress value = 0;           ///< If not 0: the address itself, of no resource.
};

/// What one descriptor refers to; `type` says which of the members counts.
struct BoundResource {
  uint32_t set = 0;
  uint32_t binding = 0;
  uint32_t element = 0;     ///< In an array of descriptors.
  uint32_t array_size = 0;  ///< Of that array; 0: up to the last element given.
  VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
  std::vector<uint8_t> buffer;                   ///< Buffers, texel buffers.
  VkFormat buffer_format = VK_FORMAT_UNDEFINED;  ///< Texel buffers.
  /// No descriptor: shaders reach the storage buffer by its device address (Compute::addresses).
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
  VkDeviceAddress structure_address = 0;                  ///< Its own, for who binds it so.
};

struct GivenSampler {
  VkSamplerCreateInfo info = {};
  VkSamplerReductionMode reduction = VK_SAMPLER_REDUCTION_MODE_WEIGHTED_AVERAGE;
};

/// A pipeline layout in place of one that is made from the resources.
struct GivenBinding {
  uint32_t binding = 0;
  VkDescriptorType type = VK_DESCRIPTOR_TYPE_SAMPLER;
  uint32_t count = 1;
  VkShaderStageFlags stages = 0;
  VkDescriptorBindingFlags flags = 0;
  std::vector<VkDescriptorType> mutable_types;
  std::vector<GivenSampler> samplers;  ///< Immutable ones.
};
struct GivenSet {
  VkDescriptorSetLayoutCreateFlags flags = 0;
  std::vector<GivenBinding> bindings;
};
struct GivenLayout {
  std::vector<GivenSet> sets;
  VkPushConstantRange push = {0, 0, 0};  ///< Of no bytes: none.
};

struct ColorTarget {
  VkFormat format = VK_FORMAT_R32G32B32A32_SFLOAT;  ///< VK_FORMAT_UNDEFINED: none at this index.
  VkClearColorValue clear = {};
};

struct DepthTarget {
  float clear_depth = 1.0f;
  uint32_t clear_stencil = 0;
  bool test = false;
  VkCompareOp compare = VK_COMPARE_OP_ALWAYS;
  bool write = true;
  std::optional<VkStencilOpState> stencil;  ///< For both faces.
};

struct Draw {
  std::vector<StageModule> stages;
  std::vector<VertexBuffer> vertex_buffers;
  std::vector<BoundResource> resources;
  std::optional<GivenLayout> layout;
  std::vector<PlacedAddress> addresses;  ///< Each in a `table` among the resources.
  std::vector<uint8_t> push_constants;   ///< Of all stages.

  VkPrimitiveTopology topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
  uint32_t patch_control_points = 0;
  uint32_t vertices = 3, first_vertex = 0;
  uint32_t instances = 1, first_instance = 0;
  std::vector<uint32_t> indices;  ///< Empty: not indexed; else `vertices` of them, first_vertex is added.
  std::array<uint32_t, 3> mesh_groups = {1, 1, 1};  ///< With a mesh stage, instead of the vertices.

  uint32_t width = 16, height = 16;
  uint32_t layers = 1;     ///< Of every target.
  uint32_t view_mask = 0;  ///< Multiview; 0: off.
  uint32_t viewports = 1;  ///< Side by side: number n has the columns from n * width / viewports on.
  VkSampleCountFlagBits samples =
      VK_SAMPLE_COUNT_1_BIT;  ///< Several: colours are resolved before they are read.
  bool alpha_to_coverage = false;
  bool cull_back = false;
  VkPolygonMode polygon_mode = VK_POLYGON_MODE_FILL;
  std::vector<ColorTarget> targets = {ColorTarget{}};
  std::optional<DepthTarget> depth;
  std::vector<uint32_t> capture_bytes;  ///< Of each transform feedback buffer; empty: nothing is captured.
  uint32_t rasterized_stream = 0;
  double seconds = 60.0;  ///< Limit for the execution, compilation included.
};

/// One dispatch of a compute shader.
struct Compute {
  std::vector<uint32_t> words;
  std::vector<uint32_t> before;  ///< Another module, to be run first, one group; may be empty.
  std::string entry = "main";
  std::vector<BoundResource> resources;
  std::optional<GivenLayout> layout;
  std::vector<uint8_t> push_constants;
  std::vector<PlacedAddress> addresses;
  std::array<uint32_t, 3> groups = {1, 1, 1};
  double seconds = 60.0;
};

struct Drawn {
  std::vector<Picture> targets;  ///< As Draw::targets; an empty picture where there is none.
  Picture depth, stencil;        ///< R32_SFLOAT and R8_UINT; empty without a depth target or with samples.
  std::vector<std::vector<uint8_t>>
      resources;  ///< As Draw::resources: contents afterwards of what shaders may write.
  std::vector<std::vector<uint8_t>> captures;  ///< As Draw::capture_bytes; 0xCC where nothing was written.
};

/// An attribute's and a buffer's bytes from values.
template <class T>
std::vector<uint8_t> bytes_of(const std::vector<T>& values) {
  const auto* first = reinterpret_cast<const uint8_t*>(values.data());
  return std::vector<uint8_t>(first, first + values.size() * sizeof(T));
}

}  // namespace trellis::graphics
