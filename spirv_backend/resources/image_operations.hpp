// What the operations on images share: coordinates, offsets, optional operands, texels to results and back,
// residency.
#pragma once

#include <array>

#include "spirv_backend/resources/images.hpp"

namespace trellis::spirv {

/// Status of an access to memory that is all there. CheckAccessFullyMapped takes any other number than 0 so.
inline constexpr uint32_t kMapped = 1;

/// The optional operands of an image instruction. Add them in the order of their mask bits.
class ImageOperands {
 public:
  template <Word... Ids>
  void add(spv::ImageOperandsMask bit, Ids... ids) {
    mask_ |= to_word(bit);
    (push(to_word(ids)), ...);
  }
  /// Appends mask and ids, if there are any.
  void append_to(Words& words) const {
    if (mask_ == 0) return;
    words.push_back(mask_);
    words.insert(words.end(), ids_.begin(), ids_.begin() + count_);
  }

 private:
  void push(uint32_t id) { ids_[count_++] = id; }

  uint32_t mask_ = 0, count_ = 0;
  std::array<uint32_t, 8> ids_ = {};
};

/// An operation on a texture: the handle in operand 0, checked to be one.
struct TextureUse {
  Handle handle;
  ImageShape shape;
  TexelType texel;
};
/// Error: kBadInput if operand 0 is no texture.
Result<TextureUse> texture_operand(FunctionEmitter& e, const dxil::Instruction& i);

/// Operand n; zero if it is undefined, which D3D gives some value.
Id operand_or_zero(FunctionEmitter& e, const dxil::Instruction& i, uint32_t n, NumericType type);

/// The scalar or vector of `count` operands from n on, undefined ones zero. Error: kBadInput if one is missing.
Result<Id> coordinate_operand(FunctionEmitter& e, const dxil::Instruction& i, uint32_t n, uint32_t count,
                              NumericType component);
/// A scalar, or a vector of the components.
Id vector_of(FunctionEmitter& e, NumericType component, std::span<const Id> components);

/// Adds the texel offset in operands n, n + 1, ...: ConstOffset, or Offset if it is computed. `bits`: how
/// many of them D3D looks at.
Result<void> add_offset(FunctionEmitter& e, const dxil::Instruction& i, uint32_t n, const ImageShape& shape,
                        uint32_t bits, ImageOperands& operands);

/// An image instruction with a result, in its sparse form if the program asks for the status. Sets the status
/// and gives the texel.
struct TexelOpcode {
  Op plain, sparse;
};
Id emit_texel(FunctionEmitter& e, const dxil::Instruction& i, TexelOpcode opcode, Id texel_type_id,
              std::span<const uint32_t> operands);

/// True if a result or value of the type can be a texel's component. Sets apart floats and integers.
bool is_texel_component(NumericType type, const TexelType& texel);
/// Fields of a load's result without the status.
uint32_t value_fields(FunctionEmitter& e, const dxil::Instruction& i);
/// The fields of the result from a vector of four components.
void set_texel(FunctionEmitter& e, const dxil::Instruction& i, const TexelType& texel, Id four);
/// Four components from operands n to n + 3, as one vector.
Id texel_operand(FunctionEmitter& e, const dxil::Instruction& i, uint32_t n, const TexelType& texel);

}  // namespace trellis::spirv
