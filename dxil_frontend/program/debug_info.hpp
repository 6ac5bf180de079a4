// Debug information beyond source positions and value names: types, scopes, inlining, variables and the
// locations of their values. Plain data, read from DWARF-like metadata and checked: every index below refers
// to an element that exists, and no element refers to itself, directly or through others.
#pragma once

#include <cstdint>
#include <optional>

#include "cfg/graph.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

enum class DebugTypeKind : uint8_t { kBasic, kVector, kMatrix, kArray, kStruct, kFunction };
enum class DebugEncoding : uint8_t { kUnknown, kBool, kFloat, kSigned, kUnsigned };

/// A member of a struct, or a parameter type of a function.
struct DebugMember {
  String name;
  uint32_t type = cfg::kNone;  ///< Index into DebugInfo::types; kNone for a parameter of unknown type.
  uint32_t line = 0;           ///< 0 if unknown.
  uint64_t offset_bits = 0, bits = 0;  ///< Offset from the start of the struct, and size.
};

/// A type of the source. Types that only name another type (typedef, const, references) are replaced by that
/// type.
struct DebugType {
  DebugTypeKind kind = DebugTypeKind::kBasic;
  DebugEncoding encoding = DebugEncoding::kUnknown;  ///< kBasic only.
  String name;
  uint64_t bits = 0;
  uint32_t file = cfg::kNone;     ///< Index into Module::source_files.
  uint32_t line = 0;              ///< 0 if unknown.
  uint32_t element = cfg::kNone;  ///< Element type; kFunction: return type, kNone for void.
  uint32_t count = 0;             ///< kVector, kArray: number of elements. kMatrix: number of columns.
  uint32_t rows = 0;              ///< kMatrix: number of rows. The elements of a row are contiguous.
  Vector<DebugMember> members;    ///< kStruct: the members. kFunction: the parameters.
};

/// A function of the source, or a lexical block in one.
struct DebugScope {
  bool is_function = false;
  uint32_t parent = cfg::kNone;  ///< Index into DebugInfo::scopes; kNone: directly in the file.
  uint32_t file = cfg::kNone;    ///< Index into Module::source_files.
  uint32_t line = 0, column = 0;
  // Functions only:
  String name, linkage_name;
  uint32_t type = cfg::kNone;  ///< Index into DebugInfo::types.
  uint32_t body_line = 0;      ///< Line on which the function's body begins.
};

/// The call site of an inlined call.
struct DebugInlining {
  uint32_t line = 0;
  uint32_t scope = cfg::kNone;   ///< Index into DebugInfo::scopes.
  uint32_t caller = cfg::kNone;  ///< The enclosing inlined call, into DebugInfo::inlinings; or kNone.
};

/// The scope that code belongs to, and the call at which this copy of it was inlined.
struct DebugPlace {
  uint32_t scope = cfg::kNone;       ///< Index into DebugInfo::scopes.
  uint32_t inlined_at = cfg::kNone;  ///< Index into DebugInfo::inlinings.

  friend bool operator==(const DebugPlace&, const DebugPlace&) = default;
};

struct DebugVariable {
  String name;
  uint32_t type = cfg::kNone;   ///< Index into DebugInfo::types.
  uint32_t scope = cfg::kNone;  ///< Index into DebugInfo::scopes.
  uint32_t file = cfg::kNone;   ///< Index into Module::source_files.
  uint32_t line = 0;
  uint32_t argument = 0;  ///< Parameter number, from 1; 0 if the variable is not a parameter.
};

/// A global variable of the source.
struct DebugGlobal {
  String name, linkage_name;
  uint32_t type = cfg::kNone;
  uint32_t file = cfg::kNone;
  uint32_t line = 0;
  std::optional<uint64_t> constant;  ///< The value, if the variable was folded to a constant.
};

/// The value or memory that holds a variable, or a part of it, from an instruction on.
struct DebugBinding {
  enum class Kind : uint8_t {
    kValue,     ///< A local value of the function.
    kConstant,  ///< `constant`, of `constant_bits` bits.
    kMemory,    ///< The memory that a local pointer points to.
    kNothing,   ///< The value is no longer known.
  };
  Kind kind = Kind::kNothing;
  bool is_float = false;  ///< kConstant only.
  uint8_t constant_bits = 0;
  uint32_t value = cfg::kNone;  ///< A ValueId.
  uint64_t constant = 0;
  uint32_t variable = cfg::kNone;  ///< Index into DebugInfo::variables.
  DebugPlace place;                ///< The variable's scope, and the call that it was inlined at.
  uint64_t offset_bits = 0;        ///< Offset of the part in the variable.
  uint64_t bits = 0;               ///< Size of the part; 0: the whole variable.
};

/// The debug information of a module.
struct DebugInfo {
  String producer;
  Vector<String> arguments;  ///< Command line arguments of the compiler.
  uint32_t main_file = cfg::kNone;
  Vector<DebugType> types;  ///< A type comes after the types that it refers to.
  Vector<DebugScope> scopes;
  Vector<DebugInlining> inlinings;
  Vector<DebugPlace> places;
  Vector<DebugVariable> variables;
  Vector<DebugGlobal> globals;
};

}  // namespace trellis::dxil
