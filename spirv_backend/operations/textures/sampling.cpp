// Sampling and gathering from a texture with a sampler.
#include <limits>

#include "spirv_backend/emitter/derivatives.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/operations/common.hpp"
#include "spirv_backend/operations/lowerings.hpp"
#include "spirv_backend/operations/textures/computed_offset.hpp"
#include "spirv_backend/resources/image_operations.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using dxil::ResourceClass;
using spv::Capability;
using spv::Dim;
using spv::ImageOperandsMask;

// Operands of all operations: texture, sampler, four coordinates, offsets, then the operation's particular
// operands.
constexpr uint32_t kSampler = 1, kCoordinates = 2, kOffsets = 6, kSampleRest = 9, kGatherRest = 8;
// The number of low bits of a computed offset that D3D uses.
constexpr uint32_t kSampleOffsetBits = 4, kGatherOffsetBits = 6;

Result<Handle> sampler_operand(FunctionEmitter& e, const Instruction& i, bool compares) {
  Result<Handle> handle = handle_operand(e, i, kSampler);
  if (!handle) return handle;
  if (handle->info->resource_class != ResourceClass::kSampler) {
    return e.bad_input(i, String("the sampler of the operation is a ") + dxil::name_of(handle->info->kind));
  }
  // The reverse is valid: Mesa does not distinguish comparison samplers from others.
  constexpr uint32_t kComparison = 1;
  if (!compares && handle->info->sampler_kind == kComparison) {
    return e.bad_input(i, "a comparison sampler in an operation without comparison");
  }
  return handle;
}

/// Returns operand 0, a texture that can be used with samplers. Texture3D has no comparisons.
Result<TextureUse> sampled_texture(FunctionEmitter& e, const Instruction& i, bool compares) {
  Result<TextureUse> use = texture_operand(e, i);
  if (!use) return use;
  const dxil::Resource& info = *use->handle.info;
  if (info.resource_class != ResourceClass::kSrv || use->shape.is_multisampled ||
      (compares && use->shape.dim == Dim::Dim3D)) {
    return e.bad_input(i, String("the operation cannot be used with a ") +
                              (info.resource_class == ResourceClass::kUav ? "writable " : "") +
                              dxil::name_of(info.kind));
  }
  if (compares && !use->texel.component.is_float()) {
    return e.bad_input(i, "a comparison with an integer texture");
  }
  return use;
}

struct Gradients {
  Id x = 0, y = 0;
  void add_to(ImageOperands& operands) const { operands.add(ImageOperandsMask::Grad, x, y); }
};

Gradients given_gradients(FunctionEmitter& e, const Instruction& i, uint32_t n, const ImageShape& shape) {
  Id gradients[2] = {};
  for (uint32_t g = 0; g < 2; ++g) {
    std::array<Id, 3> ids = {};
    for (uint32_t c = 0; c < shape.axes; ++c) ids[c] = e.operand(i, n + 3 * g + c);
    gradients[g] = vector_of(e, kF32, std::span(ids).first(shape.axes));
  }
  return {gradients[0], gradients[1]};
}

/// Returns gradients that produce the implicit level: for devices without implicit levels in compute shaders,
/// and for moved coordinates. `bias`: of the level, or 0. It scales both gradients, which changes only the
/// level, because their ratio stays the same.
Gradients made_gradients(FunctionEmitter& e, const Instruction& i, const ImageShape& shape, Id bias) {
  std::array<Id, 3> ids = {};
  for (uint32_t c = 0; c < shape.axes; ++c) ids[c] = e.operand(i, kCoordinates + c);
  const Id place = vector_of(e, kF32, std::span(ids).first(shape.axes));
  const NumericType type = kF32.with_count(static_cast<uint8_t>(shape.axes));
  Id gradients[2] = {};
  for (uint32_t g = 0; g < 2; ++g) {
    gradients[g] = makes_derivatives(e) ? made_derivative(e, type, place, g == 1)
                                        : e.op(g == 1 ? Op::OpDPdy : Op::OpDPdx, type, place);
  }
  if (bias != 0) {
    const Id factor = e.ext(GLSLstd450Exp2, kF32, bias);
    for (Id& gradient : gradients) {
      gradient = e.op(shape.axes == 1 ? Op::OpFMul : Op::OpVectorTimesScalar, type, gradient, factor);
    }
  }
  return {gradients[0], gradients[1]};
}

/// Adds a lower bound of the level; a bound of 0 has no effect.
void add_clamp(FunctionEmitter& e, const Instruction& i, uint32_t n, ImageOperands& operands) {
  if (!is_given(e, i, n) || e.constant_operand(i, n) == 0) return;
  e.module().capability(Capability::MinLod);
  operands.add(ImageOperandsMask::MinLod, e.operand(i, n));
}

