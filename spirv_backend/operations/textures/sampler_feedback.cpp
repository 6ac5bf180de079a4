// Sampler feedback, which Vulkan does not have. The map is a storage image of bit masks with one texel per
// mip region. Bits 4 * level to 4 * level + 3 describe the region in that level of the texture: whether the
// region itself, its right, its lower and its diagonal neighbor were accessed. The low four bits of the
// image's own width and height hold the logarithm of a region's sides.
//
// Like drivers, this records more than Direct3D requires for a sample: the filter's extent, rounded up to a
// power of two, in each level that it blends.
#include "spirv_backend/emitter/derivatives.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/operations/common.hpp"
#include "spirv_backend/operations/lowerings.hpp"
#include "spirv_backend/operations/textures/computed_offset.hpp"
#include "spirv_backend/resources/device_heaps.hpp"
#include "spirv_backend/resources/image_operations.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using dxil::ResourceKind;

// Operands: map, texture, sampler, four coordinates; then those that determine the level.
constexpr uint32_t kMap = 0, kTexture = 1, kSamplerOperand = 2, kPlace = 3, kLayer = 5, kRest = 7;
/// A level blends with the next one if adding this reaches it: that is, unless it is less than 3/1024 above
/// an integer.
constexpr float kBlendRange = 0.997070312f;
constexpr uint32_t kBitsPerLevel = 4, kMaxLevel = 15, kLevelsPerWord = 8;
constexpr NumericType kPair{BaseType::kFloat, 32, 2}, kWordPair{BaseType::kInt, 32, 2};

enum class FeedbackLevel : uint8_t { kImplicit, kBias, kGiven, kGradients };

struct Feedback {
  Handle map, sampler;
  TextureUse texture;
  FeedbackMap masks;
  Id place = 0;         ///< The position on a face, not wrapped.
  Id layer = 0;         ///< An integer; 0: none.
  Id last_level = 0;    ///< An integer.
  Id region_shift = 0;  ///< The logarithm of a region's sides, as two words.
};

/// The area that a sample reads: the levels around a fractional one, and the extent in each direction.
struct Footprint {
  Id level = 0;
  Id covered = 0;  ///< The extent of a pixel along each axis, in units of coordinates; 0: at most a texel.
};

bool is_arrayed(const Handle& map) { return map.info->kind == ResourceKind::kFeedbackTexture2DArray; }

Id pair_of(FunctionEmitter& e, Id scalar) { return e.op(Op::OpCompositeConstruct, kPair, scalar, scalar); }

Id constant_pair(FunctionEmitter& e, float value) { return pair_of(e, e.module().constant_f32(value)); }

Id operand_pair(FunctionEmitter& e, const Instruction& i, uint32_t n) {
  return e.op(Op::OpCompositeConstruct, kPair, e.operand(i, n), e.operand(i, n + 1));
}

/// Returns width and height from a size with three or two components.
Id first_two(FunctionEmitter& e, NumericType pair, Id all, bool is_three) {
  return is_three ? e.op(Op::OpVectorShuffle, pair, all, all, 0u, 1u) : all;
}

Result<Handle> map_operand(FunctionEmitter& e, const Instruction& i) {
  Result<Handle> map = handle_operand(e, i, kMap);
  if (!map) return map;
  if (map->info->kind != ResourceKind::kFeedbackTexture2D && !is_arrayed(*map)) {
    return e.bad_input(i, String("sampler feedback is written to a ") + dxil::name_of(map->info->kind));
  }
  return map;
}

Result<TextureUse> sampled_texture(FunctionEmitter& e, const Instruction& i, const Handle& map) {
  Result<Handle> handle = handle_operand(e, i, kTexture);
  if (!handle) return handle.error();
  const ResourceKind wanted = is_arrayed(map) ? ResourceKind::kTexture2DArray : ResourceKind::kTexture2D;
  if (handle->info->kind != wanted || handle->info->resource_class != dxil::ResourceClass::kSrv) {
    return e.bad_input(i, String("a ") + dxil::name_of(map.info->kind) + " cannot be paired with a " +
                              dxil::name_of(handle->info->kind));
  }
  return TextureUse{*handle, *image_shape(handle->info->kind), texel_type(e, *handle)};
}

