// What a caller may choose of a stage's inputs and outputs. Nothing of it is on unless asked for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace trellis::spirv {

/// A vertex shader's input: the location it gets in place of its register.
struct VertexInputLocation {
  std::string semantic;  ///< Without its index; upper and lower case are the same.
  uint32_t index = 0;
  uint32_t location = 0;
};

struct StageOptions {
  /// Of inputs the shader does not have, nothing comes. The rows of an array get the first row's location and
  /// the ones after it.
  std::vector<VertexInputLocation> vertex_inputs;
  /// A pixel shader's inputs that a mesh shader gives for each primitive ("TINT", "IDS1"; upper and lower
  /// case are the same): PerPrimitiveEXT. The shader itself does not tell them from those of vertices.
  std::vector<std::string> primitive_inputs;
  /// Native 16-bit inputs and outputs are 16 bits wide (device feature storageInputOutput16); else 32, and
  /// converted. Both sides of a link must agree.
  bool storage_16bit_io = false;
  /// SV_Position's y is negated where a vertex, domain, geometry or mesh shader writes it: for viewports of
  /// positive height. Only the last of them before rasterization may have it.
  bool invert_y = false;
  /// SV_Position's w in pixel shaders is D3D's, the reciprocal of Vulkan's.
  bool reciprocal_w = false;
  /// SV_Target1 is the second source of blending, at location 0 with index 1.
  bool dual_source_blending = false;
};

/// SpecId of the render target's sample count (a 32-bit integer, 1 if not set), in shaders that ask for it:
/// Vulkan has no query for it.
inline constexpr uint32_t kTargetSampleCountSpecId = 0;

}  // namespace trellis::spirv
