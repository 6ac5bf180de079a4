#include "spirv_backend/operations/textures/computed_offset.hpp"

#include "spirv_backend/emitter/module_context.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;

NumericType axes_of(NumericType scalar, const ImageShape& shape) { return scalar.with_count(shape.axes); }

/// Returns the size of a level as floats, without layers.
Id level_size(FunctionEmitter& e, const TextureUse& texture, Id level) {
  const ImageShape& shape = texture.shape;
  e.module().capability(spv::Capability::ImageQuery);
  const Id image = load_image(e, texture.handle);
  const NumericType all = kU32.with_count(static_cast<uint8_t>(shape.coordinates()));
  const Id size = e.op(Op::OpImageQuerySizeLod, all, image, level);
  const Id floats = e.op(Op::OpConvertUToF, all.with_base(BaseType::kFloat), size);
  if (!shape.is_arrayed) return floats;
  if (shape.axes == 1) return extract(e, kF32, floats, 0);
  return e.op(Op::OpVectorShuffle, axes_of(kF32, shape), floats, floats, 0u, 1u);
}

/// Returns the existing mip level nearest to a level of detail.
Id nearest_level(FunctionEmitter& e, const TextureUse& texture, Id level) {
  const Id zero = e.module().constant_f32(0), half = e.module().constant_f32(0.5f);
  const Id positive = e.ext(GLSLstd450NMax, kF32, level, zero);
  const Id raised = e.op(Op::OpFAdd, kF32, positive, half);
  const Id most = e.module().constant_f32(31);
  const Id bounded = e.ext(GLSLstd450NMin, kF32, raised, most);
  const Id whole = e.op(Op::OpConvertFToU, kU32, bounded);
  e.module().capability(spv::Capability::ImageQuery);
  const Id image = load_image(e, texture.handle);
  const Id count = e.op(Op::OpImageQueryLevels, kU32, image);
  const Id one = e.u32(1);
  const Id last = e.op(Op::OpISub, kU32, count, one);
  return e.ext(GLSLstd450UMin, kU32, whole, last);
}

Id offset_component(FunctionEmitter& e, const Instruction& i, uint32_t n, uint32_t bits) {
  if (n >= i.operand_count || e.operand_is_undef(i, n)) return e.module().constant_f32(0);
  const Id whole = e.operand(i, n), first = e.u32(0), width = e.u32(bits);
  const Id narrow = e.op(Op::OpBitFieldSExtract, kU32, whole, first, width);
  return e.op(Op::OpConvertSToF, kF32, narrow);
}

}  // namespace

bool moves_coordinate(FunctionEmitter& e, const Instruction& i, uint32_t n, const ImageShape& shape) {
  if (e.context().plan.options.device.computed_offsets) return false;
  for (uint32_t c = 0; c < shape.offsets() && n + c < i.operand_count; ++c) {
    if (!e.operand_is_undef(i, n + c) && !e.constant_operand(i, n + c)) return true;
  }
  return false;
}

Id level_of_gradients(FunctionEmitter& e, const TextureUse& texture, Id gradient_x, Id gradient_y) {
  const NumericType type = axes_of(kF32, texture.shape);
  const Id size = level_size(e, texture, e.u32(0));
  const Id texels_x = e.op(Op::OpFMul, type, gradient_x, size);
  const Id texels_y = e.op(Op::OpFMul, type, gradient_y, size);
  const Id length_x = e.ext(GLSLstd450Length, kF32, texels_x);
  const Id length_y = e.ext(GLSLstd450Length, kF32, texels_y);
  const Id longer = e.ext(GLSLstd450NMax, kF32, length_x, length_y);
  return e.ext(GLSLstd450Log2, kF32, longer);
}

Id moved_coordinate(FunctionEmitter& e, const Instruction& i, uint32_t n, uint32_t bits,
                    const TextureUse& texture, Id coordinate, Id level) {
  const ImageShape& shape = texture.shape;
  const Id size = level_size(e, texture, nearest_level(e, texture, level));
  std::array<Id, 4> components = {};
  for (uint32_t c = 0; c < shape.coordinates(); ++c) {
    const Id old = shape.coordinates() == 1 ? coordinate : extract(e, kF32, coordinate, c);
    components[c] = old;
    if (c >= shape.axes) continue;
    const Id offset = offset_component(e, i, n + c, bits);
    const Id extent = shape.axes == 1 ? size : extract(e, kF32, size, c);
    const Id moved = e.op(Op::OpFDiv, kF32, offset, extent);
    components[c] = e.op(Op::OpFAdd, kF32, old, moved);
  }
  return vector_of(e, kF32, std::span(components).first(shape.coordinates()));
}

}  // namespace trellis::spirv
