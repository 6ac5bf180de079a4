// Types of image operations (SPIR-V 1.6, section 3.52.10).
#include <spirv/unified1/spirv.hpp11>

#include "spirv_backend/check/module_state.hpp"

namespace trellis::module_check {
namespace {

/// The operands of OpTypeImage.
struct Image {
  Id sampled_type = 0;
  spv::Dim dim = spv::Dim::Max;
  bool is_arrayed = false;

  uint32_t coordinates() const { return dimensions() + (is_arrayed ? 1 : 0); }
  uint32_t sizes() const { return (dim == spv::Dim::Cube ? 2 : dimensions()) + (is_arrayed ? 1 : 0); }

 private:
  uint32_t dimensions() const {
    switch (dim) {
      case spv::Dim::Dim1D:
      case spv::Dim::Buffer:
        return 1;
      case spv::Dim::Dim3D:
      case spv::Dim::Cube:
        return 3;
      default:
        return 2;
    }
  }
};

/// Finds the image that an operand is or that its sampled image contains. Returns false after an error.
bool read_image(ModuleState& m, const Instruction& i, uint32_t at, Base wanted, Image& image) {
  const Type* type = &m.type_of(i[at]);
  if (type->base != wanted) {
    return m.fail(i, "operand " + name(i[at]) +
                         (wanted == Base::kImage ? " is not an image" : " is not a sampled image"));
  }
  if (wanted == Base::kSampledImage) type = &m.type(type->element);
  const uint32_t* words = m.words.data() + type->at;
  image = {words[2], static_cast<spv::Dim>(words[3]), words[5] != 0};
  return true;
}

bool check_coordinate(ModuleState& m, const Instruction& i, uint32_t at, Base scalar, uint32_t count) {
  const uint32_t shape = m.shape(i[at]);
  if (is_of(shape, scalar) && count_of(shape) >= count) return true;
  return m.fail(i, "coordinate " + name(i[at]) + " is not of " + decimal(count) +
                       (scalar == Base::kFloat ? " floats" : " integers"));
}

/// Returns the type of the result's texel; for sparse operations that of the second member.
Id texel_type(ModuleState& m, const Instruction& i) {
  const auto opcode = static_cast<spv::Op>(i.row->opcode);
  const bool is_sparse =
      opcode >= spv::Op::OpImageSparseSampleImplicitLod && opcode <= spv::Op::OpImageSparseRead;
  if (!is_sparse) return i[1];
  const Type& type = m.type(i[1]);
  if (type.base == Base::kStruct && type.count == 2 &&
      is_of(m.type(m.words[type.at + 2]).shape, Base::kInt)) {
    return m.words[type.at + 3];
  }
  m.fail(i, "result type " + name(i[1]) + " is not a struct of a residency code and a texel");
  return 0;
}

bool is_texel(const ModuleState& m, Id type, const Image& image) {
  if (m.type(image.sampled_type).base == Base::kVoid) return m.type(type).shape != 0;
  return type == image.sampled_type ||
         (m.type(type).base == Base::kVector && m.type(type).element == image.sampled_type);
}

/// Checks the values after the mask of image operands, in the order of its bits.
bool check_image_operands(ModuleState& m, const Instruction& i, uint32_t mask_at, Base level) {
  if (mask_at >= i.size()) return true;
  struct Operand {
    uint32_t bit;
    Base scalar;
    uint32_t count;
    const char* name;
  };
  const Operand operands[] = {{1, Base::kFloat, 1, "bias"},     {2, level, 1, "level"},
                              {4, Base::kFloat, 2, "gradient"}, {8, Base::kInt, 1, "offset"},
                              {16, Base::kInt, 1, "offset"},    {32, Base::kNothing, 1, "offsets"},
                              {64, Base::kInt, 1, "sample"},    {128, Base::kFloat, 1, "least level"}};
  uint32_t at = mask_at + 1;
  for (const Operand& operand : operands) {
    if ((i[mask_at] & operand.bit) == 0) continue;
    for (uint32_t n = 0; n < operand.count; ++n, ++at) {
      if (operand.scalar == Base::kNothing || is_of(m.shape(i[at]), operand.scalar)) continue;
      return m.fail(i, String(operand.name) + " " + name(i[at]) + " is not of " +
                           (operand.scalar == Base::kFloat ? "floats" : "integers"));
    }
  }
  return true;
}

/// Checks samples and gathers. The grammar's row determines the position of the mask: after the plain values.
bool check_sample(ModuleState& m, const Instruction& i) {
  Image image;
  if (!read_image(m, i, 3, Base::kSampledImage, image)) return false;
  if (!check_coordinate(m, i, 4, Base::kFloat, image.coordinates())) return false;
  const Id texel = texel_type(m, i);
  if (texel == 0) return false;
  if (!is_texel(m, texel, image))
    return m.fail(i, "result type " + name(i[1]) + " is not that of the image's texels");
  const bool has_third = i.row->operands[4] == 'v';
  return check_image_operands(m, i, has_third ? 6 : 5, Base::kFloat);
}

bool check_fetch(ModuleState& m, const Instruction& i) {
  Image image;
  if (!read_image(m, i, 3, Base::kImage, image)) return false;
  if (!check_coordinate(m, i, 4, Base::kInt, image.coordinates())) return false;
  const Id texel = texel_type(m, i);
  if (texel == 0) return false;
  if (!is_texel(m, texel, image))
    return m.fail(i, "result type " + name(i[1]) + " is not that of the image's texels");
  return check_image_operands(m, i, 5, Base::kInt);
}

bool check_write(ModuleState& m, const Instruction& i) {
  Image image;
  if (!read_image(m, i, 1, Base::kImage, image)) return false;
  if (!check_coordinate(m, i, 2, Base::kInt, image.coordinates())) return false;
  if (!is_texel(m, m.type_id(i[3]), image)) {
    return m.fail(i, "texel " + name(i[3]) + " is not of the type of the image's texels");
  }
  return check_image_operands(m, i, 4, Base::kInt);
}

bool check_query(ModuleState& m, const Instruction& i) {
  Image image;
  if (!read_image(m, i, 3, Base::kImage, image)) return false;
  const auto opcode = static_cast<spv::Op>(i.row->opcode);
  const bool is_size = opcode == spv::Op::OpImageQuerySize || opcode == spv::Op::OpImageQuerySizeLod;
  const uint32_t count = is_size ? image.sizes() : 1, shape = m.type(i[1]).shape;
  if (!is_of(shape, Base::kInt) || count_of(shape) != count) {
    return m.fail(i, "result type " + name(i[1]) + " is not of " + decimal(count) + " integers");
  }
  return i.size() < 5 || is_of(m.shape(i[4]), Base::kInt) ||
         m.fail(i, "level " + name(i[4]) + " is not an integer");
}

bool check_query_lod(ModuleState& m, const Instruction& i) {
  Image image;
  if (!read_image(m, i, 3, Base::kSampledImage, image)) return false;
  const uint32_t shape = m.type(i[1]).shape;
  if (!is_of(shape, Base::kFloat) || count_of(shape) != 2) {
    return m.fail(i, "result type " + name(i[1]) + " is not of 2 floats");
  }
  return check_coordinate(m, i, 4, Base::kFloat, 1);
}

bool check_make_sampled(ModuleState& m, const Instruction& i) {
  const Type& type = m.type(i[1]);
  if (type.base != Base::kSampledImage)
    return m.fail(i, "result type " + name(i[1]) + " is not a sampled image");
  if (m.type_id(i[3]) != type.element)
    return m.fail(i, "image " + name(i[3]) + " is not of the result's image type");
  return m.type_of(i[4]).base == Base::kSampler || m.fail(i, "operand " + name(i[4]) + " is not a sampler");
}

bool check_image_of(ModuleState& m, const Instruction& i) {
  const Type& type = m.type_of(i[3]);
  if (type.base != Base::kSampledImage) return m.fail(i, "operand " + name(i[3]) + " is not a sampled image");
  return type.element == i[1] || m.fail(i, "result type " + name(i[1]) + " is not that of the image");
}

bool check_texels_resident(ModuleState& m, const Instruction& i) {
  if (m.type(i[1]).base != Base::kBool) return m.fail(i, "result type " + name(i[1]) + " is not bool");
  return is_of(m.shape(i[3]), Base::kInt) || m.fail(i, "residency code " + name(i[3]) + " is not an integer");
}

}  // namespace

bool check_image(ModuleState& m, const Instruction& i) {
  switch (i.row->rule) {
    case Rule::kSample:
      return check_sample(m, i);
    case Rule::kFetch:
      return check_fetch(m, i);
    case Rule::kImageWrite:
      return check_write(m, i);
    case Rule::kImageQuery:
      return check_query(m, i);
    case Rule::kQueryLod:
      return check_query_lod(m, i);
    case Rule::kMakeSampled:
      return check_make_sampled(m, i);
    case Rule::kImageOf:
      return check_image_of(m, i);
    default:
      return check_texels_resident(m, i);
  }
}

}  // namespace trellis::module_check