/// Returns the nearest existing layer.
Id nearest_layer(FunctionEmitter& e, const Instruction& i, Id texture_size) {
  const Id layers = extract(e, kU32, texture_size, 2);
  const Id last = e.op(Op::OpConvertUToF, kF32, e.op(Op::OpISub, kU32, layers, e.u32(1)));
  const Id rounded = e.ext(GLSLstd450RoundEven, kF32, e.operand(i, kLayer));
  const Id positive = e.ext(GLSLstd450NMax, kF32, rounded, e.module().constant_f32(0));
  return e.op(Op::OpConvertFToU, kU32, e.ext(GLSLstd450NMin, kF32, positive, last));
}

Result<Feedback> feedback_operands(FunctionEmitter& e, const Instruction& i) {
  Result<Handle> map = map_operand(e, i);
  if (!map) return map.error();
  Result<TextureUse> texture = sampled_texture(e, i, *map);
  if (!texture) return texture.error();
  Result<Handle> sampler = handle_operand(e, i, kSamplerOperand);
  if (!sampler) return sampler.error();
  if (sampler->info->resource_class != dxil::ResourceClass::kSampler) {
    return e.bad_input(i, "the operation's sampler is not a sampler");
  }
  const bool arrayed = is_arrayed(*map);
  Result<Id> place = coordinate_operand(e, i, kPlace, 2, kF32);
  if (!place) return place.error();
  if (arrayed && kLayer >= i.operand_count) return e.bad_input(i, "the layer is missing");
  Feedback feedback{*map, *sampler, *texture, feedback_map(e, *map), *place};
  e.module().capability(spv::Capability::ImageQuery);
  const Id image = load_image(e, texture->handle);
  if (arrayed) {
    const Id size = e.op(Op::OpImageQuerySizeLod, kU32.with_count(3), image, e.u32(0));
    feedback.layer = nearest_layer(e, i, size);
  }
  const Id levels = e.op(Op::OpImageQueryLevels, kU32, image);
  feedback.last_level = e.op(Op::OpISub, kU32, levels, e.u32(1));
  const FeedbackMap& own = feedback.masks;
  const Id own_image = e.op(Op::OpLoad, own.image_type, own.pointer);
  mark_non_uniform(e, *map, own_image);
  const Id own_size = e.op(Op::OpImageQuerySize, kU32.with_count(own.is_arrayed ? 3 : 2), own_image);
  const Id sides = first_two(e, kWordPair, own_size, own.is_arrayed);
  const Id mask = e.op(Op::OpCompositeConstruct, kWordPair, e.u32(15), e.u32(15));
  feedback.region_shift = e.op(Op::OpBitwiseAnd, kWordPair, sides, mask);
  return feedback;
}

Id derivative(FunctionEmitter& e, Id value, bool is_y) {
  return makes_derivatives(e) ? made_derivative(e, kPair, value, is_y)
                              : e.op(is_y ? Op::OpDPdy : Op::OpDPdx, kPair, value);
}

/// Returns the level that the hardware would use, and the extent of a pixel. `bias`: 0 for none.
Result<Footprint> implicit_footprint(FunctionEmitter& e, const Instruction& i, const Feedback& feedback,
                                     Id bias) {
  if (!makes_derivatives(e)) {
    TRELLIS_RETURN_IF_ERROR(require_derivatives(e, i));
  }
  Id place = feedback.place;
  if (bias != 0) {
    place = e.op(Op::OpVectorTimesScalar, kPair, place, e.ext(GLSLstd450Exp2, kF32, bias));
  }
  const Id x = derivative(e, place, false), y = derivative(e, place, true);
  Footprint footprint;
  if (makes_derivatives(e)) {
    footprint.level = level_of_gradients(e, feedback.texture, x, y);
  } else {
    const Id image = sampled_image(e, feedback.texture.handle, feedback.sampler);
    footprint.level = extract(e, kF32, e.op(Op::OpImageQueryLod, kPair, image, place), 0);
  }
  footprint.covered =
      e.ext(GLSLstd450NMax, kPair, e.ext(GLSLstd450FAbs, kPair, x), e.ext(GLSLstd450FAbs, kPair, y));
  return footprint;
}

