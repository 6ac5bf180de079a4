// Queries of resources: sizes, residency.
#include "spirv_backend/operations/lowerings.hpp"
#include "spirv_backend/resources/buffers/word_access.hpp"
#include "spirv_backend/resources/images.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;

constexpr uint32_t kLevel = 1, kLevelsOrSamples = 3;

/// Returns `value`, or 0 if the texture does not have the level: D3D defines this, SPIR-V does not.
Id if_level_exists(FunctionEmitter& e, const Instruction& i, Id image, Id value) {
  if (e.operand_is_undef(i, kLevel) || e.constant_operand(i, kLevel) == 0) return value;
  const Id levels = e.op(Op::OpImageQueryLevels, kU32, image);
  const Id level = e.operand(i, kLevel), zero = e.u32(0);
  const Id exists = e.op(Op::OpULessThan, kBool, level, levels);
  return e.op(Op::OpSelect, kU32, exists, value, zero);
}

// The fields are the dimensions (width, height, depth), directly followed by the number of layers; the last
// field is the number of levels or samples.
Result<void> texture_dimensions(FunctionEmitter& e, const Instruction& i, const Handle& handle) {
  const ImageShape shape = *image_shape(handle.info->kind);
  const bool has_levels = handle.info->resource_class == dxil::ResourceClass::kSrv && !shape.is_multisampled;
  const uint32_t extents = shape.extents, count = extents + (shape.is_arrayed ? 1 : 0);
  e.module().capability(spv::Capability::ImageQuery);
  const Id image = load_image(e, handle);
  bool size_used = false;
  for (uint32_t n = 0; n < count; ++n) size_used |= e.component_used(i, n);
  if (size_used) {
    const NumericType type = kU32.with_count(static_cast<uint8_t>(count));
    Id size = 0;
    if (has_levels) {
      const Id level = e.operand_is_undef(i, kLevel) ? e.u32(0) : e.operand(i, kLevel);
      size = e.op(Op::OpImageQuerySizeLod, type, image, level);
    } else {
      size = e.op(Op::OpImageQuerySize, type, image);
    }
    for (uint32_t n = 0; n < count; ++n) {
      if (!e.component_used(i, n)) continue;
      const Id extent = count == 1 ? size : extract(e, kU32, size, n);
      e.set_component(i, n, has_levels ? if_level_exists(e, i, image, extent) : extent);
    }
  }
  for (uint32_t n = count; n < kLevelsOrSamples; ++n) {
    if (e.component_used(i, n)) e.set_component(i, n, e.u32(0));
  }
  if (!e.component_used(i, kLevelsOrSamples)) return {};
  if (shape.is_multisampled) {
    e.set_component(i, kLevelsOrSamples, e.op(Op::OpImageQuerySamples, kU32, image));
  } else {
    // A writable texture is a view of a single level.
    e.set_component(i, kLevelsOrSamples, has_levels ? e.op(Op::OpImageQueryLevels, kU32, image) : e.u32(1));
  }
  return {};
}

Result<void> lower_get_dimensions(FunctionEmitter& e, const Instruction& i) {
  Result<Handle> handle = handle_operand(e, i, 0);
  if (!handle) return handle.error();
  if (is_texture(*handle->info)) return texture_dimensions(e, i, *handle);
  const bool is_words = is_word_buffer(*handle->info);
  if (!is_words && !is_typed_buffer(*handle->info)) {
    return e.bad_input(i, String("a ") + dxil::name_of(handle->info->kind) + " has no dimensions");
  }
  // A buffer has only a width.
  for (uint32_t n = 1; n < 4; ++n) {
    if (e.component_used(i, n)) e.set_component(i, n, e.u32(0));
  }
  if (!e.component_used(i, 0)) return {};
  if (!is_words && handle->has_range()) {
    e.set_component(i, 0, handle->range_size);
    return {};
  }
  if (!is_words) {
    e.module().capability(spv::Capability::ImageQuery);
    e.set_component(i, 0, e.op(Op::OpImageQuerySize, kU32, load_image(e, *handle)));
    return {};
  }
  Result<Id> word_count = buffer_word_count(e, i, *handle);
  if (!word_count) return word_count.error();
  const Id words = *word_count;
  const uint32_t stride = handle->info->stride;
  Id size = e.op(Op::OpIMul, kU32, words, e.u32(4));
  if (handle->info->kind == dxil::ResourceKind::kStructuredBuffer && stride != 0) {
    size = stride % 4 == 0 ? (stride == 4 ? words : e.op(Op::OpUDiv, kU32, words, e.u32(stride / 4)))
                           : e.op(Op::OpUDiv, kU32, size, e.u32(stride));
  }
  e.set_component(i, 0, size);
  return {};
}

// Loads return status 0 for memory that is not fully resident. Raw and structured buffers have no residency
// query.
Result<void> lower_check_access(FunctionEmitter& e, const Instruction& i) {
  const Id status = e.operand(i, 0), missing = e.u32(0);
  e.define(i, Op::OpINotEqual, status, missing);
  return {};
}

constexpr LoweringEntry kQueriesLowerings[] = {
    {dxil::Op::kCheckAccessFullyMapped, lower_check_access},
    {dxil::Op::kGetDimensions, lower_get_dimensions},
};

}  // namespace

std::span<const LoweringEntry> query_lowerings() { return kQueriesLowerings; }

}  // namespace trellis::spirv
