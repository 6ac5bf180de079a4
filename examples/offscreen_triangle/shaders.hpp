// Translates the two shaders for the layout of this program, as a layer that runs Direct3D 12 on Vulkan would
// do for a root signature.
#pragma once

#include <cstdint>
#include <string>
#include <trellis/trellis.hpp>
#include <vector>

namespace example {

/// The root data: the contents of the pixel shader's root signature, as push constants.
struct RootData {
  struct {
    // Bit 0 of second_texture: whether there is one; the higher bits: which one.
    uint32_t texture, sampler, second_texture;
    float unused;
  } constants;                ///< Root constants b0, space1.
  uint32_t srv_table;         ///< Start of the table of t0.. and t5.., space2 in the heap.
  uint32_t cbv_uav_table;     ///< Start of the table of b2.. and u1 in the heap.
  uint64_t pixel_constants;   ///< Root descriptor b0 of the pixel shader: a device address.
  uint64_t vertex_constants;  ///< Root descriptor b0 of the vertex shader: a device address.
};

/// Direct3D's single heap becomes one array for each type of descriptor. An index refers to the same slot in
/// each.
constexpr uint32_t kHeapSet = 0;
// Bindings of the arrays in the set.
constexpr uint32_t kHeapImages = 0, kHeapConstants = 1, kHeapStorageImages = 2;
constexpr uint32_t kHeapSlots = 32;
constexpr uint32_t kSamplerSet = 1;
constexpr uint32_t kSamplers = 2;

// Offsets of ranges from the start of their table, as in the root signature.
constexpr uint32_t kRestOffset = 8;
constexpr uint32_t kLogOffset = 4;

/// An input of the vertex shader.
struct VertexInput {
  std::string semantic;  ///< Includes the index: "TEXCOORD1".
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