template <FeedbackLevel kLevel>
Result<Footprint> footprint_of(FunctionEmitter& e, const Instruction& i, const Feedback& feedback) {
  uint32_t rest = kRest;
  Footprint footprint;
  if constexpr (kLevel == FeedbackLevel::kGiven) {
    footprint.level = e.operand(i, rest);
    return footprint;
  }
  if constexpr (kLevel == FeedbackLevel::kGradients) {
    const Id x = operand_pair(e, i, rest), y = operand_pair(e, i, rest + 3);
    footprint.level = level_of_gradients(e, feedback.texture, x, y);
    rest += 6;
  } else {
    const Id bias = kLevel == FeedbackLevel::kBias ? e.operand(i, rest++) : 0;
    Result<Footprint> implicit = implicit_footprint(e, i, feedback, bias);
    if (!implicit) return implicit;
    footprint = *implicit;
  }
  if (is_given(e, i, rest)) {
    footprint.level = e.ext(GLSLstd450NMax, kF32, footprint.level, e.operand(i, rest));
  }
  return footprint;
}

/// Returns half the filter's extent in texels, from 1/2 to 8: half of the next power of two above slightly
/// less than the covered size. A float's exponent field by itself is the next lower power of two, which is
/// that half.
Id extent_in_texels(FunctionEmitter& e, Id covered, Id size) {
  const Id half = constant_pair(e, 0.5f);
  if (covered == 0) return half;
  const Id texels = e.op(Op::OpFMul, kPair, covered, size);
  const Id lowered = e.op(Op::OpFSub, kPair, texels, constant_pair(e, 1.0f / 256));
  const Id clamped = e.ext(GLSLstd450NClamp, kPair, lowered, half, constant_pair(e, 8));
  const Id exponents = e.op(Op::OpCompositeConstruct, kWordPair, e.u32(0x7F800000), e.u32(0x7F800000));
  const Id word = e.op(Op::OpBitcast, kWordPair, clamped);
  return e.op(Op::OpBitcast, kPair, e.op(Op::OpBitwiseAnd, kWordPair, word, exponents));
}

/// The first region that a sample touches in a level, and bits for the neighbors that it touches as well.
struct Regions {
  Id first = 0;  ///< A vector of two words.
  Id bits = 0;
};

Regions touched_regions(FunctionEmitter& e, const Feedback& feedback, Id covered, Id level) {
  const bool is_three = is_arrayed(feedback.map);
  const NumericType all = kU32.with_count(is_three ? 3 : 2);
  const Id image = load_image(e, feedback.texture.handle);
  const Id sizes = e.op(Op::OpImageQuerySizeLod, all, image, level);
  const Id size = e.op(Op::OpConvertUToF, kPair, first_two(e, kWordPair, sizes, is_three));
  const Id ones = e.op(Op::OpCompositeConstruct, kWordPair, e.u32(1), e.u32(1));
  const Id side =
      e.op(Op::OpConvertUToF, kPair, e.op(Op::OpShiftLeftLogical, kWordPair, ones, feedback.region_shift));
  const Id half_side = e.op(Op::OpFMul, kPair, side, constant_pair(e, 0.5f));
  const Id texels = e.ext(GLSLstd450NMin, kPair, extent_in_texels(e, covered, size), half_side);
  const Id wrapped = e.ext(GLSLstd450Fract, kPair, feedback.place);
  const Id at = e.op(Op::OpFDiv, kPair, e.op(Op::OpFMul, kPair, wrapped, size), side);
  const Id reach = e.op(Op::OpFDiv, kPair, texels, side);
  const Id count = e.ext(GLSLstd450Ceil, kPair, e.op(Op::OpFDiv, kPair, size, side));
  const Id zero = constant_pair(e, 0), last = e.op(Op::OpFSub, kPair, count, constant_pair(e, 1));
  const auto region_at = [&](Op direction) {
    const Id end = e.ext(GLSLstd450Floor, kPair, e.op(direction, kPair, at, reach));
    return e.op(Op::OpConvertFToU, kWordPair, e.ext(GLSLstd450NClamp, kPair, end, zero, last));
  };
  Regions regions;
  regions.first = region_at(Op::OpFSub);
  const Id differ = e.op(Op::OpINotEqual, kBool.with_count(2), regions.first, region_at(Op::OpFAdd));
  const Id right = extract(e, kBool, differ, 0), below = extract(e, kBool, differ, 1);
  const Id row = e.op(Op::OpSelect, kU32, right, e.u32(0b0011), e.u32(0b0001));
  const Id rows = e.op(Op::OpSelect, kU32, right, e.u32(0b1111), e.u32(0b0101));
  regions.bits = e.op(Op::OpSelect, kU32, below, rows, row);
  return regions;
}

