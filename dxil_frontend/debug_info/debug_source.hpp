// The debug information of a module as plain nodes, whichever reader has it.
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
  kBlock,       ///< Of a function's source.
  kOtherScope,  ///< Stands between a scope and the next one: a namespace, or a part of a block in another
                ///< file.
  kLocation,
  kBasicType,
  kDerivedType,
  kCompositeType,
  kFunctionType,
  kRange,  ///< A dimension of an array.
  kTemplateArgument,
  kVariable,  ///< Of a function.
  kGlobal,
  kExpression,
};

/// What a node refers to.
enum class DebugLink : uint8_t {
  kName,
  kLinkageName,
  kFolder,
  kProducer,
  kFile,
  kScope,
  kInlinedAt,
  kType,       ///< Of derived types, arrays and enumerations: the one that they are made of.
  kElements,   ///< A tuple: members, dimensions, types of a function's result and parameters, a unit's
               ///< globals.
  kArguments,  ///< Of a template: a tuple.
};

enum class DebugNumber : uint8_t {
  kTag,  ///< As DWARF has it.
  kLine,
  kColumn,
  kBodyLine,
  kBits,
  kOffset,    ///< In bits.
  kEncoding,  ///< As DWARF has it.
  kArgument,  ///< From 1 on; 0: no parameter.
  kIsStatic,  ///< A member.
  kCount,     ///< Of a range.
  kValue,     ///< Of a template argument.
};

/// Where code was written.
struct DebugLocation {
  uint32_t line = 0, column = 0;
  MetadataItem scope = 0;  ///< 0: there is no location.
  MetadataItem inlined_at = 0;
};

/// What the program has as a variable's value.
struct DebugValue {
  enum class Kind : uint8_t {
    kOther,    ///< Something that is no number, or never computed.
    kNothing,  ///< It is not known, or gone.
    kLocal,
    kConstant,
  };
  Kind kind = Kind::kOther;
  bool is_float = false;  ///< kConstant.
  uint8_t width = 0;      ///< kConstant: in bits, 1 to 64.
  uint64_t constant = 0;  ///< kConstant: its bits.
  ValueId local = kNone;  ///< kLocal: a local number with kLocalTag.
};

/// Items given to it must be its own; of 0, and of what a node does not have, it says nothing: 0. Nothing is
/// certain of a node but that it exists: links may lead anywhere, and in circles.
class DebugSource {
 public:
  virtual ~DebugSource() = default;
  /// `plain`: the texts, tuples and lists of the same module. It must outlive this.
  explicit DebugSource(const MetadataSource& plain) : plain_(plain) {}

  virtual DebugNode kind(MetadataItem item) const = 0;
  virtual MetadataItem link(MetadataItem node, DebugLink link) const = 0;
  virtual uint64_t number(MetadataItem node, DebugNumber number) const = 0;
  /// Elements as today's LLVM has them.
  virtual Vector<uint64_t> expression(MetadataItem node) const = 0;
  /// The value of a global that is nothing but a number.
  virtual std::optional<uint64_t> constant(MetadataItem global) const = 0;
  /// A type that something names: old bitcode may have an identifier in its place.
  virtual MetadataItem named_type(MetadataItem item) const { return item; }
  /// Of the function that has just been decoded.
  virtual DebugValue value(MetadataItem item) const = 0;

  const MetadataSource& plain() const { return plain_; }
  bool is(MetadataItem item, DebugNode node) const { return kind(item) == node; }
  String text(MetadataItem item) const { return item == 0 ? String() : plain_.text(item).value_or(String()); }
  String text(MetadataItem node, DebugLink to) const { return text(link(node, to)); }
  /// 0 of what is no tuple.
  uint32_t count(MetadataItem tuple) const {
    return is(tuple, DebugNode::kTuple) ? plain_.operand_count(tuple) : 0;
  }
  MetadataItem element(MetadataItem tuple, uint32_t index) const { return plain_.operand(tuple, index); }
  /// The line, the column and so on of a location.
  DebugLocation location(MetadataItem node) const {
    return {static_cast<uint32_t>(number(node, DebugNumber::kLine)),
            static_cast<uint32_t>(number(node, DebugNumber::kColumn)), link(node, DebugLink::kScope),
            link(node, DebugLink::kInlinedAt)};
  }

 private:
  const MetadataSource& plain_;
};

/// From items to numbers.
class ItemMap {
 public:
  static constexpr uint32_t kNone = PointerMap::kNone;
  /// The number of the item, or kNone.
  uint32_t find(MetadataItem item) const { return map_.find(key(item)); }
  /// For one that has none yet.
  void insert(MetadataItem item, uint32_t number) { map_.insert(key(item), number); }
  void replace(MetadataItem item, uint32_t number) { map_.replace(key(item), number); }

 private:
  static const void* key(MetadataItem item) { return reinterpret_cast<const void*>(item); }
  PointerMap map_;
};

}  // namespace trellis::dxil
