// Types of arithmetic, comparisons, selections and conversions (SPIR-V 1.6, sections 3.52.11, 3.52.13,
// 3.52.14).
#include "spirv_backend/check/module_state.hpp"

namespace trellis::module_check {
namespace {

bool fail_result(ModuleState& m, const Instruction& i, const char* wanted) {
  return m.fail(i, "result type " + name(i[1]) + " is not " + wanted);
}
bool fail_operand(ModuleState& m, const Instruction& i, uint32_t at, const char* wanted) {
  return m.fail(i, "operand " + name(i[at]) + " is not " + wanted);
}

constexpr const char* kOfResultType = "of the result's type";
constexpr const char* kOfResultShape = "of the result's width and number of components";

bool check_same(ModuleState& m, const Instruction& i) {
  for (uint32_t n = 3; n < i.size(); ++n) {
    if (m.type_id(i[n]) != i[1]) return fail_operand(m, i, n, kOfResultType);
  }
  return true;
}

bool check_float_same(ModuleState& m, const Instruction& i) {
  if (!is_of(m.type(i[1]).shape, Base::kFloat)) return fail_result(m, i, "a float or a vector of floats");
  return check_same(m, i);
}

/// The operands from `first` to `end` are integers of the result's shape, whatever their signedness.
bool check_int_same(ModuleState& m, const Instruction& i, uint32_t first, uint32_t end) {
  const uint32_t shape = m.type(i[1]).shape;
  if (!is_of(shape, Base::kInt)) return fail_result(m, i, "an integer or a vector of integers");
  for (uint32_t n = first; n < end; ++n) {
    if (m.shape(i[n]) != shape) return fail_operand(m, i, n, kOfResultShape);
  }
  return true;
}

bool check_shift(ModuleState& m, const Instruction& i) {
  if (!check_int_same(m, i, 3, 4)) return false;
  const uint32_t shape = m.shape(i[4]);
  if (is_of(shape, Base::kInt) && count_of(shape) == count_of(m.type(i[1]).shape)) return true;
  return fail_operand(m, i, 4, "integers, one for each component of the result");
}

/// The result is a struct of two integers.
bool check_int_pair(ModuleState& m, const Instruction& i) {
  const Type& type = m.type(i[1]);
  const uint32_t* members = m.words.data() + type.at + 2;
  if (type.base != Base::kStruct || type.count != 2 || members[0] != members[1] ||
      !is_of(m.type(members[0]).shape, Base::kInt)) {
    return fail_result(m, i, "a struct of two equal integer types");
  }
  for (uint32_t n = 3; n < 5; ++n) {
    if (m.type_id(i[n]) != members[0]) return fail_operand(m, i, n, "of the type of the result's members");
  }
  return true;
}

/// Checks that the result has a bool for each component of the operands.
bool check_bools(ModuleState& m, const Instruction& i, uint32_t operand) {
  const uint32_t shape = m.type(i[1]).shape;
  if (is_of(shape, Base::kBool) && count_of(shape) == count_of(m.shape(i[operand]))) return true;
  return fail_result(m, i, "a bool for each component of the operands");
}

bool check_comparison(ModuleState& m, const Instruction& i, Base scalar) {
  if (!is_of(m.shape(i[3]), scalar)) {
    return fail_operand(m, i, 3, scalar == Base::kInt ? "of integers" : "of floats");
  }
  if (i.size() > 4 && m.shape(i[3]) != m.shape(i[4]))
    return fail_operand(m, i, 4, "of the other operand's type");
  return check_bools(m, i, 3);
}

bool check_logical(ModuleState& m, const Instruction& i) {
  const uint32_t shape = m.type(i[1]).shape;
  if (!is_of(shape, Base::kBool)) return fail_result(m, i, "of bools");
  for (uint32_t n = 3; n < i.size(); ++n) {
    if (m.shape(i[n]) != shape)
      return fail_operand(m, i, n, "of bools, one for each component of the result");
  }
  return true;
}

bool check_select(ModuleState& m, const Instruction& i) {
  const uint32_t condition = m.shape(i[3]), result = m.type(i[1]).shape;
  for (uint32_t n = 4; n < 6; ++n) {
    if (m.type_id(i[n]) != i[1]) return fail_operand(m, i, n, kOfResultType);
  }
  // A single bool selects whole objects; a vector of bools selects components.
  if (is_of(condition, Base::kBool) && (count_of(condition) == 1 || count_of(condition) == count_of(result)))
    return true;
  return fail_operand(m, i, 3, "a bool, or one for each component");
}

bool check_dot(ModuleState& m, const Instruction& i) {
  const uint32_t shape = m.shape(i[3]), result = m.type(i[1]).shape;
  if (!is_of(result, Base::kFloat) || count_of(result) != 1) return fail_result(m, i, "a float");
  if (without_count(shape) != without_count(result) || count_of(shape) < 2) {
    return fail_operand(m, i, 3, "a vector of the result's type");
  }
  return m.type_id(i[4]) == m.type_id(i[3]) || fail_operand(m, i, 4, "of the other operand's type");
}

/// The operands are vectors of integers, or 32-bit integers that each hold four.
bool check_int_dot(ModuleState& m, const Instruction& i) {
  const uint32_t shape = m.shape(i[3]), result = m.type(i[1]).shape;
  if (!is_of(result, Base::kInt) || count_of(result) != 1) return fail_result(m, i, "an integer");
  if (!is_of(shape, Base::kInt)) return fail_operand(m, i, 3, "of integers");
  if (m.shape(i[4]) != shape) return fail_operand(m, i, 4, "of the other operand's type");
  const bool is_packed = count_of(shape) == 1;
  return is_packed == (i.size() > 5) || m.fail(i, "has a format that does not fit vector or packed operands");
}

bool check_scale(ModuleState& m, const Instruction& i) {
  const Type& type = m.type(i[1]);
  if (type.base != Base::kVector || !is_of(type.shape, Base::kFloat))
    return fail_result(m, i, "a vector of floats");
  if (m.type_id(i[3]) != i[1]) return fail_operand(m, i, 3, kOfResultType);
  return m.type_id(i[4]) == type.element || fail_operand(m, i, 4, "of the type of the result's components");
}

bool check_bit_field(ModuleState& m, const Instruction& i, uint32_t objects) {
  if (!check_int_same(m, i, 3, 3 + objects)) return false;
  for (uint32_t n = 3 + objects; n < i.size(); ++n) {
    const uint32_t shape = m.shape(i[n]);
    if (!is_of(shape, Base::kInt) || count_of(shape) != 1) return fail_operand(m, i, n, "an integer");
  }
  return true;
}

bool check_bit_count(ModuleState& m, const Instruction& i) {
  const uint32_t result = m.type(i[1]).shape, operand = m.shape(i[3]);
  if (!is_of(result, Base::kInt)) return fail_result(m, i, "of integers");
  return (is_of(operand, Base::kInt) && count_of(operand) == count_of(result)) ||
         fail_operand(m, i, 3, "of integers, one for each component of the result");
}

bool check_any_all(ModuleState& m, const Instruction& i) {
  if (m.type(i[1]).base != Base::kBool) return fail_result(m, i, "bool");
  return (is_of(m.shape(i[3]), Base::kBool) && count_of(m.shape(i[3])) > 1) ||
         fail_operand(m, i, 3, "a vector of bools");
}

/// Converts each component from one kind of number to another, or to another width of the same kind.
bool check_numbers(ModuleState& m, const Instruction& i, Base from, Base to) {
  const uint32_t result = m.type(i[1]).shape, operand = m.shape(i[3]);
  if (!is_of(result, to)) return fail_result(m, i, to == Base::kInt ? "of integers" : "of floats");
  if (!is_of(operand, from)) return fail_operand(m, i, 3, from == Base::kInt ? "of integers" : "of floats");
  if (count_of(result) != count_of(operand))
    return fail_operand(m, i, 3, "of as many components as the result");
  if (from == to && bits_of(result) == bits_of(operand))
    return m.fail(i, "converts to the width it already has");
  return true;
}

bool check_bitcast(ModuleState& m, const Instruction& i) {
  const Type &to = m.type(i[1]), &from = m.type_of(i[3]);
  const auto is_bits = [](const Type& type) {
    return type.base == Base::kPointer || is_of(type.shape, Base::kInt) || is_of(type.shape, Base::kFloat);
  };
  if (!is_bits(to)) return fail_result(m, i, "of numbers or a pointer");
  if (!is_bits(from)) return fail_operand(m, i, 3, "of numbers or a pointer");
  if (to.shape == 0 || from.shape == 0) return true;
  return bits_of(to.shape) * count_of(to.shape) == bits_of(from.shape) * count_of(from.shape) ||
         fail_operand(m, i, 3, "of as many bits as the result");
}

}  // namespace

bool check_arithmetic(ModuleState& m, const Instruction& i) {
  switch (i.row->rule) {
    case Rule::kFloatSame:
      return check_float_same(m, i);
    case Rule::kIntSame:
      return check_int_same(m, i, 3, i.size());
    case Rule::kShift:
      return check_shift(m, i);
    case Rule::kIntPair:
      return check_int_pair(m, i);
    case Rule::kCompareInt:
      return check_comparison(m, i, Base::kInt);
    case Rule::kCompareFloat:
    case Rule::kFloatTest:
      return check_comparison(m, i, Base::kFloat);
    case Rule::kLogical:
      return check_logical(m, i);
    case Rule::kAnyAll:
      return check_any_all(m, i);
    case Rule::kSelect:
      return check_select(m, i);
    case Rule::kDot:
      return check_dot(m, i);
    case Rule::kIntDot:
      return check_int_dot(m, i);
    case Rule::kScale:
      return check_scale(m, i);
    case Rule::kBitInsert:
      return check_bit_field(m, i, 2);
    case Rule::kBitExtract:
      return check_bit_field(m, i, 1);
    case Rule::kBitCount:
      return check_bit_count(m, i);
    default:
      return check_same(m, i);
  }
}

bool check_conversion(ModuleState& m, const Instruction& i) {
  switch (i.row->rule) {
    case Rule::kFloatToInt:
      return check_numbers(m, i, Base::kFloat, Base::kInt);
    case Rule::kIntToFloat:
      return check_numbers(m, i, Base::kInt, Base::kFloat);
    case Rule::kIntToInt:
      return check_numbers(m, i, Base::kInt, Base::kInt);
    case Rule::kFloatToFloat:
      return check_numbers(m, i, Base::kFloat, Base::kFloat);
    default:
      return check_bitcast(m, i);
  }
}

}  // namespace trellis::module_check
