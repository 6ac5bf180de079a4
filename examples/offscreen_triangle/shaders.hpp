// The two shaders, translated for the layout of this program: what a layer that runs Direct3D 12 on Vulkan
// would do with a root signature.
#pragma once

#include <cstdint>
#include <string>
#include <trellis/trellis.hpp>
#include <vector>

namespace example {

/// The root data: what the root signature of the pixel shader holds, in push constants.
struct RootData {
  struct {
    uint32_t texture, sampler, second_texture;  // Bit 0 of the last: whether there is one; above it, which.
    float unused;
  } constants;                ///< b0, space1: root constants.
  uint32_t srv_table;         ///< Where in the heap the table of t0.. and t5.., space2 begins.
  uint32_t cbv_uav_table;     ///< The same for the table of b2.. and u1.
  uint64_t pixel_constants;   ///< Root descriptor b0 of the pixel shader: its device address.
  uint64_t vertex_constants;  ///< Root descriptor b0 of the vertex shader.
};

/// Direct3D's one heap is an array for each type of descriptor; an index means the same slot in each.
constexpr uint32_t kHeapSet = 0;
constexpr uint32_t kHeapImages = 0, kHeapConstants = 1, kHeapStorageImages = 2;  // Bindings.
constexpr uint32_t kHeapSlots = 32;
constexpr uint32_t kSamplerSet = 1;
constexpr uint32_t kSamplers = 2;

// What the root signature says of the tables: how far from its table's beginning a range is.
constexpr uint32_t kRestOffset = 8;
constexpr uint32_t kLogOffset = 4;

/// One of the vertex shader's inputs.
struct VertexInput {
  std::string semantic;  ///< With its index: "TEXCOORD1".
  uint32_t location = 0;
  uint32_t columns = 0;
  bool is_integer = false;
};

struct Shaders {
  trellis::api::Module vertex, pixel;
  std::vector<VertexInput> inputs;
};

Shaders translate_shaders(const std::string& vertex_path, const std::string& pixel_path);

}  // namespace example
