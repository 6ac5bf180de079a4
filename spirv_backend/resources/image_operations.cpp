#include "spirv_backend/resources/image_operations.hpp"

#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using spv::Capability;
using spv::ImageOperandsMask;

/// Returns the low bits of a constant, sign-extended.
int32_t sign_extended(uint64_t value, uint32_t bits) {
  return static_cast<int32_t>(static_cast<uint32_t>(value) << (32 - bits)) >> (32 - bits);
}

}  // namespace

Result<TextureUse> texture_operand(FunctionEmitter& e, const Instruction& i) {
  Result<Handle> handle = handle_operand(e, i, 0);
  if (!handle) return handle.error();
  if (!is_texture(*handle->info)) {
    return e.bad_input(i, String("a texture operation on a ") + dxil::name_of(handle->info->kind));
  }
  return TextureUse{*handle, *image_shape(handle->info->kind), texel_type(e, *handle)};
}

Id vector_of(FunctionEmitter& e, NumericType component, std::span<const Id> components) {
  if (components.size() == 1) return components[0];
  const NumericType type = component.with_count(static_cast<uint8_t>(components.size()));
  return e.op_list_once(Op::OpCompositeConstruct, e.type(type), components);
}

Id operand_or_zero(FunctionEmitter& e, const Instruction& i, uint32_t n, NumericType type) {
  return e.operand_is_undef(i, n) ? e.constant(type, 0) : e.operand(i, n);
}

Result<Id> coordinate_operand(FunctionEmitter& e, const Instruction& i, uint32_t n, uint32_t count,
                              NumericType component) {
  std::array<Id, 4> ids = {};
  for (uint32_t c = 0; c < count; ++c) {
    if (n + c >= i.operand_count) return e.bad_input(i, "a coordinate that the texture needs is missing");
    ids[c] = operand_or_zero(e, i, n + c, component);
  }
  return vector_of(e, component, std::span(ids).first(count));
}

Result<void> add_offset(FunctionEmitter& e, const Instruction& i, uint32_t n, const ImageShape& shape,
                        uint32_t bits, ImageOperands& operands) {
  const uint32_t count = shape.offsets();
  bool is_constant = true, is_zero = true;
  for (uint32_t c = 0; c < 3 && n + c < i.operand_count; ++c) {
    // Gathers have two offset operands, followed by others.
    if (c >= std::max(count, 2u)) break;
    if (e.operand_is_undef(i, n + c)) continue;
    const std::optional<uint64_t> value = e.constant_operand(i, n + c);
    is_constant &= value.has_value();
    is_zero &= value.has_value() && sign_extended(*value, bits) == 0;
    if (c >= count && !is_zero) return e.bad_input(i, "the texture has no such texel offset");
  }
  if (is_zero) return {};
  // Offsets are signed, so give them signed types for consumers that check.
  const Id component = e.module().type_signed_int(32);
  const Id type = count == 1 ? component : e.module().type_vector(component, count);
  std::array<Id, 3> ids = {};
  for (uint32_t c = 0; c < count; ++c) {
    const std::optional<uint64_t> value = e.constant_operand(i, n + c);
    if (value) {
      ids[c] = e.module().constant_i32(sign_extended(*value, bits));
      continue;
    }
    const Id whole = e.operand(i, n + c), first = e.u32(0), width = e.u32(bits);
    const Id narrow = e.op_once(Op::OpBitFieldSExtract, kU32, whole, first, width);
    ids[c] = e.op_once(Op::OpBitcast, component, narrow);
  }
  const std::span<const Id> all = std::span(ids).first(count);
  if (is_constant) {
    operands.add(ImageOperandsMask::ConstOffset,
                 count == 1 ? ids[0] : e.module().constant_composite(type, all));
    return {};
  }
  e.module().capability(Capability::ImageGatherExtended);
  operands.add(ImageOperandsMask::Offset,
               count == 1 ? ids[0] : e.op_list_once(Op::OpCompositeConstruct, type, all));
  return {};
}

