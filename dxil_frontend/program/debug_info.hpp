// What debug information says of the source beyond places and names: types, scopes, inlining, variables and
// where their values are. Plain data, read from DWARF-like metadata and checked: every number below refers to
// an element that exists, and nothing refers to itself in a circle.
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
  uint32_t type = cfg::kNone;          ///< Into DebugInfo::types; of parameters kNone: not known.
  uint32_t line = 0;                   ///< 0: not known.
  uint64_t offset_bits = 0, bits = 0;  ///< From where the struct begins.
};

/// A type of the source. Names that only stand for another type (typedef, const, references) are looked
/// through.
struct DebugType {
  DebugTypeKind kind = DebugTypeKind::kBasic;
  DebugEncoding encoding = DebugEncoding::kUnknown;  ///< kBasic.
  String name;
  uint64_t bits = 0;
  uint32_t file = cfg::kNone;  ///< Into Module::source_files.
  uint32_t line = 0;           ///< 0: not known.
  uint32_t element =
      cfg::kNone;      ///< kVector, kMatrix, kArray: a type. kFunction: what it returns; kNone: void.
  uint32_t count = 0;  ///< kVector, kArray: elements. kMatrix: columns.
  uint32_t rows = 0;   ///< kMatrix: a row's elements follow one another.
  Vector<DebugMember> members;  ///< kStruct; kFunction: parameters.
};

/// A function of the source, or a block in one.
struct DebugScope {
  bool is_function = false;
  uint32_t parent = cfg::kNone;  ///< Into DebugInfo::scopes; kNone: the file.
  uint32_t file = cfg::kNone;    ///< Into Module::source_files.
  uint32_t line = 0, column = 0;
  // Functions:
  String name, linkage_name;
  uint32_t type = cfg::kNone;  ///< Into DebugInfo::types.
  uint32_t body_line = 0;      ///< Where its body begins.
};

/// A call that was inlined: where it stands.
struct DebugInlining {
  uint32_t line = 0;
  uint32_t scope = cfg::kNone;   ///< Into DebugInfo::scopes.
  uint32_t caller = cfg::kNone;  ///< Into DebugInfo::inlinings: the call that the scope itself is inlined at.
};

/// Where code belongs: a scope, and the call that this copy of it was inlined at.
struct DebugPlace {
  uint32_t scope = cfg::kNone;       ///< Into DebugInfo::scopes.
  uint32_t inlined_at = cfg::kNone;  ///< Into DebugInfo::inlinings.

  friend bool operator==(const DebugPlace&, const DebugPlace&) = default;
};

struct DebugVariable {
  String name;
  uint32_t type = cfg::kNone;   ///< Into DebugInfo::types.
  uint32_t scope = cfg::kNone;  ///< Into DebugInfo::scopes.
  uint32_t file = cfg::kNone;   ///< Into Module::source_files.
  uint32_t line = 0;
  uint32_t argument = 0;  ///< From 1 on; 0: no parameter.
};

/// A variable outside functions.
struct DebugGlobal {
  String name, linkage_name;
  uint32_t type = cfg::kNone;
  uint32_t file = cfg::kNone;
  uint32_t line = 0;
  std::optional<uint64_t> constant;  ///< Its value, where that is all there is of it.
};

/// What a variable, or a part of it, is from a place on.
struct DebugBinding {
  enum class Kind : uint8_t {
    kValue,     ///< A local value of the function.
    kConstant,  ///< `constant`, of `constant_bits` bits.
    kMemory,    ///< What a local pointer points to, from here on.
    kNothing,   ///< Not known any more.
  };
  Kind kind = Kind::kNothing;
  bool is_float = false;  ///< kConstant.
  uint8_t constant_bits = 0;
  uint32_t value = cfg::kNone;  ///< A ValueId.
  uint64_t constant = 0;
  uint32_t variable = cfg::kNone;  ///< Into DebugInfo::variables.
  DebugPlace place;                ///< The variable's scope and its inlining.
  uint64_t offset_bits = 0;        ///< Where the part begins in the variable.
  uint64_t bits = 0;               ///< Size of the part; 0: all of the variable.
};

/// Of a module.
struct DebugInfo {
  String producer;
  Vector<String> arguments;  ///< Of the compiler.
  uint32_t main_file = cfg::kNone;
  Vector<DebugType> types;  ///< What a type refers to comes before it.
  Vector<DebugScope> scopes;
  Vector<DebugInlining> inlinings;
  Vector<DebugPlace> places;
  Vector<DebugVariable> variables;
  Vector<DebugGlobal> globals;
};

}  // namespace trellis::dxil
