// Access to a module's metadata, independent of the reader that has read it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "dxil_frontend/program/ir.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

/// A node, string or value of a module's metadata, as a number that only its source can interpret; 0 for
/// none.
using MetadataItem = uintptr_t;

struct MetadataInteger {
  uint64_t bits = 0;   ///< Zero-extended.
  uint32_t width = 0;  ///< 1 to 64.
};

/// A value of the program that metadata refers to.
struct MetadataValue {
  bool is_nothing = true;  ///< Undefined, or a null pointer.
  bool is_function = false;
  uint32_t function = kNone;  ///< Index into Module::functions; kNone if it is not a function of the program.
  ValueId id = kNone;         ///< kNone if neither code nor globals use it.
};

/// The arguments must be items of this source, and not 0. Every query accepts items of any kind, and returns
/// an empty result for those it does not apply to. Only a program's metadata has values and types.
class MetadataSource {
 public:
  virtual ~MetadataSource() = default;

  /// Returns the number of nodes in a named list; 0 if there is no such list.
  virtual uint32_t list_size(std::string_view name) const = 0;
  /// `index` must be below list_size().
  virtual MetadataItem list_node(std::string_view name, uint32_t index) const = 0;

  /// Debug information nodes do not count: they belong to a DebugSource.
  virtual bool is_node(MetadataItem item) const = 0;
  /// Returns 0 for an item that is not a node.
  virtual uint32_t operand_count(MetadataItem node) const = 0;
  /// `index` must be below operand_count(). Returns 0 for a null operand.
  virtual MetadataItem operand(MetadataItem node, uint32_t index) const = 0;

  virtual std::optional<String> text(MetadataItem item) const = 0;
  virtual std::optional<MetadataInteger> integer(MetadataItem item) const = 0;
  /// Returns a 32-bit float.
  virtual std::optional<float> number(MetadataItem item) const = 0;
  virtual bool is_value(MetadataItem item) const = 0;
  virtual MetadataValue value(MetadataItem) const { return {}; }
  /// Returns the type of a value, which may be undefined, if it is a struct; for a global, the type of its
  /// contents. Adds the type to the module under construction. Returns kNone if it is not a struct.
  virtual TypeId struct_type(MetadataItem) const { return kNone; }
};

}  // namespace trellis::dxil