/// How the level of detail is determined.
enum class Level : uint8_t { kImplicit, kBias, kZero, kGiven, kGradients };

constexpr bool is_implicit(Level level) { return level == Level::kImplicit || level == Level::kBias; }

constexpr TexelOpcode sample_opcode(Level level, bool compares) {
  if (is_implicit(level)) {
    return compares ? TexelOpcode{Op::OpImageSampleDrefImplicitLod, Op::OpImageSparseSampleDrefImplicitLod}
                    : TexelOpcode{Op::OpImageSampleImplicitLod, Op::OpImageSparseSampleImplicitLod};
  }
  return compares ? TexelOpcode{Op::OpImageSampleDrefExplicitLod, Op::OpImageSparseSampleDrefExplicitLod}
                  : TexelOpcode{Op::OpImageSampleExplicitLod, Op::OpImageSparseSampleExplicitLod};
}

/// Returns true if a sample with an implicit level is emitted with gradients.
bool makes_gradients(FunctionEmitter& e, const Instruction& i, const ImageShape& shape, Level level) {
  return is_implicit(level) && (makes_derivatives(e) || moves_coordinate(e, i, kOffsets, shape));
}

/// Returns operand n, a level of the texture. With the workaround for cubes whose smallest levels are not
/// written, at most the last level that is 8 texels wide.
Id given_level(FunctionEmitter& e, const Instruction& i, uint32_t n, const TextureUse& use) {
  const Id level = e.operand(i, n);
  if (use.shape.dim != Dim::Cube || !e.context().plan.options.device.works_around(kCubeLevels)) return level;
  if (e.constant_operand(i, n) == 0) return level;
  e.module().capability(Capability::ImageQuery);
  const NumericType type = kU32.with_count(use.shape.is_arrayed ? 3 : 2);
  const Id size = e.op(Op::OpImageQuerySizeLod, type, load_image(e, use.handle), e.u32(0));
  // The logarithm of the width, less that of 8. It is negative for smaller cubes.
  constexpr uint32_t kLogarithmOfEight = 3;
  const Id logarithm = e.ext(GLSLstd450FindUMsb, kU32, extract(e, kU32, size, 0));
  const Id last = e.op(Op::OpISub, kU32, logarithm, e.u32(kLogarithmOfEight));
  const Id existing = e.ext(GLSLstd450SMax, kU32, last, e.u32(0));
  return e.ext(GLSLstd450NMin, kF32, level, e.op(Op::OpConvertSToF, kF32, existing));
}

/// Returns the level of detail of a sample whose particular operands begin at n.
Id level_of(FunctionEmitter& e, const Instruction& i, const TextureUse& use, Level level, uint32_t n) {
  if (level == Level::kZero) return e.module().constant_f32(0);
  if (level == Level::kGiven) return given_level(e, i, n, use);
  const Id bias = level == Level::kBias ? e.operand(i, n) : 0;
  const Gradients gradients = level == Level::kGradients ? given_gradients(e, i, n, use.shape)
                                                         : made_gradients(e, i, use.shape, bias);
  return level_of_gradients(e, use, gradients.x, gradients.y);
}

/// Returns the image operands of a sample whose particular operands begin at n.
Result<ImageOperands> sample_operands(FunctionEmitter& e, const Instruction& i, const TextureUse& use,
                                      Level level, uint32_t n) {
  const ImageShape& shape = use.shape;
  ImageOperands operands;
  const bool is_made = makes_gradients(e, i, shape, level);
  switch (level) {
    case Level::kImplicit:
      if (is_made) made_gradients(e, i, shape, 0).add_to(operands);
      break;
    case Level::kBias:
      if (is_made) {
        made_gradients(e, i, shape, e.operand(i, n++)).add_to(operands);
      } else {
        operands.add(ImageOperandsMask::Bias, e.operand(i, n++));
      }
      break;
    case Level::kZero:
      operands.add(ImageOperandsMask::Lod, e.module().constant_f32(0));
      break;
    case Level::kGiven:
      operands.add(ImageOperandsMask::Lod, given_level(e, i, n++, use));
      break;
    case Level::kGradients:
      given_gradients(e, i, n, shape).add_to(operands);
      n += 6;
      break;
  }
  if (!moves_coordinate(e, i, kOffsets, shape)) {
    TRELLIS_RETURN_IF_ERROR(add_offset(e, i, kOffsets, shape, kSampleOffsetBits, operands));
  }
  if (is_implicit(level) || level == Level::kGradients) add_clamp(e, i, n, operands);
  return operands;
}

/// Sets the result of a comparison, which is a single number. Programs are only meant to read the first
/// field.
void set_comparison(FunctionEmitter& e, const Instruction& i, const TexelType& texel, Id value) {
  for (uint32_t n = 0; n < value_fields(e, i); ++n) {
    if (e.component_used(i, n)) e.set_component(i, n, from_texel(e, texel, value, e.field_type(i, 0)));
  }
}

