// A module's debug information as plain nodes, independent of the reader that has read it.
#pragma once

#include <cstdint>
#include <optional>

#include "dxil_frontend/metadata/metadata_source.hpp"
#include "support/containers.hpp"
#include "support/pointer_map.hpp"

namespace trellis::dxil {

enum class DebugNode : uint8_t {
  kOther,
  kTuple,
  kFile,
  kUnit,
  kFunction,
  kBlock,       ///< A lexical block in a function.
  kOtherScope,  ///< Links a scope to the next one: a namespace, or a part of a block in another file.
  kLocation,
  kBasicType,
  kDerivedType,
  kCompositeType,
  kFunctionType,
  kRange,  ///< A dimension of an array.
  kTemplateArgument,
  kVariable,  ///< A local variable of a function.
  kGlobal,
  kExpression,
};

/// A reference from a node to another item.
enum class DebugLink : uint8_t {
  kName,
  kLinkageName,
  kFolder,
  kProducer,
  kFile,
  kScope,
  kInlinedAt,
  kType,       ///< Of derived types, arrays and enumerations: the base or element type.
  kElements,   ///< A tuple: members, dimensions, result and parameters, or a unit's globals.
  kArguments,  ///< The arguments of a template: a tuple.
};

enum class DebugNumber : uint8_t {
  kTag,  ///< DWARF's number.
  kLine,
  kColumn,
  kBodyLine,
  kBits,
  kOffset,    ///< In bits.
  kEncoding,  ///< DWARF's number.
  kArgument,  ///< From 1; 0 if the variable is not a parameter.
  kIsStatic,  ///< Whether a member is static.
  kCount,     ///< Number of elements of a range.
  kValue,     ///< Value of a template argument.
};

/// The source location of code.
struct DebugLocation {
  uint32_t line = 0, column = 0;
  MetadataItem scope = 0;  ///< 0: no location.
  MetadataItem inlined_at = 0;
};

/// The value that the program has for a variable.
struct DebugValue {
  enum class Kind : uint8_t {
    kOther,    ///< No number, or never computed.
    kNothing,  ///< Unknown, or no longer available.
    kLocal,
    kConstant,
  };
  Kind kind = Kind::kOther;
  bool is_float = false;  ///< kConstant only.
  uint8_t width = 0;      ///< kConstant: 1 to 64 bits.
  uint64_t constant = 0;  ///< kConstant: the bits of the value.
  ValueId local = kNone;  ///< kLocal: a local number with kLocalTag.
};

/// The arguments must be items of this source, or 0. Queries return 0 for the item 0, and for properties that
/// a node does not have. Nodes are unchecked: links may lead to any node, and may form cycles.
class DebugSource {
 public:
  virtual ~DebugSource() = default;
  /// `plain`: the texts, tuples and lists of the same module. It must outlive this object.
  explicit DebugSource(const MetadataSource& plain) : plain_(plain) {}

  virtual DebugNode kind(MetadataItem item) const = 0;
  virtual MetadataItem link(MetadataItem node, DebugLink link) const = 0;
  virtual uint64_t number(MetadataItem node, DebugNumber number) const = 0;
  /// Returns the elements in the form of current LLVM.
  virtual Vector<uint64_t> expression(MetadataItem node) const = 0;
  /// Returns the value of a global that is just a number.
  virtual std::optional<uint64_t> constant(MetadataItem global) const = 0;
  /// Returns the type that an item refers to: old bitcode may have an identifier in place of the node.
  virtual MetadataItem named_type(MetadataItem item) const { return item; }
  /// Returns a value of the function that has just been decoded.
  virtual DebugValue value(MetadataItem item) const = 0;

  const MetadataSource& plain() const { return plain_; }
  bool is(MetadataItem item, DebugNode node) const { return kind(item) == node; }
  String text(MetadataItem item) const { return item == 0 ? String() : plain_.text(item).value_or(String()); }
  String text(MetadataItem node, DebugLink to) const { return text(link(node, to)); }
  /// Returns 0 if the item is not a tuple.
  uint32_t count(MetadataItem tuple) const {
    return is(tuple, DebugNode::kTuple) ? plain_.operand_count(tuple) : 0;
  }
  MetadataItem element(MetadataItem tuple, uint32_t index) const { return plain_.operand(tuple, index); }
  /// Returns the line, column, scope and call site of a location.
  DebugLocation location(MetadataItem node) const {
    return {static_cast<uint32_t>(number(node, DebugNumber::kLine)),
            static_cast<uint32_t>(number(node, DebugNumber::kColumn)), link(node, DebugLink::kScope),
            link(node, DebugLink::kInlinedAt)};
  }

 private:
  const MetadataSource& plain_;
};

/// Maps items to numbers.
class ItemMap {
 public:
  static constexpr uint32_t kNone = PointerMap::kNone;
  /// Returns the number of the item, or kNone.
  uint32_t find(MetadataItem item) const { return map_.find(key(item)); }
  /// The item must not have a number yet.
  void insert(MetadataItem item, uint32_t number) { map_.insert(key(item), number); }
  void replace(MetadataItem item, uint32_t number) { map_.replace(key(item), number); }

 private:
  static const void* key(MetadataItem item) { return reinterpret_cast<const void*>(item); }
  PointerMap map_;
};

}  // namespace trellis::dxil