Id emit_texel(FunctionEmitter& e, const Instruction& i, TexelOpcode opcode, Id texel_type_id,
              std::span<const uint32_t> operands) {
  const uint32_t status = value_fields(e, i);
  const dxil::Type& result = e.program().types[i.type];
  Id texel = 0;
  if (!e.component_used(i, status)) {
    texel = e.op_list(opcode.plain, texel_type_id, operands);
  } else {
    e.module().capability(Capability::SparseResidency);
    const Id members[] = {e.type(kU32), texel_type_id};
    const Id both = e.op_list(opcode.sparse, e.module().type_struct(members), operands);
    texel = e.op(Op::OpCompositeExtract, texel_type_id, both, 1u);
    const Id code = extract(e, kU32, both, 0);
    const Id is_resident = e.op(Op::OpImageSparseTexelsResident, kBool, code);
    const Id mapped = e.u32(kMapped), missing = e.u32(0);
    e.set_component(i, status, e.op(Op::OpSelect, kU32, is_resident, mapped, missing));
  }
  if (!result.members.empty() && e.context().is_min_precision(result.members[0])) relaxed_precision(e, texel);
  return texel;
}

bool is_texel_component(NumericType type, const TexelType& texel) {
  if (texel.holds_floats) return type == kF32;
  if (type.count != 1 || type.is_bool() || type.base != texel.component.base) return false;
  if (type.bits == 64) return texel.component.bits == 64;
  return type.bits == 16 || type.bits == 32;
}

uint32_t value_fields(FunctionEmitter& e, const Instruction& i) {
  const size_t members = e.program().types[i.type].members.size();
  return members == 0 ? 0 : static_cast<uint32_t>(members - 1);
}

void set_texel(FunctionEmitter& e, const Instruction& i, const TexelType& texel, Id four) {
  const uint32_t fields = value_fields(e, i);
  const NumericType type = e.field_type(i, 0);
  if (texel.component.bits == 64 && type.bits == 32) {
    // The program reads a 64-bit element as two words.
    const Id whole = e.op(Op::OpCompositeExtract, texel.id, four, 0u);
    const Id words = e.op(Op::OpBitcast, type.with_count(2), whole);
    for (uint32_t n = 0; n < fields; ++n) {
      if (!e.component_used(i, n)) continue;
      e.set_component(i, n, n < 2 ? extract(e, type, words, n) : e.constant(type, 0));
    }
    return;
  }
  for (uint32_t n = 0; n < fields; ++n) {
    if (!e.component_used(i, n)) continue;
    const Id component = e.op(Op::OpCompositeExtract, texel.id, four, n);
    e.set_component(i, n, from_texel(e, texel, component, type));
  }
}

Id texel_operand(FunctionEmitter& e, const Instruction& i, uint32_t n, const TexelType& texel) {
  const NumericType type = e.operand_type(i, n);
  std::array<Id, 4> components = {};
  if (texel.component.bits == 64 && type.bits == 32) {
    const Id low = e.operand(i, n), high = e.operand(i, n + 1);
    const Id words = e.op(Op::OpCompositeConstruct, type.with_count(2), low, high);
    components.fill(e.op(Op::OpBitcast, texel.id, words));
  } else {
    for (uint32_t c = 0; c < 4; ++c) {
      // Components that the format lacks are ignored, but need a defined value.
      const uint32_t operand = e.operand_is_undef(i, n + c) ? n : n + c;
      uint32_t same = 0;
      while (same < c && e.operand_value(i, n + same) != e.operand_value(i, operand)) ++same;
      components[c] = same < c ? components[same] : to_texel(e, texel, e.operand(i, operand), type);
    }
  }
  return e.op_list_once(Op::OpCompositeConstruct, e.module().type_vector(texel.id, 4), components);
}

}  // namespace trellis::spirv
