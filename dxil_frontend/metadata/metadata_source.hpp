// The metadata of a module, whichever reader has it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "dxil_frontend/program/ir.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

/// A node, string or value of a module's metadata, as a number that only its source can interpret; 0: none.
using MetadataItem = uintptr_t;

struct MetadataInteger {
  uint64_t bits = 0;   ///< Zero-extended.
  uint32_t width = 0;  ///< 1 to 64.
};

/// A value of the program that metadata refer to.
struct MetadataValue {
  bool is_nothing = true;  ///< Undefined, or a null pointer.
  bool is_function = false;
  uint32_t function = kNone;  ///< Into Module::functions; kNone: not a function of the program.
  ValueId id = kNone;         ///< kNone: neither code nor globals use it.
};

/// Items given to it must be its own, and not 0. Each may be asked for anything: what it is not, it does not
/// have. Only a program's metadata have values and types.
class MetadataSource {
 public:
  virtual ~MetadataSource() = default;

  /// The number of nodes in a list that has a name; 0 if there is no such list.
  virtual uint32_t list_size(std::string_view name) const = 0;
  /// `index` is below the size.
  virtual MetadataItem list_node(std::string_view name, uint32_t index) const = 0;

  /// Nodes of debug information are none: they are a DebugSource's.
  virtual bool is_node(MetadataItem item) const = 0;
  /// 0 of what is no node.
  virtual uint32_t operand_count(MetadataItem node) const = 0;
  /// `index` is below the count. Operands may be missing.
  virtual MetadataItem operand(MetadataItem node, uint32_t index) const = 0;

  virtual std::optional<String> text(MetadataItem item) const = 0;
  virtual std::optional<MetadataInteger> integer(MetadataItem item) const = 0;
  /// A number of 32 bits.
  virtual std::optional<float> number(MetadataItem item) const = 0;
  virtual bool is_value(MetadataItem item) const = 0;
  virtual MetadataValue value(MetadataItem) const { return {}; }
  /// The type of a value, undefined ones included, if it is a struct; of a global, of what it holds. Adds the
  /// type to the module that is being built. kNone: it is no struct.
  virtual TypeId struct_type(MetadataItem) const { return kNone; }
};

}  // namespace trellis::dxil
