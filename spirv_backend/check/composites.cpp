// Types of composites: construction, extraction and insertion (SPIR-V 1.6, section 3.52.12).
#include "spirv_backend/check/module_state.hpp"

namespace trellis::module_check {
namespace {

/// Returns the type of the member or element at a literal index; 0: there is none.
Id part_type(const ModuleState& m, Id composite, uint32_t index) {
  const Type& type = m.type(composite);
  switch (type.base) {
    case Base::kStruct:
      return index < type.count ? m.words[type.at + 2 + index] : 0;
    case Base::kVector:
    case Base::kMatrix:
      return index < type.count ? type.element : 0;
    case Base::kArray:  // The length may be a specialization constant.
      return type.count == 0 || index < type.count ? type.element : 0;
    case Base::kRuntimeArray:
      return type.element;
    default:
      return 0;
  }
}

/// Returns the type of the part that the literals from `first` on select; 0 after an error.
Id walk(ModuleState& m, const Instruction& i, Id composite, uint32_t first) {
  Id type = m.type_id(composite);
  for (uint32_t n = first; n < i.size(); ++n) {
    type = part_type(m, type, i[n]);
    if (type == 0) {
      m.fail(i, "index " + decimal(i[n]) + " is out of range in " + name(composite));
      return 0;
    }
  }
  if (type == 0) m.fail(i, name(composite) + " is not a composite");
  return type;
}

bool check_extract(ModuleState& m, const Instruction& i) {
  const Id part = walk(m, i, i[3], 4);
  if (part == 0) return false;
  return part == i[1] || m.fail(i, "result type " + name(i[1]) + " is not that of the part, " + name(part));
}

bool check_insert(ModuleState& m, const Instruction& i) {
  if (m.type_id(i[4]) != i[1]) return m.fail(i, "composite " + name(i[4]) + " is not of the result's type");
  const Id part = walk(m, i, i[4], 5);
  if (part == 0) return false;
  return part == m.type_id(i[3]) || m.fail(i, "object " + name(i[3]) + " is not of the type of the part");
}

bool construct_vector(ModuleState& m, const Instruction& i, const Type& type) {
  uint32_t count = 0;
  for (uint32_t n = 3; n < i.size(); ++n) {
    const uint32_t shape = m.shape(i[n]);
    const Id scalar = count_of(shape) > 1 ? m.type_of(i[n]).element : m.type_id(i[n]);
    if (shape == 0 || scalar != type.element) {
      return m.fail(i, "constituent " + name(i[n]) + " is not of the type of the components");
    }
    count += count_of(shape);
  }
  return count == type.count || m.fail(i, "has " + decimal(count) + " components for " + decimal(type.count));
}

bool check_construct(ModuleState& m, const Instruction& i) {
  const Type& type = m.type(i[1]);
  if (type.base == Base::kVector) return construct_vector(m, i, type);
  if (type.base == Base::kCooperativeMatrix) {
    const bool is_one = i.size() == 4 && m.type_id(i[3]) == type.element;
    return is_one || m.fail(i, "does not have one constituent of the matrix' component type");
  }
  const bool has_parts =
      type.base == Base::kStruct || type.base == Base::kMatrix || type.base == Base::kArray;
  if (!has_parts) return m.fail(i, "result type " + name(i[1]) + " is not a composite");
  const bool knows_count = type.base != Base::kArray || type.count != 0;
  if (knows_count && i.size() - 3 != type.count) {
    return m.fail(i, "has " + decimal(i.size() - 3) + " constituents for " + decimal(type.count));
  }
  for (uint32_t n = 3; n < i.size(); ++n) {
    if (m.type_id(i[n]) != part_type(m, i[1], n - 3)) {
      return m.fail(i, "constituent " + name(i[n]) + " is not of the type of its part");
    }
  }
  return true;
}

bool check_shuffle(ModuleState& m, const Instruction& i) {
  constexpr uint32_t kNoComponent = 0xFFFFFFFF;
  const Type &type = m.type(i[1]), &first = m.type_of(i[3]), &second = m.type_of(i[4]);
  if (type.base != Base::kVector) return m.fail(i, "result type " + name(i[1]) + " is not a vector");
  for (uint32_t n = 3; n < 5; ++n) {
    if (m.type_of(i[n]).base != Base::kVector || m.type_of(i[n]).element != type.element) {
      return m.fail(i, "operand " + name(i[n]) + " is not a vector of the result's components");
    }
  }
  if (i.size() - 5 != type.count)
    return m.fail(i, "selects a different number of components than the result has");
  for (uint32_t n = 5; n < i.size(); ++n) {
    if (i[n] != kNoComponent && i[n] >= first.count + second.count) {
      return m.fail(i, "no such component: " + decimal(i[n]));
    }
  }
  return true;
}

bool check_extract_dynamic(ModuleState& m, const Instruction& i) {
  const Type& vector = m.type_of(i[3]);
  if (vector.base != Base::kVector) return m.fail(i, "operand " + name(i[3]) + " is not a vector");
  if (vector.element != i[1])
    return m.fail(i, "result type " + name(i[1]) + " is not that of the components");
  return is_integer_scalar(m.shape(i[4])) || m.fail(i, "index " + name(i[4]) + " is not an integer");
}

bool check_insert_dynamic(ModuleState& m, const Instruction& i) {
  const Type& vector = m.type(i[1]);
  if (vector.base != Base::kVector) return m.fail(i, "result type " + name(i[1]) + " is not a vector");
  if (m.type_id(i[3]) != i[1]) return m.fail(i, "vector " + name(i[3]) + " is not of the result's type");
  if (m.type_id(i[4]) != vector.element) return m.fail(i, "component " + name(i[4]) + " is of another type");
  return is_integer_scalar(m.shape(i[5])) || m.fail(i, "index " + name(i[5]) + " is not an integer");
}

}  // namespace

bool check_composite(ModuleState& m, const Instruction& i) {
  switch (i.row->rule) {
    case Rule::kConstruct:
      return check_construct(m, i);
    case Rule::kExtract:
      return check_extract(m, i);
    case Rule::kInsert:
      return check_insert(m, i);
    case Rule::kShuffle:
      return check_shuffle(m, i);
    case Rule::kExtractDynamic:
      return check_extract_dynamic(m, i);
    default:
      return check_insert_dynamic(m, i);
  }
}

}  // namespace trellis::module_check
