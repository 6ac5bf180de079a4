// Images and samplers in the output: textures, writable textures and typed buffers are variables of image
// type, samplers are separate variables, and the two are combined at their use.
#pragma once

#include <optional>

#include "spirv_backend/resources/resource_access.hpp"

namespace trellis::spirv {

/// The OpTypeImage of a resource kind, and the number of coordinates that operations on it take.
struct ImageShape {
  spv::Dim dim = spv::Dim::Dim2D;
  bool is_arrayed = false;
  bool is_multisampled = false;
  /// Number of coordinates without the layer; also of gradient components. Cube: 3, a direction.
  uint8_t axes = 2;
  uint8_t extents = 2;  ///< Number of size components, without layers. Cube: 2.

  /// Number of coordinates; the layer is the last one.
  uint32_t coordinates() const { return axes + (is_arrayed ? 1u : 0u); }
  /// Number of texel offset components; cubes have none.
  uint32_t offsets() const { return dim == spv::Dim::Cube ? 0 : axes; }
};

/// Returns empty if resources of the kind are not images. Typed buffers and tbuffers are images (Dim Buffer).
std::optional<ImageShape> image_shape(dxil::ResourceKind kind);

/// Returns true for textures, readable or writable: images that are not buffers.
bool is_texture(const dxil::Resource& resource);

/// Component type of an image. Integers are OpTypeInt N 0, or OpTypeInt N 1 if `is_signed`.
struct TexelType {
  NumericType component = kF32;
  bool is_signed = false;
  bool holds_floats = false;  ///< The integers hold the bits of floats.
  Id id = 0;                  ///< Type id of a component.
};
TexelType texel_type(FunctionEmitter& e, const Handle& handle);

/// Convert between an image's components and the program's, which have the same width or are halves.
Id from_texel(FunctionEmitter& e, const TexelType& texel, Id value, NumericType to);
Id to_texel(FunctionEmitter& e, const TexelType& texel, Id value, NumericType from);

/// Returns a pointer to the image variable, or to an element of its array.
Id image_pointer(FunctionEmitter& e, const Handle& handle);
/// Loads the image.
Id load_image(FunctionEmitter& e, const Handle& handle);

/// The target of sampler feedback writes: a storage image of masks, with 64 bits for 16 levels, or two layers
/// with 32 bits for 8 levels each (DeviceOptions::feedback_texels).
struct FeedbackMap {
  NumericType texel;
  bool is_arrayed = false;
  Id image_type = 0;
  Id pointer = 0;
};
FeedbackMap feedback_map(FunctionEmitter& e, const Handle& handle);

/// Returns the position of element `coordinate` of a typed buffer's view in the bound buffer
/// (Binding::range). Elements past the view map to the greatest number, which is out of bounds.
Id ranged_coordinate(FunctionEmitter& e, const Handle& handle, Id coordinate);
/// Adjusts a texel loaded from there, with vector type `type`: past the view all components are zero except
/// the fourth, which is the result of an out-of-bounds load (with robustBufferAccess2: 1 if the view's format
/// has no alpha, else 0).
Id ranged_texel(FunctionEmitter& e, const Handle& handle, Id coordinate, Id type, Id texel);
/// Combines the image and the sampler, for use in the current block.
Id sampled_image(FunctionEmitter& e, const Handle& image, const Handle& sampler);

}  // namespace trellis::spirv