template <Level kLevel, bool kCompares>
Result<void> lower_sample(FunctionEmitter& e, const Instruction& i) {
  Result<TextureUse> use = sampled_texture(e, i, kCompares);
  if (!use) return use.error();
  Result<Handle> sampler = sampler_operand(e, i, kCompares);
  if (!sampler) return sampler.error();
  if (!is_texel_component(e.field_type(i, 0), use->texel)) {
    return e.bad_input(i, "the sample's type is not the texture's");
  }
  const bool is_made = makes_gradients(e, i, use->shape, kLevel);
  if (is_implicit(kLevel) && !makes_derivatives(e)) {
    TRELLIS_RETURN_IF_ERROR(require_derivatives(e, i));
  }
  Result<Id> coordinate = coordinate_operand(e, i, kCoordinates, use->shape.coordinates(), kF32);
  if (!coordinate) return coordinate.error();
  uint32_t rest = kSampleRest;
  const Id compared = kCompares ? e.operand(i, rest++) : 0;
  if (moves_coordinate(e, i, kOffsets, use->shape)) {
    const Id level = level_of(e, i, *use, kLevel, rest);
    coordinate = moved_coordinate(e, i, kOffsets, kSampleOffsetBits, *use, *coordinate, level);
  }
  Result<ImageOperands> operands = sample_operands(e, i, *use, kLevel, rest);
  if (!operands) return operands.error();
  Words words = {sampled_image(e, use->handle, *sampler), *coordinate};
  if (kCompares) words.push_back(compared);
  operands->append_to(words);
  const TexelOpcode opcode = sample_opcode(is_made ? Level::kGradients : kLevel, kCompares);
  if (kCompares) {
    set_comparison(e, i, use->texel, emit_texel(e, i, opcode, use->texel.id, words));
  } else {
    set_texel(e, i, use->texel, emit_texel(e, i, opcode, e.module().type_vector(use->texel.id, 4), words));
  }
  return {};
}

/// Returns operand 0, a texture in which a position on a face has four texels around it.
Result<TextureUse> gathered_texture(FunctionEmitter& e, const Instruction& i, bool compares) {
  Result<TextureUse> use = sampled_texture(e, i, compares);
  if (use && use->shape.dim != Dim::Dim2D && use->shape.dim != Dim::Cube) {
    return e.bad_input(i, String("a gather cannot be used with a ") + dxil::name_of(use->handle.info->kind));
  }
  return use;
}

/// The instruction's operands before the component or the reference value.
struct Gather {
  TextureUse use;
  Words words;             ///< The sampled image and the coordinate.
  ImageOperands operands;  ///< Contains the offset, if there is one.
};

Result<Gather> begin_gather(FunctionEmitter& e, const Instruction& i, bool compares) {
  Result<TextureUse> use = gathered_texture(e, i, compares);
  if (!use) return use.error();
  Result<Handle> sampler = sampler_operand(e, i, compares);
  if (!sampler) return sampler.error();
  Result<Id> coordinate = coordinate_operand(e, i, kCoordinates, use->shape.coordinates(), kF32);
  if (!coordinate) return coordinate.error();
  Gather gather{*use, {}, {}};
  TRELLIS_RETURN_IF_ERROR(add_offset(e, i, kOffsets, use->shape, kGatherOffsetBits, gather.operands));
  gather.words = {sampled_image(e, use->handle, *sampler), *coordinate};
  return gather;
}

Id emit_gather(FunctionEmitter& e, const Instruction& i, const Gather& gather, TexelOpcode opcode,
               Id third_operand) {
  Words words = gather.words;
  words.push_back(third_operand);
  gather.operands.append_to(words);
  return emit_texel(e, i, opcode, e.module().type_vector(gather.use.texel.id, 4), words);
}

constexpr TexelOpcode kGather{Op::OpImageGather, Op::OpImageSparseGather};

Result<void> lower_gather(FunctionEmitter& e, const Instruction& i) {
  const std::optional<uint64_t> channel = e.constant_operand(i, kGatherRest);
  if (!channel || *channel > 3) return e.bad_input(i, "the channel of a gather is not a known constant");
  Result<Gather> gather = begin_gather(e, i, false);
  if (!gather) return gather.error();
  if (!is_texel_component(e.field_type(i, 0), gather->use.texel)) {
    return e.bad_input(i, "the gather's type is not the texture's");
  }
  const Id component = e.u32(static_cast<uint32_t>(*channel));
  set_texel(e, i, gather->use.texel, emit_gather(e, i, *gather, kGather, component));
  return {};
}