/// Adds the bits of a level to the map's texel. If `bits` is 0, nothing changes.
void write_bits(FunctionEmitter& e, const Feedback& feedback, const Regions& regions, Id bits, Id level) {
  const FeedbackMap& map = feedback.masks;
  Id in_texel = level, layer = feedback.layer;
  if (map.texel.bits == 32) {
    in_texel = e.op(Op::OpBitwiseAnd, kU32, level, e.u32(kLevelsPerWord - 1));
    const Id word = e.op(Op::OpUDiv, kU32, level, e.u32(kLevelsPerWord));
    const Id first = layer == 0 ? 0 : e.op(Op::OpIMul, kU32, layer, e.u32(2));
    layer = first == 0 ? word : e.op(Op::OpIAdd, kU32, first, word);
  }
  const Id shift = e.op(Op::OpIMul, kU32, in_texel, e.u32(kBitsPerLevel));
  const Id wide = map.texel.bits == 64 ? e.op(Op::OpUConvert, kU64, bits) : bits;
  const Id mask = e.op(Op::OpShiftLeftLogical, map.texel, wide, shift);
  const Id at = layer == 0
                    ? regions.first
                    : e.op(Op::OpCompositeConstruct, kU32.with_count(3), extract(e, kU32, regions.first, 0),
                           extract(e, kU32, regions.first, 1), layer);
  const Id texel = image_texel(e, feedback.map, {map.image_type, e.type(map.texel)}, map.pointer, at);
  e.op(Op::OpAtomicOr, map.texel, texel, e.u32(to_word(spv::Scope::Device)), e.u32(0), mask);
}

// Helper invocations write nothing: their atomic operations have no effect.
template <FeedbackLevel kLevel>
Result<void> lower_feedback(FunctionEmitter& e, const Instruction& i) {
  Result<Feedback> feedback = feedback_operands(e, i);
  if (!feedback) return feedback.error();
  Result<Footprint> footprint = footprint_of<kLevel>(e, i, *feedback);
  if (!footprint) return footprint.error();
  const Id most = e.ext(GLSLstd450UMin, kU32, feedback->last_level, e.u32(kMaxLevel - 1));
  const Id last = e.op(Op::OpConvertUToF, kF32, most), zero = e.module().constant_f32(0);
  const Id level = e.ext(GLSLstd450NMin, kF32, e.ext(GLSLstd450NMax, kF32, footprint->level, zero), last);
  const Id first = e.op(Op::OpConvertFToU, kU32, level);
  const Regions there = touched_regions(e, *feedback, footprint->covered, first);
  write_bits(e, *feedback, there, there.bits, first);
  // The level is an integer and exists, so nothing is blended.
  if (kLevel == FeedbackLevel::kGiven && e.constant_operand(i, kRest) == 0) return {};
  const Id above = e.op(Op::OpFAdd, kF32, level, e.module().constant_f32(kBlendRange));
  const Id second = e.op(Op::OpConvertFToU, kU32, above);
  const Id blends = e.op(Op::OpINotEqual, kBool, first, second);
  const Regions beyond = touched_regions(e, *feedback, footprint->covered, second);
  write_bits(e, *feedback, beyond, e.op(Op::OpSelect, kU32, blends, beyond.bits, e.u32(0)), second);
  return {};
}

constexpr LoweringEntry kSamplerFeedbackLowerings[] = {
    {dxil::Op::kWriteSamplerFeedback, lower_feedback<FeedbackLevel::kImplicit>},
    {dxil::Op::kWriteSamplerFeedbackBias, lower_feedback<FeedbackLevel::kBias>},
    {dxil::Op::kWriteSamplerFeedbackLevel, lower_feedback<FeedbackLevel::kGiven>},
    {dxil::Op::kWriteSamplerFeedbackGrad, lower_feedback<FeedbackLevel::kGradients>},
};

}  // namespace

std::span<const LoweringEntry> feedback_lowerings() { return kSamplerFeedbackLowerings; }

}  // namespace trellis::spirv
