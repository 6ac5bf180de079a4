// Instructions of GLSL.std.450, ray queries, hit objects and mesh outputs.
#include <spirv/unified1/GLSL.std.450.h>

#include <iterator>
#include <string_view>

#include "spirv_backend/check/module_state.hpp"

namespace trellis::module_check {
namespace {

enum class Form : uint8_t {
  kUnknown,      ///< Never emitted by Trellis.
  kFloats,       ///< Operands and result are floats of one type.
  kInts,         ///< Operands and result are integers of one shape.
  kLength,       ///< The result is a scalar float of the operand's component type.
  kPack,         ///< Packs a vector of two floats into a 32-bit integer.
  kUnpack,       ///< Unpacks a 32-bit integer to a vector of two floats.
  kInterpolate,  ///< The first operand points to the result's type; the second, if any, is any value.
};

struct ExtendedRow {
  uint8_t number;
  uint8_t operands;
  Form form;
};
constexpr ExtendedRow kExtendedRows[] = {
    {GLSLstd450RoundEven, 1, Form::kFloats},
    {GLSLstd450Trunc, 1, Form::kFloats},
    {GLSLstd450FAbs, 1, Form::kFloats},
    {GLSLstd450SAbs, 1, Form::kInts},
    {GLSLstd450Floor, 1, Form::kFloats},
    {GLSLstd450Ceil, 1, Form::kFloats},
    {GLSLstd450Fract, 1, Form::kFloats},
    {GLSLstd450Sin, 1, Form::kFloats},
    {GLSLstd450Cos, 1, Form::kFloats},
    {GLSLstd450Tan, 1, Form::kFloats},
    {GLSLstd450Asin, 1, Form::kFloats},
    {GLSLstd450Acos, 1, Form::kFloats},
    {GLSLstd450Atan, 1, Form::kFloats},
    {GLSLstd450Sinh, 1, Form::kFloats},
    {GLSLstd450Cosh, 1, Form::kFloats},
    {GLSLstd450Tanh, 1, Form::kFloats},
    {GLSLstd450Exp2, 1, Form::kFloats},
    {GLSLstd450Log2, 1, Form::kFloats},
    {GLSLstd450Sqrt, 1, Form::kFloats},
    {GLSLstd450InverseSqrt, 1, Form::kFloats},
    {GLSLstd450UMin, 2, Form::kInts},
    {GLSLstd450SMin, 2, Form::kInts},
    {GLSLstd450UMax, 2, Form::kInts},
    {GLSLstd450SMax, 2, Form::kInts},
    {GLSLstd450UClamp, 3, Form::kInts},
    {GLSLstd450SClamp, 3, Form::kInts},
    {GLSLstd450Fma, 3, Form::kFloats},
    {GLSLstd450PackHalf2x16, 1, Form::kPack},
    {GLSLstd450UnpackHalf2x16, 1, Form::kUnpack},
    {GLSLstd450Length, 1, Form::kLength},
    {GLSLstd450FindILsb, 1, Form::kInts},
    {GLSLstd450FindSMsb, 1, Form::kInts},
    {GLSLstd450FindUMsb, 1, Form::kInts},
    {GLSLstd450InterpolateAtCentroid, 1, Form::kInterpolate},
    {GLSLstd450InterpolateAtSample, 2, Form::kInterpolate},
    {GLSLstd450InterpolateAtOffset, 2, Form::kInterpolate},
    {GLSLstd450NMin, 2, Form::kFloats},
    {GLSLstd450NMax, 2, Form::kFloats},
    {GLSLstd450NClamp, 3, Form::kFloats},
};

constexpr uint32_t kFirstOperand = 5;

bool check_numbers(ModuleState& m, const Instruction& i, Base scalar) {
  const uint32_t shape = m.type(i[1]).shape;
  if (shape == 0 || scalar_of(shape) != scalar) {
    return m.fail(i, "result type " + name(i[1]) +
                         (scalar == Base::kFloat ? " is not of floats" : " is not of integers"));
  }
  for (uint32_t n = kFirstOperand; n < i.size(); ++n) {
    if (m.shape(i[n]) != shape) return m.fail(i, "operand " + name(i[n]) + " is not of the result's type");
  }
  return true;
}

bool check_shapes(ModuleState& m, const Instruction& i, uint32_t result, uint32_t operand) {
  if (m.type(i[1]).shape != result)
    return m.fail(i, "result type " + name(i[1]) + " is not the type the instruction returns");
  return m.shape(i[kFirstOperand]) == operand ||
         m.fail(i, "operand " + name(i[kFirstOperand]) + " is not of the type the instruction takes");
}

bool check_form(ModuleState& m, const Instruction& i, Form form) {
  constexpr uint32_t kWord = shape_of(Base::kInt, 32, 1), kPair = shape_of(Base::kFloat, 32, 2);
  const Type& operand = m.type_of(i[kFirstOperand]);
  switch (form) {
    case Form::kFloats:
      return check_numbers(m, i, Base::kFloat);
    case Form::kInts:
      return check_numbers(m, i, Base::kInt);
    case Form::kLength:
      return check_shapes(m, i, with_count(operand.shape, 1), operand.shape) &&
             (scalar_of(operand.shape) == Base::kFloat || m.fail(i, "the operand is not of floats"));
    case Form::kPack:
      return check_shapes(m, i, kWord, kPair);
    case Form::kUnpack:
      return check_shapes(m, i, kPair, kWord);
    default:
      if (operand.base != Base::kPointer)
        return m.fail(i, "operand " + name(i[kFirstOperand]) + " is not a pointer");
      return operand.element == i[1] ||
             m.fail(i, "result type " + name(i[1]) + " is not what the operand points to");
  }
}

bool check_instruction(ModuleState& m, const Instruction& i) {
  const std::string_view set(reinterpret_cast<const char*>(m.words.data() + m.ids[i[3]].at + 2));
  if (set == "NonSemantic.Shader.DebugInfo.100") return check_debug_info(m, i);
  if (set.starts_with("NonSemantic.")) return true;
  if (set != "GLSL.std.450") return m.fail(i, "is of an instruction set that Trellis does not use");
  for (const ExtendedRow& row : kExtendedRows) {
    if (row.number != i[4]) continue;
    if (i.size() != kFirstOperand + row.operands)
      return m.fail(i, "does not have the number of operands its instruction set requires");
    return check_form(m, i, row.form);
  }
  return m.fail(i, "number " + decimal(i[4]) + " of its set is not one that Trellis emits");
}

/// The limits are known only with the entry points.
bool check_mesh_counts(ModuleState& m, const Instruction& i) {
  for (const uint32_t at : {1u, 2u}) {
    if (!is_integer_scalar(m.shape(i[at]))) return m.fail(i, "count " + name(i[at]) + " is not an integer");
  }
  m.mesh_counts.push_back({i.at, i.number, m.function.number});
  return true;
}

/// Checks that the first operand points to a ray query or a hit object.
bool check_ray_object(ModuleState& m, const Instruction& i) {
  const bool is_query = i.row->rule == Rule::kRayQuery;
  const uint32_t at = i.row->operands[0] == 'T' ? 3 : 1;
  const Type& pointer = m.type_of(i[at]);
  if (pointer.base == Base::kPointer &&
      m.type(pointer.element).base == (is_query ? Base::kRayQuery : Base::kHitObject))
    return true;
  return m.fail(i,
                "operand " + name(i[at]) + " does not point to a " + (is_query ? "ray query" : "hit object"));
}

/// Operands of a type of cooperative matrices.
struct MatrixShape {
  uint32_t rows = 0, columns = 0, use = 0;
};

MatrixShape shape_of_matrix(const ModuleState& m, const Type& type) {
  const uint32_t* words = m.words.data() + type.at;
  return {constant_value(m, words[4]), constant_value(m, words[5]), constant_value(m, words[6])};
}

bool check_matrix_access(ModuleState& m, const Instruction& i) {
  const bool is_load = i.row->rule == Rule::kMatrixLoad;
  const Id matrix = is_load ? i[1] : m.type_id(i[2]);
  if (m.type(matrix).base != Base::kCooperativeMatrix) return m.fail(i, "is not of a cooperative matrix");
  const Type& pointer = m.type_of(i[is_load ? 3 : 1]);
  if (pointer.base != Base::kPointer || count_of(m.type(pointer.element).shape) == 0) {
    return m.fail(i, "does not point to a scalar or a vector");
  }
  const uint32_t layout = i[is_load ? 4 : 3];
  return scalar_of(m.shape(layout)) == Base::kInt || m.fail(i, name(layout) + " is not an integer");
}

bool check_matrix_product(ModuleState& m, const Instruction& i) {
  MatrixShape shapes[3];
  for (uint32_t n = 0; n < 3; ++n) {
    const Type& type = m.type_of(i[3 + n]);
    if (type.base != Base::kCooperativeMatrix)
      return m.fail(i, name(i[3 + n]) + " is not a cooperative matrix");
    shapes[n] = shape_of_matrix(m, type);
    if (shapes[n].use != n) return m.fail(i, name(i[3 + n]) + " is a matrix of another use");
  }
  const auto& [a, b, c] = shapes;
  if (m.type_id(i[5]) != i[1]) return m.fail(i, "the sum is not of the result's type");
  return (a.columns == b.rows && a.rows == c.rows && b.columns == c.columns) ||
         m.fail(i, "the shapes of the matrices do not fit");
}

}  // namespace

bool check_extended(ModuleState& m, const Instruction& i) {
  if (i.row->rule == Rule::kMeshCounts) return check_mesh_counts(m, i);
  if (i.row->rule == Rule::kMatrixProduct) return check_matrix_product(m, i);
  if (i.row->rule == Rule::kMatrixLoad || i.row->rule == Rule::kMatrixStore) return check_matrix_access(m, i);
  return i.row->rule == Rule::kExtInst ? check_instruction(m, i) : check_ray_object(m, i);
}

}  // namespace trellis::module_check
