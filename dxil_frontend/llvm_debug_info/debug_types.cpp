#include "dxil_frontend/llvm_debug_info/debug_types.hpp"

#include <llvm/BinaryFormat/Dwarf.h>

#include "dxil_frontend/llvm_debug_info/debug_files.hpp"
#include "dxil_frontend/llvm_debug_info/node_operands.hpp"

namespace trellis::dxil {
namespace {

// Deeper nesting than any source has: recursion ends here.
constexpr uint32_t kMostDepth = 64;
constexpr uint32_t kMostSteps = 16;  // Of typedefs of typedefs.
constexpr uint32_t kMostMembers = 4096, kMostDimensions = 16;
constexpr uint64_t kMostBits = UINT32_MAX;  // Sizes are 32-bit constants.

DebugEncoding encoding_of(unsigned dwarf) {
  switch (dwarf) {
    case llvm::dwarf::DW_ATE_boolean:
      return DebugEncoding::kBool;
    case llvm::dwarf::DW_ATE_float:
      return DebugEncoding::kFloat;
    case llvm::dwarf::DW_ATE_signed:
    case llvm::dwarf::DW_ATE_signed_char:
      return DebugEncoding::kSigned;
    case llvm::dwarf::DW_ATE_unsigned:
    case llvm::dwarf::DW_ATE_unsigned_char:
      return DebugEncoding::kUnsigned;
    default:
      return DebugEncoding::kUnknown;
  }
}

/// Whether a derived type is the type it is derived from by another name, or through an address.
bool stands_for_base(const llvm::DIDerivedType& type) {
  switch (type.getTag()) {
    case llvm::dwarf::DW_TAG_typedef:
    case llvm::dwarf::DW_TAG_const_type:
    case llvm::dwarf::DW_TAG_volatile_type:
    case llvm::dwarf::DW_TAG_restrict_type:
    case llvm::dwarf::DW_TAG_reference_type:
    case llvm::dwarf::DW_TAG_rvalue_reference_type:
      return true;
    default:
      return false;
  }
}

struct TemplateArguments {
  const llvm::Metadata* element = nullptr;
  uint32_t numbers[2] = {0, 0};  ///< element_count; or row_count, col_count.
};

TemplateArguments template_arguments(const llvm::DICompositeType& source) {
  TemplateArguments found;
  const auto* list = node_at<llvm::MDTuple>(source, type_operand::kTemplate);
  const unsigned count = list == nullptr ? 0 : list->getNumOperands();
  for (unsigned n = 0; n < count && n < 3; ++n) {
    constexpr unsigned kName = 0, kType = 1, kValue = 2;
    const auto* parameter = node_at<llvm::DITemplateParameter>(*list, n);
    if (parameter == nullptr) continue;
    const std::string_view name = text_at(*parameter, kName);
    if (name == "element") found.element = operand_of(*parameter, kType);
    const uint64_t value = number_at(*parameter, kValue).value_or(0);
    if (value > 1024) continue;  // The longest vector of shader model 6.9.
    if (name == "element_count" || name == "row_count") found.numbers[0] = static_cast<uint32_t>(value);
    if (name == "col_count") found.numbers[1] = static_cast<uint32_t>(value);
  }
  return found;
}

}  // namespace

uint32_t DebugTypes::add(DebugType type) {
  info_.types.push_back(std::move(type));
  return static_cast<uint32_t>(info_.types.size() - 1);
}

uint32_t DebugTypes::find(const llvm::Metadata* type, uint32_t depth) {
  constexpr uint32_t kBusy = 0, kUnknown = 1, kFirst = 2;
  for (uint32_t step = 0; step < kMostSteps; ++step) {
    const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type);
    if (derived == nullptr || !stands_for_base(*derived)) break;
    type = operand_of(*derived, type_operand::kBase);
  }
  if (type == nullptr) return cfg::kNone;
  const uint32_t known = numbers_.find(type);
  if (known == kBusy) return drop("a type contains itself");
  if (known != cfg::kNone) return known == kUnknown ? cfg::kNone : known - kFirst;
  if (depth == kMostDepth) return drop("types are nested too deeply");
  numbers_.insert(type, kBusy);
  const uint32_t made = make(type, depth + 1);
  numbers_.replace(type, made == cfg::kNone ? kUnknown : made + kFirst);
  return made;
}

uint32_t DebugTypes::find_object(const llvm::Metadata* type, uint32_t depth) {
  const uint32_t found = find(type, depth);
  if (found == cfg::kNone || info_.types[found].kind != DebugTypeKind::kFunction) return found;
  return drop("the type of a value is a function type");
}

uint32_t DebugTypes::make(const llvm::Metadata* source, uint32_t depth) {
  if (const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(source)) {
    if (composite->getSizeInBits() > kMostBits) return drop("a type is too large");
    return make_composite(*composite, depth);
  }
  if (const auto* function = llvm::dyn_cast<llvm::DISubroutineType>(source)) {
    return make_function(*function, depth);
  }
  const auto* basic = llvm::dyn_cast<llvm::DIBasicType>(source);
  if (basic == nullptr) return drop("a type is of a kind that HLSL does not have");
  if (basic->getSizeInBits() > 64) return drop("a scalar type is too large");
  DebugType type;
  type.name = text_at(*basic, type_operand::kName);
  type.bits = basic->getSizeInBits();
  type.encoding = encoding_of(basic->getEncoding());
  return add(std::move(type));
}

