// Images and samplers in the output: textures, writable textures and typed buffers as variables of image
// type, samplers as variables of their own, the two combined where they are used.
#pragma once

#include <optional>

#include "spirv_backend/resources/resource_access.hpp"

namespace trellis::spirv {

/// What a resource kind means for OpTypeImage, and how many numbers its operations take.
struct ImageShape {
  spv::Dim dim = spv::Dim::Dim2D;
  bool is_arrayed = false;
  bool is_multisampled = false;
  uint8_t axes = 2;     ///< Coordinates without the layer; of gradients too. Cube: 3, a direction.
  uint8_t extents = 2;  ///< Numbers of a size, without layers. Cube: 2.

  /// Coordinates, the layer last.
  uint32_t coordinates() const { return axes + (is_arrayed ? 1u : 0u); }
  /// Numbers of a texel offset; cubes have none.
  uint32_t offsets() const { return dim == spv::Dim::Cube ? 0 : axes; }
};

/// Empty if resources of the kind are no images. Typed buffers and tbuffers are (Dim Buffer).
std::optional<ImageShape> image_shape(dxil::ResourceKind kind);

/// True for textures, readable or writable: images that are no buffers.
bool is_texture(const dxil::Resource& resource);

/// Component type of an image. Integers are OpTypeInt N 0 unless `is_signed`.
struct TexelType {
  NumericType component = kF32;
  bool is_signed = false;
  bool holds_floats = false;  ///< The integers are the bits of floats.
  Id id = 0;                  ///< OpType of a component.
};
TexelType texel_type(FunctionEmitter& e, const Handle& handle);

/// Between an image's components and the program's: the same register width, or half.
Id from_texel(FunctionEmitter& e, const TexelType& texel, Id value, NumericType to);
Id to_texel(FunctionEmitter& e, const TexelType& texel, Id value, NumericType from);

/// Pointer to the image variable or the array's element.
Id image_pointer(FunctionEmitter& e, const Handle& handle);
/// The loaded image.
Id load_image(FunctionEmitter& e, const Handle& handle);

/// What sampler feedback is written to: a storage image of masks, 64 bits for 16 levels, or two layers of 32
/// bits for 8 levels each (DeviceOptions::feedback_texels).
struct FeedbackMap {
  NumericType texel;
  bool is_arrayed = false;
  Id image_type = 0;
  Id pointer = 0;
};
FeedbackMap feedback_map(FunctionEmitter& e, const Handle& handle);

/// Where element `coordinate` of a typed buffer's view is in what is bound (Binding::range). Elements beyond
/// the view are at the last number there is: nowhere.
Id ranged_coordinate(FunctionEmitter& e, const Handle& handle, Id coordinate);
/// A texel loaded from there, `type` its vector's: beyond the view zeros, and in the fourth component what a
/// load from nowhere gives (with robustBufferAccess2: 1 if the view's format has no alpha, else 0).
Id ranged_texel(FunctionEmitter& e, const Handle& handle, Id coordinate, Id type, Id texel);
/// The image and the sampler as one, for the current block.
Id sampled_image(FunctionEmitter& e, const Handle& image, const Handle& sampler);

}  // namespace trellis::spirv
