#include "dxil_frontend/debug_info/debug_types.hpp"

#include "dxil_frontend/debug_info/debug_files.hpp"
#include "dxil_frontend/debug_info/dwarf.hpp"

namespace trellis::dxil {
namespace {

// No source nests types this deeply. The limit bounds recursion.
constexpr uint32_t kMostDepth = 64;
constexpr uint32_t kMostSteps = 16;  // Length of chains of typedefs.
constexpr uint32_t kMostMembers = 4096, kMostDimensions = 16;
constexpr uint64_t kMostBits = UINT32_MAX;  // Sizes are 32-bit constants.

DebugEncoding encoding_of(uint64_t encoding) {
  switch (encoding) {
    case dwarf::kBoolean:
      return DebugEncoding::kBool;
    case dwarf::kFloat:
      return DebugEncoding::kFloat;
    case dwarf::kSigned:
    case dwarf::kSignedChar:
      return DebugEncoding::kSigned;
    case dwarf::kUnsigned:
    case dwarf::kUnsignedChar:
      return DebugEncoding::kUnsigned;
    default:
      return DebugEncoding::kUnknown;
  }
}

/// Whether a derived type only renames its base type, or refers to it by address.
bool stands_for_base(uint64_t tag) {
  switch (tag) {
    case dwarf::kTypedef:
    case dwarf::kConstType:
    case dwarf::kVolatileType:
    case dwarf::kRestrictType:
    case dwarf::kReferenceType:
    case dwarf::kRvalueReferenceType:
      return true;
    default:
      return false;
  }
}

struct TemplateArguments {
  MetadataItem element = 0;
  uint32_t numbers[2] = {0, 0};  ///< element_count; or row_count and col_count.
};

TemplateArguments template_arguments(const DebugSource& source, MetadataItem type) {
  TemplateArguments found;
  const MetadataItem list = source.link(type, DebugLink::kArguments);
  const uint32_t count = source.count(list);
  for (uint32_t n = 0; n < count && n < 3; ++n) {
    const MetadataItem argument = source.element(list, n);
    if (!source.is(argument, DebugNode::kTemplateArgument)) continue;
    const String name = source.text(argument, DebugLink::kName);
    if (name == "element") found.element = source.link(argument, DebugLink::kType);
    const uint64_t value = source.number(argument, DebugNumber::kValue);
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

uint32_t DebugTypes::find(MetadataItem type, uint32_t depth) {
  constexpr uint32_t kBusy = 0, kUnknown = 1, kFirst = 2;
  for (uint32_t step = 0; step < kMostSteps; ++step) {
    if (!source_.is(type, DebugNode::kDerivedType)) break;
    if (!stands_for_base(source_.number(type, DebugNumber::kTag))) break;
    type = source_.link(type, DebugLink::kType);
  }
  if (type == 0) return cfg::kNone;
  const uint32_t known = numbers_.find(type);
  if (known == kBusy) return drop("a type contains itself");
  if (known != cfg::kNone) return known == kUnknown ? cfg::kNone : known - kFirst;
  if (depth == kMostDepth) return drop("types are nested too deeply");
  numbers_.insert(type, kBusy);
  const uint32_t made = make(type, depth + 1);
  numbers_.replace(type, made == cfg::kNone ? kUnknown : made + kFirst);
  return made;
}

uint32_t DebugTypes::find_object(MetadataItem type, uint32_t depth) {
  const uint32_t found = find(type, depth);
  if (found == cfg::kNone || info_.types[found].kind != DebugTypeKind::kFunction) return found;
  return drop("the type of a value is a function type");
}

uint32_t DebugTypes::make(MetadataItem source, uint32_t depth) {
  const uint64_t bits = source_.number(source, DebugNumber::kBits);
  switch (source_.kind(source)) {
    case DebugNode::kCompositeType:
      return bits > kMostBits ? drop("a type is too large") : make_composite(source, depth);
    case DebugNode::kFunctionType:
      return make_function(source, depth);
    case DebugNode::kBasicType: {
      if (bits > 64) return drop("a scalar type is too large");
      DebugType type;
      type.name = source_.text(source, DebugLink::kName);
      type.bits = bits;
      type.encoding = encoding_of(source_.number(source, DebugNumber::kEncoding));
      return add(std::move(type));
    }
    default:
      return drop("a type is of a kind that HLSL does not have");
  }
}

uint32_t DebugTypes::make_composite(MetadataItem source, uint32_t depth) {
  switch (source_.number(source, DebugNumber::kTag)) {
    case dwarf::kArrayType:
      return make_array(source, depth);
    case dwarf::kEnumerationType:
      return make_enumeration(source, depth);
    case dwarf::kClassType:
    case dwarf::kStructureType:
    case dwarf::kUnionType: {
      const String name = source_.text(source, DebugLink::kName);
      const bool is_vector = name.starts_with("vector<"), is_matrix = name.starts_with("matrix<");
      if (is_vector || is_matrix) return make_numbers(source, is_matrix, depth);
      return make_struct(source, depth);
    }
    default:
      return drop("a type is of a kind that HLSL does not have");
  }
}

uint32_t DebugTypes::make_enumeration(MetadataItem source, uint32_t depth) {
  const uint32_t base = find_object(source_.link(source, DebugLink::kType), depth);
  if (base != cfg::kNone) return base;
  DebugType type;
  type.name = source_.text(source, DebugLink::kName);
  type.bits = source_.number(source, DebugNumber::kBits);
  type.encoding = DebugEncoding::kSigned;
  if (type.bits > 64) return drop("a scalar type is too large");
  return add(std::move(type));
}

// Makes one type for each dimension, starting with the innermost one.
uint32_t DebugTypes::make_array(MetadataItem source, uint32_t depth) {
  const uint32_t element = find_object(source_.link(source, DebugLink::kType), depth);
  if (element == cfg::kNone) return drop("the elements of an array have an unknown type");
  const MetadataItem dimensions = source_.link(source, DebugLink::kElements);
  const uint32_t count = source_.count(dimensions);
  if (count == 0 || count > kMostDimensions) return drop("an array has unreadable dimensions");
  uint32_t inner = element;
  for (uint32_t n = count; n-- > 0;) {
    const MetadataItem range = source_.element(dimensions, n);
    const bool is_range = source_.is(range, DebugNode::kRange);
    const uint64_t length = is_range ? source_.number(range, DebugNumber::kCount) : 0;
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

uint32_t DebugTypes::make_numbers(MetadataItem source, bool is_matrix, uint32_t depth) {
  const TemplateArguments arguments = template_arguments(source_, source);
  DebugType type;
  type.element = find(arguments.element, depth);
  if (type.element == cfg::kNone || info_.types[type.element].kind != DebugTypeKind::kBasic) {
    return drop("the elements of a vector or matrix are not numbers");
  }
  type.kind = is_matrix ? DebugTypeKind::kMatrix : DebugTypeKind::kVector;
  type.name = source_.text(source, DebugLink::kName);
  type.rows = is_matrix ? arguments.numbers[0] : 0;
  type.count = arguments.numbers[is_matrix ? 1 : 0];
  const uint32_t all = is_matrix ? type.rows * type.count : type.count;
  if (all == 0 || (is_matrix && (type.rows > 4 || type.count > 4))) {
    return drop("a vector or matrix has no element count");
  }
  type.bits = all * info_.types[type.element].bits;
  return add(std::move(type));
}

/// Returns false if it is not a data member, or cannot be read.
bool DebugTypes::read_member(MetadataItem source, uint32_t depth, DebugMember& member) {
  if (!source_.is(source, DebugNode::kDerivedType)) return false;  // Methods, for example.
  const uint64_t tag = source_.number(source, DebugNumber::kTag);
  const bool is_base = tag == dwarf::kInheritance;
  if (tag != dwarf::kMember && !is_base) return false;
  if (source_.number(source, DebugNumber::kIsStatic) != 0) return false;
  member.type = find_object(source_.link(source, DebugLink::kType), depth);
  if (member.type == cfg::kNone) return false;
  member.name = is_base ? info_.types[member.type].name : source_.text(source, DebugLink::kName);
  member.line = static_cast<uint32_t>(source_.number(source, DebugNumber::kLine));
  member.offset_bits = source_.number(source, DebugNumber::kOffset);
  member.bits = info_.types[member.type].bits;
  if (member.offset_bits <= kMostBits) return true;
  left_out_.add("a member lies outside its struct");
  return false;
}

uint32_t DebugTypes::make_struct(MetadataItem source, uint32_t depth) {
  DebugType type;
  type.kind = DebugTypeKind::kStruct;
  type.name = source_.text(source, DebugLink::kName);
  type.bits = source_.number(source, DebugNumber::kBits);
  type.file = files_.find(source_.link(source, DebugLink::kFile));
  type.line = static_cast<uint32_t>(source_.number(source, DebugNumber::kLine));
  const MetadataItem elements = source_.link(source, DebugLink::kElements);
  const uint32_t count = source_.count(elements);
  if (count > kMostMembers) return drop("a struct has too many members");
  for (uint32_t n = 0; n < count; ++n) {
    DebugMember member;
    if (read_member(source_.element(elements, n), depth, member)) type.members.push_back(std::move(member));
  }
  return add(std::move(type));
}

uint32_t DebugTypes::make_function(MetadataItem source, uint32_t depth) {
  DebugType type;
  type.kind = DebugTypeKind::kFunction;
  const MetadataItem types = source_.link(source, DebugLink::kElements);
  const uint32_t count = source_.count(types);
  if (count > kMostMembers) return drop("a function has too many parameters");
  for (uint32_t n = 0; n < count; ++n) {
    const uint32_t found = find_object(source_.named_type(source_.element(types, n)), depth);
    if (n == 0) type.element = found;
    if (n != 0) type.members.push_back({{}, found, 0, 0, 0});
  }
  return add(std::move(type));
}

}  // namespace trellis::dxil
