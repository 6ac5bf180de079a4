// Writing of types in DebugSet.
#include <algorithm>

#include "spirv_backend/debug_info/debug_set.hpp"

namespace trellis::spirv {
namespace {

using dxil::DebugEncoding;
using dxil::DebugType;
using dxil::DebugTypeKind;

/// Returns the set's number of an encoding.
uint32_t encoding_number(DebugEncoding encoding) {
  switch (encoding) {
    case DebugEncoding::kBool:
      return 2;
    case DebugEncoding::kFloat:
      return 3;
    case DebugEncoding::kSigned:
      return 4;
    case DebugEncoding::kUnsigned:
      return 6;
    default:
      return 0;
  }
}

/// Returns HLSL's name of a scalar type: the compiler's front end reports C++ names.
String scalar_name(const DebugType& type) {
  if (type.encoding == DebugEncoding::kUnsigned && type.name == "unsigned int") return "uint";
  if (type.bits == 64 && type.encoding == DebugEncoding::kUnsigned) return "uint64_t";
  if (type.bits == 64 && type.encoding == DebugEncoding::kSigned) return "int64_t";
  if (type.bits == 16 && type.encoding == DebugEncoding::kUnsigned) return "uint16_t";
  if (type.bits == 16 && type.encoding == DebugEncoding::kSigned) return "int16_t";
  return type.name;
}

}  // namespace

// A type comes after the types it consists of, so the recursion is only as deep as types are nested.
Id DebugSet::type(uint32_t n) {
  if (n == dxil::kNone) return none();
  if (ids_.types[n] == 0) {
    const Id made = make_type(info_.types[n]);
    ids_.types[n] = made;
  }
  return ids_.types[n];
}

Id DebugSet::make_type(const DebugType& source) {
  switch (source.kind) {
    case DebugTypeKind::kBasic: {
      const Id name = text(scalar_name(source)), bits = number(static_cast<uint32_t>(source.bits));
      const Id encoding = number(encoding_number(source.encoding)), flags = number(0);
      return add(DebugOp::kTypeBasic, {name, bits, encoding, flags});
    }
    case DebugTypeKind::kVector: {
      const Id element = type(source.element), count = number(source.count);
      // HLSL has vectors of one component, the set does not.
      if (source.count == 1) return element;
      // The set has no vectors of more than four components either, which HLSL has since shader model 6.9: an
      // array has the same parts.
      constexpr uint32_t kMostComponents = 4;
      const bool is_long = source.count > kMostComponents;
      return add(is_long ? DebugOp::kTypeArray : DebugOp::kTypeVector, {element, count});
    }
    case DebugTypeKind::kMatrix: {
      const Id element = type(source.element), columns = number(source.count), rows = number(source.rows);
      const Id row = source.count == 1 ? element : add(DebugOp::kTypeVector, {element, columns});
      if (source.count == 1) {
        return source.rows == 1 ? element : add(DebugOp::kTypeVector, {element, rows});
      }
      if (source.rows == 1) return row;
      const Id is_column_major = builder_.constant_bool(false);
      return add(DebugOp::kTypeMatrix, {row, rows, is_column_major});
    }
    case DebugTypeKind::kArray: {
      const Id element = type(source.element), count = number(source.count);
      return add(DebugOp::kTypeArray, {element, count});
    }
    case DebugTypeKind::kStruct:
      return make_struct(source);
    case DebugTypeKind::kFunction:
      break;
  }
  return none();
}

Id DebugSet::make_struct(const DebugType& source) {
  const Id name = text(source.name);
  const DebugPosition at = position(source.file, source.line);
  const Id file = at.source, line = number(at.line), column = number(0), flags = number(0), tag = number(1);
  Vector<Id> members;
  for (const dxil::DebugMember& member : source.members) {
    const Id member_name = text(member.name), its_type = type(member.type);
    const Id member_line = number(position(source.file, member.line).line),
             offset = number(static_cast<uint32_t>(member.offset_bits));
    const Id bits = number(static_cast<uint32_t>(member.bits));
    members.push_back(
        add(DebugOp::kTypeMember, {member_name, its_type, file, member_line, column, offset, bits, flags}));
  }
  const Id parent = unit(), linkage_name = text("@" + source.name);
  const Id bits = number(static_cast<uint32_t>(source.bits));
  Vector<Id> operands{name, tag, file, line, column, parent, linkage_name, bits, flags};
  operands.insert(operands.end(), members.begin(), members.end());
  return add(DebugOp::kTypeComposite, operands);
}

Id DebugSet::function_type(uint32_t n) {
  const Id flags = number(0);
  const Id nothing = builder_.type_void();
  const bool is_known =
      n != dxil::kNone && std::all_of(info_.types[n].members.begin(), info_.types[n].members.end(),
                                      [](const dxil::DebugMember& p) { return p.type != dxil::kNone; });
  // If not all parameters are known, write none.
  if (!is_known) return add(DebugOp::kTypeFunction, {flags, nothing});
  if (ids_.types[n] != 0) return ids_.types[n];
  const DebugType& source = info_.types[n];
  const Id result = source.element == dxil::kNone ? nothing : type(source.element);
  Vector<Id> operands{flags, result};
  for (const dxil::DebugMember& parameter : source.members) operands.push_back(type(parameter.type));
  return ids_.types[n] = add(DebugOp::kTypeFunction, operands);
}

}  // namespace trellis::spirv
