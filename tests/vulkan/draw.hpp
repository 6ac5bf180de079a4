// One draw call as plain data: modules, what is bound, where it draws to. And what it leaves behind.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/vulkan/picture.hpp"
#include "tests/vulkan/resources.hpp"

namespace trellis::vulkan {

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
  uint32_t divisor = 1;  ///< With per_instance: so many instances share an element.
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
  std::optional<PipelineLayout> layout;  ///< In place of one that is made from the resources.
  std::vector<PlacedAddress> addresses;
  std::vector<uint8_t> push_constants;  ///< Shared by all stages.

  VkPrimitiveTopology topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
  uint32_t patch_control_points = 0;
  uint32_t vertices = 3, first_vertex = 0;
  uint32_t instances = 1, first_instance = 0;
  std::vector<uint32_t> indices;  ///< Empty: not indexed; else `vertices` of them, first_vertex is added.
  std::array<uint32_t, 3> mesh_groups = {1, 1, 1};  ///< With a mesh stage, instead of the vertices.

  uint32_t width = 16, height = 16;
  uint32_t layers = 1;     ///< Every target has so many.
  uint32_t view_mask = 0;  ///< Multiview; 0: off.
  uint32_t viewports = 1;  ///< Side by side: number n has the columns from n * width / viewports on.
  VkSampleCountFlagBits samples =
      VK_SAMPLE_COUNT_1_BIT;  ///< Several: colours are resolved before they are read.
  bool alpha_to_coverage = false;
  bool cull_back = false;
  VkPolygonMode polygon_mode = VK_POLYGON_MODE_FILL;
  std::vector<ColorTarget> targets = {ColorTarget{}};
  std::optional<DepthTarget> depth;
  std::vector<uint32_t> stream_output_bytes;  ///< The size of each stream output buffer; may be empty.
  uint32_t rasterized_stream = 0;
  double seconds = 60.0;  ///< Limit for the execution, compilation included.
};

struct Drawn {
  std::vector<Picture> targets;  ///< As Draw::targets; an empty picture where there is none.
  Picture depth, stencil;        ///< R32_SFLOAT and R8_UINT; empty without a depth target or with samples.
  std::vector<std::vector<uint8_t>> resources;  ///< As Draw::resources: see BoundResources::contents().
  std::vector<std::vector<uint8_t>>
      stream_outputs;  ///< As stream_output_bytes; 0xCC where nothing was written.
};

}  // namespace trellis::vulkan