Result<void> lower_gather_compared(FunctionEmitter& e, const Instruction& i) {
  if (e.constant_operand(i, kGatherRest) != 0) {
    return e.unsupported(i, "a comparing gather can only gather the first channel in Vulkan");
  }
  Result<Gather> gather = begin_gather(e, i, true);
  if (!gather) return gather.error();
  if (!is_texel_component(e.field_type(i, 0), gather->use.texel)) {
    return e.bad_input(i, "the gather's type is not the texture's");
  }
  constexpr TexelOpcode kCompare{Op::OpImageDrefGather, Op::OpImageSparseDrefGather};
  const Id compared = e.operand(i, kGatherRest + 1);
  set_texel(e, i, gather->use.texel, emit_gather(e, i, *gather, kCompare, compared));
  return {};
}

// Returns the texels as they are in memory: the texture has one unsigned integer per texel, and 64-bit ones
// are returned as two words.
Result<void> lower_gather_raw(FunctionEmitter& e, const Instruction& i) {
  Result<Gather> gather = begin_gather(e, i, false);
  if (!gather) return gather.error();
  const NumericType type = e.field_type(i, 0);
  const TexelType& texel = gather->use.texel;
  if (!type.is_int() || !texel.component.is_int()) {
    return e.bad_input(i, "a raw gather from a texture that is not of an unsigned integer type");
  }
  const Id low = emit_gather(e, i, *gather, kGather, e.u32(0));
  if (type.bits != 64) {
    set_texel(e, i, texel, low);
    return {};
  }
  const Id high = emit_gather(e, i, *gather, kGather, e.u32(1));
  for (uint32_t n = 0; n < value_fields(e, i); ++n) {
    if (!e.component_used(i, n)) continue;
    const Id first = e.op(Op::OpCompositeExtract, texel.id, low, n);
    const Id second = e.op(Op::OpCompositeExtract, texel.id, high, n);
    const Id pair = e.op(Op::OpCompositeConstruct, e.module().type_vector(texel.id, 2), first, second);
    e.set_component(i, n, e.op(Op::OpBitcast, kU64, pair));
  }
  return {};
}

// SPIR-V returns both the level clamped to the existing ones and the raw level.
Result<void> lower_calculate_lod(FunctionEmitter& e, const Instruction& i) {
  Result<TextureUse> use = sampled_texture(e, i, false);
  if (!use) return use.error();
  Result<Handle> sampler = handle_operand(e, i, kSampler);
  if (!sampler) return sampler.error();
  if (sampler->info->resource_class != ResourceClass::kSampler) {
    return e.bad_input(i, "the operation's sampler is not a sampler");
  }
  const std::optional<uint64_t> clamped = e.constant_operand(i, 5);
  if (!clamped) return e.bad_input(i, "the clamp flag of the operation is not a constant");
  if (!has_quads(e)) {
    // The logarithm of zero, clamped to the existing levels or raw.
    const float level = *clamped != 0 ? 0 : -std::numeric_limits<float>::infinity();
    e.set_result(i, e.module().constant_f32(level));
    return {};
  }
  TRELLIS_RETURN_IF_ERROR(require_derivatives(e, i));
  Result<Id> coordinate = coordinate_operand(e, i, kCoordinates, use->shape.axes, kF32);
  if (!coordinate) return coordinate.error();
  e.module().capability(Capability::ImageQuery);
  const Id image = sampled_image(e, use->handle, *sampler);
  const Id both = e.op(Op::OpImageQueryLod, kF32.with_count(2), image, *coordinate);
  e.set_result(i, extract(e, kF32, both, *clamped != 0 ? 0 : 1));
  return {};
}

constexpr LoweringEntry kSamplingLowerings[] = {
    {dxil::Op::kSample, lower_sample<Level::kImplicit, false>},
    {dxil::Op::kSampleBias, lower_sample<Level::kBias, false>},
    {dxil::Op::kSampleLevel, lower_sample<Level::kGiven, false>},
    {dxil::Op::kSampleGrad, lower_sample<Level::kGradients, false>},
    {dxil::Op::kSampleCmp, lower_sample<Level::kImplicit, true>},
    {dxil::Op::kSampleCmpLevelZero, lower_sample<Level::kZero, true>},
    {dxil::Op::kTextureGather, lower_gather},
    {dxil::Op::kTextureGatherCmp, lower_gather_compared},
    {dxil::Op::kCalculateLOD, lower_calculate_lod},
    {dxil::Op::kTextureGatherRaw, lower_gather_raw},
    {dxil::Op::kSampleCmpLevel, lower_sample<Level::kGiven, true>},
    {dxil::Op::kSampleCmpGrad, lower_sample<Level::kGradients, true>},
    {dxil::Op::kSampleCmpBias, lower_sample<Level::kBias, true>},
};

}  // namespace

std::span<const LoweringEntry> sample_lowerings() { return kSamplingLowerings; }

}  // namespace trellis::spirv
