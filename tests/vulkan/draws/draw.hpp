// A draw call as plain data (modules, bound resources, targets), and its results.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/vulkan/draws/picture.hpp"
#include "tests/vulkan/heaps/test_places.hpp"
#include "tests/vulkan/resources.hpp"

namespace trellis::vulkan {

struct StageModule {
  VkShaderStageFlagBits stage = VK_SHADER_STAGE_VERTEX_BIT;
  std::vector<uint32_t> words;  ///< The module; it must be valid, because drivers do not check it.
  std::string entry = "main";
  std::map<uint32_t, uint32_t> constants = {};  ///< 32-bit specialization constants, by id.
  TestPlaces places = TestPlaces::kSets;        ///< Where the module finds its resources.
};

struct VertexAttribute {
  uint32_t location = 0;
  VkFormat format = VK_FORMAT_UNDEFINED;
  uint32_t offset = 0;  ///< Offset in bytes from the vertex's start.
};

struct VertexBuffer {
  std::vector<uint8_t> contents;
  uint32_t stride = 0;
  bool per_instance = false;
  std::vector<VertexAttribute> attributes;
  uint32_t divisor = 1;  ///< For per_instance: the number of instances that share an element.
};

struct ColorTarget {
  VkFormat format = VK_FORMAT_R32G32B32A32_SFLOAT;  ///< VK_FORMAT_UNDEFINED: no target at this index.
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
  std::optional<PipelineLayout> layout;  ///< Replaces the layout derived from the resources.
  std::vector<PlacedAddress> addresses;
  std::vector<uint8_t> push_constants;  ///< Shared by all stages.
  bool uses_heaps = false;              ///< As Dispatch::uses_heaps.

  VkPrimitiveTopology topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
  uint32_t patch_control_points = 0;
  uint32_t vertices = 3, first_vertex = 0;
  uint32_t instances = 1, first_instance = 0;
  /// Empty: not indexed. Otherwise there are `vertices` indices, to which first_vertex is added.
  std::vector<uint32_t> indices;
  std::array<uint32_t, 3> mesh_groups = {1, 1, 1};  ///< For mesh stages, which replace the vertices.

  uint32_t width = 16, height = 16;
  uint32_t layers = 1;     ///< Number of layers of every target.
  uint32_t view_mask = 0;  ///< For multiview; 0: off.
  uint32_t viewports = 1;  ///< They are side by side: viewport n begins at column n * width / viewports.
  VkSampleCountFlagBits samples =
      VK_SAMPLE_COUNT_1_BIT;  ///< If several: colors are resolved before they are read.
  bool alpha_to_coverage = false;
  bool cull_back = false;
  VkPolygonMode polygon_mode = VK_POLYGON_MODE_FILL;
  std::vector<ColorTarget> targets = {ColorTarget{}};
  std::optional<DepthTarget> depth;
  std::vector<uint32_t> stream_output_bytes;  ///< The size of each stream output buffer; may be empty.
  uint32_t rasterized_stream = 0;
  double seconds = 60.0;  ///< Limit for the execution, including compilation.
};

struct Drawn {
  std::vector<Picture> targets;  ///< Parallel to Draw::targets; an empty picture where there is no target.
  /// R32_SFLOAT and R8_UINT; empty without a depth target or with multisampling.
  Picture depth, stencil;
  /// Parallel to Draw::resources: see BoundResources::contents().
  std::vector<std::vector<uint8_t>> resources;
  std::vector<std::vector<uint8_t>>
      stream_outputs;  ///< Parallel to stream_output_bytes; 0xCC where nothing was written.
};

}  // namespace trellis::vulkan
