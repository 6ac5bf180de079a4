// Texel operations on textures: loads, stores, sample positions.
#include "spirv_backend/emitter/interface/sample_positions.hpp"
#include "spirv_backend/operations/lowerings.hpp"
#include "spirv_backend/resources/image_operations.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using dxil::ResourceClass;
using spv::Dim;
using spv::ImageOperandsMask;

// Operands of a load: texture, level or sample, three coordinates, three offsets. Operands of a store:
// texture, three coordinates, four components, mask, sample.
constexpr uint32_t kLoadLevel = 1, kLoadCoordinates = 2, kLoadOffsets = 5;
constexpr uint32_t kStoreCoordinates = 1, kStoreComponents = 4, kStoreMask = 8, kStoreSample = 9;

Result<TextureUse> texel_operand_texture(FunctionEmitter& e, const Instruction& i) {
  Result<TextureUse> use = texture_operand(e, i);
  if (use && use->shape.dim == Dim::Cube) return e.bad_input(i, "loads from cube textures are not supported");
  return use;
}

/// Returns the coordinate with the offset, if any, added.
Result<Id> load_coordinate(FunctionEmitter& e, const Instruction& i, const ImageShape& shape) {
  std::array<Id, 3> ids = {};
  for (uint32_t c = 0; c < shape.coordinates(); ++c) {
    const uint32_t operand = kLoadCoordinates + c, offset = kLoadOffsets + c;
    if (operand >= i.operand_count) {
      return e.bad_input(i, "a coordinate that the texture needs is missing");
    }
    ids[c] = operand_or_zero(e, i, operand, kU32);
    if (c >= shape.offsets() || offset >= i.operand_count || e.operand_is_undef(i, offset)) continue;
    if (e.constant_operand(i, offset) == 0) continue;
    ids[c] = e.op(Op::OpIAdd, kU32, ids[c], e.operand(i, offset));
  }
  return vector_of(e, kU32, std::span(ids).first(shape.coordinates()));
}

Result<void> lower_load(FunctionEmitter& e, const Instruction& i) {
  Result<TextureUse> use = texel_operand_texture(e, i);
  if (!use) return use.error();
  if (!is_texel_component(e.field_type(i, 0), use->texel) &&
      !(use->texel.component == kU64 && e.field_type(i, 0) == kU32)) {
    return e.bad_input(i, "the load's type is not the texture's");
  }
  Result<Id> coordinate = load_coordinate(e, i, use->shape);
  if (!coordinate) return coordinate.error();
  const bool is_uav = use->handle.info->resource_class == ResourceClass::kUav;
  const bool has_level = !e.operand_is_undef(i, kLoadLevel);
  ImageOperands operands;
  if (use->shape.is_multisampled) {
    // If the sample is undefined, any sample is correct.
    operands.add(ImageOperandsMask::Sample, has_level ? e.operand(i, kLoadLevel) : e.u32(0));
  } else if (!is_uav && has_level) {
    operands.add(ImageOperandsMask::Lod, e.operand(i, kLoadLevel));
  }
  Words words = {load_image(e, use->handle), *coordinate};
  operands.append_to(words);
  const TexelOpcode opcode = is_uav ? TexelOpcode{Op::OpImageRead, Op::OpImageSparseRead}
                                    : TexelOpcode{Op::OpImageFetch, Op::OpImageSparseFetch};
  set_texel(e, i, use->texel, emit_texel(e, i, opcode, e.module().type_vector(use->texel.id, 4), words));
  return {};
}

Result<void> lower_store(FunctionEmitter& e, const Instruction& i) {
  Result<TextureUse> use = texel_operand_texture(e, i);
  if (!use) return use.error();
  if (use->handle.info->resource_class != ResourceClass::kUav) {
    return e.bad_input(i, "a store to a texture that is not writable");
  }
  const bool has_sample = i.op() == dxil::Op::kTextureStoreSample;
  if (use->shape.is_multisampled != has_sample) {
    return e.bad_input(i, has_sample ? "a store to a sample of a texture that is not multisampled"
                                     : "a store to a multisampled texture has no sample index");
  }
  const NumericType type = e.operand_type(i, kStoreComponents);
  if (!is_texel_component(type, use->texel) && !(use->texel.component == kU64 && type == kU32)) {
    return e.bad_input(i, "the store's type is not the texture's");
  }
  constexpr uint64_t kAll = 15;
  if (e.constant_operand(i, kStoreMask).value_or(0) != kAll) {
    return e.bad_input(i, "a store to a texture must write all four components");
  }
  Result<Id> coordinate = coordinate_operand(e, i, kStoreCoordinates, use->shape.coordinates(), kU32);
  if (!coordinate) return coordinate.error();
  const Id texel = texel_operand(e, i, kStoreComponents, use->texel);
  Words words = {load_image(e, use->handle), *coordinate, texel};
  ImageOperands operands;
  if (has_sample) operands.add(ImageOperandsMask::Sample, e.operand(i, kStoreSample));
  operands.append_to(words);
  e.code().op_list_void(Op::OpImageWrite, words);
  return {};
}

// D3D defines sample positions for each sample count; they equal Vulkan's standard sample locations.
Result<void> lower_sample_position(FunctionEmitter& e, const Instruction& i) {
  Result<TextureUse> use = texture_operand(e, i);
  if (!use) return use.error();
  if (!use->shape.is_multisampled) {
    return e.bad_input(i, "the position of a sample in a texture that is not multisampled");
  }
  e.module().capability(spv::Capability::ImageQuery);
  const Id image = load_image(e, use->handle);
  const Id count = e.op(Op::OpImageQuerySamples, kU32, image);
  set_sample_position(e, i, count, e.operand(i, 1));
  return {};
}

constexpr LoweringEntry kTexturesLowerings[] = {
    {dxil::Op::kTextureLoad, lower_load},
    {dxil::Op::kTextureStore, lower_store},
    {dxil::Op::kTextureStoreSample, lower_store},
    {dxil::Op::kTexture2DMSGetSamplePosition, lower_sample_position},
};

}  // namespace

std::span<const LoweringEntry> texture_lowerings() { return kTexturesLowerings; }

}  // namespace trellis::spirv
