// Shared by the operations on images: coordinates, offsets, optional operands, conversion between texels and
// results, residency.
#pragma once

#include <array>

#include "spirv_backend/resources/images.hpp"

namespace trellis::spirv {

/// Status of an access to fully resident memory: CheckAccessFullyMapped is true for any nonzero number.
inline constexpr uint32_t kMapped = 1;

/// The optional operands of an image instruction. Add them in the order of the mask's bits.
class ImageOperands {
 public:
  template <Word... Ids>
  void add(spv::ImageOperandsMask bit, Ids... ids) {
    mask_ |= to_word(bit);
    (push(to_word(ids)), ...);
  }
  /// Appends the mask and the ids, if there are any.
  void append_to(Words& words) const {
    if (mask_ == 0) return;
    words.push_back(mask_);
    words.append(std::span(ids_).first(count_));
  }

 private:
  void push(uint32_t id) { ids_[count_++] = id; }

  uint32_t mask_ = 0, count_ = 0;
  std::array<uint32_t, 8> ids_ = {};
};

/// The texture of an operation: the handle in operand 0, which has been checked.
struct TextureUse {
  Handle handle;
  ImageShape shape;
  TexelType texel;
};
/// Error: kBadInput if operand 0 is not a texture.
Result<TextureUse> texture_operand(FunctionEmitter& e, const dxil::Instruction& i);

/// Returns operand n, or zero if it is undefined: D3D lets it have any value.
Id operand_or_zero(FunctionEmitter& e, const dxil::Instruction& i, uint32_t n, NumericType type);

/// Returns the scalar or vector of `count` operands from n on, with zero for undefined ones. Error: kBadInput
/// if one is missing.
Result<Id> coordinate_operand(FunctionEmitter& e, const dxil::Instruction& i, uint32_t n, uint32_t count,
                              NumericType component);
/// Returns a scalar, or a vector of the components.
Id vector_of(FunctionEmitter& e, NumericType component, std::span<const Id> components);

/// Adds the texel offset in operands n, n + 1, ...: ConstOffset, or Offset if it is computed. `bits`: the
/// number of low bits that D3D uses.
Result<void> add_offset(FunctionEmitter& e, const dxil::Instruction& i, uint32_t n, const ImageShape& shape,
                        uint32_t bits, ImageOperands& operands);

/// Opcodes of an image instruction with a result. emit_texel() emits the sparse one if the program uses the
/// status. It sets the status and returns the texel.
struct TexelOpcode {
  Op plain, sparse;
};
Id emit_texel(FunctionEmitter& e, const dxil::Instruction& i, TexelOpcode opcode, Id texel_type_id,
              std::span<const uint32_t> operands);

/// Returns true if a result or value of the type can be a component of a texel: floats and integers are
/// distinguished.
bool is_texel_component(NumericType type, const TexelType& texel);
/// Returns the number of fields of a load's result, without the status.
uint32_t value_fields(FunctionEmitter& e, const dxil::Instruction& i);
/// Sets the fields of the result from a vector of four components.
void set_texel(FunctionEmitter& e, const dxil::Instruction& i, const TexelType& texel, Id four);
/// Returns operands n to n + 3 as one vector.
Id texel_operand(FunctionEmitter& e, const dxil::Instruction& i, uint32_t n, const TexelType& texel);

}  // namespace trellis::spirv