uint32_t DebugTypes::make_composite(const llvm::DICompositeType& source, uint32_t depth) {
  switch (source.getTag()) {
    case llvm::dwarf::DW_TAG_array_type:
      return make_array(source, depth);
    case llvm::dwarf::DW_TAG_enumeration_type: {
      const uint32_t base = find_object(operand_of(source, type_operand::kBase), depth);
      if (base != cfg::kNone) return base;
      DebugType type;
      type.name = text_at(source, type_operand::kName);
      type.bits = source.getSizeInBits();
      type.encoding = DebugEncoding::kSigned;
      if (type.bits > 64) return drop("a scalar type is too large");
      return add(std::move(type));
    }
    case llvm::dwarf::DW_TAG_class_type:
    case llvm::dwarf::DW_TAG_structure_type:
    case llvm::dwarf::DW_TAG_union_type: {
      const std::string_view name = text_at(source, type_operand::kName);
      const bool is_vector = name.starts_with("vector<"), is_matrix = name.starts_with("matrix<");
      if (is_vector || is_matrix) return make_numbers(source, is_matrix, depth);
      return make_struct(source, depth);
    }
    default:
      return drop("a type is of a kind that HLSL does not have");
  }
}

// One type a dimension: the innermost first.
uint32_t DebugTypes::make_array(const llvm::DICompositeType& source, uint32_t depth) {
  const uint32_t element = find_object(operand_of(source, type_operand::kBase), depth);
  if (element == cfg::kNone) return drop("the elements of an array have an unknown type");
  const auto* dimensions = node_at<llvm::MDTuple>(source, type_operand::kElements);
  const unsigned count = dimensions == nullptr ? 0 : dimensions->getNumOperands();
  if (count == 0 || count > kMostDimensions) return drop("an array has unreadable dimensions");
  uint32_t inner = element;
  for (unsigned n = count; n-- > 0;) {
    constexpr unsigned kCount = 0;
    const auto* range = node_at<llvm::DISubrange>(*dimensions, n);
    const uint64_t length = range == nullptr ? 0 : number_at(*range, kCount).value_or(0);
    const uint64_t bits = info_.types[inner].bits;
    if (length > UINT32_MAX || (bits != 0 && length > kMostBits / bits)) return drop("an array is too large");
    if (length == 0) return drop("an array has no known length");
    DebugType type;
    type.kind = DebugTypeKind::kArray;
    type.element = inner;
    type.count = static_cast<uint32_t>(length);
    type.bits = length * bits;
    inner = add(std::move(type));
  }
  return inner;
}

uint32_t DebugTypes::make_numbers(const llvm::DICompositeType& source, bool is_matrix, uint32_t depth) {
  const TemplateArguments arguments = template_arguments(source);
  DebugType type;
  type.element = find(arguments.element, depth);
  if (type.element == cfg::kNone || info_.types[type.element].kind != DebugTypeKind::kBasic) {
    return drop("the elements of a vector or matrix are not numbers");
  }
  type.kind = is_matrix ? DebugTypeKind::kMatrix : DebugTypeKind::kVector;
  type.name = text_at(source, type_operand::kName);
  type.rows = is_matrix ? arguments.numbers[0] : 0;
  type.count = arguments.numbers[is_matrix ? 1 : 0];
  const uint32_t all = is_matrix ? type.rows * type.count : type.count;
  if (all == 0 || (is_matrix && (type.rows > 4 || type.count > 4))) {
    return drop("a vector or matrix has no element count");
  }
  type.bits = all * info_.types[type.element].bits;
  return add(std::move(type));
}

uint32_t DebugTypes::make_struct(const llvm::DICompositeType& source, uint32_t depth) {
  DebugType type;
  type.kind = DebugTypeKind::kStruct;
  type.name = text_at(source, type_operand::kName);
  type.bits = source.getSizeInBits();
  type.file = files_.find(operand_of(source, type_operand::kFile));
  type.line = source.getLine();
  const auto* elements = node_at<llvm::MDTuple>(source, type_operand::kElements);
  const unsigned count = elements == nullptr ? 0 : elements->getNumOperands();
  if (count > kMostMembers) return drop("a struct has too many members");
  for (unsigned n = 0; n < count; ++n) {
    const auto* element = node_at<llvm::DIDerivedType>(*elements, n);
    if (element == nullptr) continue;  // A method.
    const bool is_base = element->getTag() == llvm::dwarf::DW_TAG_inheritance;
    if (element->getTag() != llvm::dwarf::DW_TAG_member && !is_base) continue;
    if (element->isStaticMember()) continue;
    DebugMember member;
    member.type = find_object(operand_of(*element, type_operand::kBase), depth);
    if (member.type == cfg::kNone) continue;
    member.name = is_base ? info_.types[member.type].name : String(text_at(*element, type_operand::kName));
    member.line = element->getLine();
    member.offset_bits = element->getOffsetInBits();
    member.bits = info_.types[member.type].bits;
    if (member.offset_bits > kMostBits) {
      left_out_.add("a member lies outside its struct");
      continue;
    }
    type.members.push_back(std::move(member));
  }
  return add(std::move(type));
}

uint32_t DebugTypes::make_function(const llvm::DISubroutineType& source, uint32_t depth) {
  DebugType type;
  type.kind = DebugTypeKind::kFunction;
  const auto* types = node_at<llvm::MDTuple>(source, type_operand::kBase);
  const unsigned count = types == nullptr ? 0 : types->getNumOperands();
  if (count > kMostMembers) return drop("a function has too many parameters");
  for (unsigned n = 0; n < count; ++n) {
    const uint32_t found = find_object(operand_of(*types, n), depth);
    if (n == 0) type.element = found;
    if (n != 0) type.members.push_back({{}, found, 0, 0, 0});
  }
  return add(std::move(type));
}

}  // namespace trellis::dxil
