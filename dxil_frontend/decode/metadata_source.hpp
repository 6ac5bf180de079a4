// The metadata of a module, wherever it was read: by LLVM, or by the bitcode check.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "support/containers.hpp"

namespace llvm {
class Type;
class Value;
}  // namespace llvm

namespace trellis::dxil {

/// A node, string or value of a module's metadata, as a number that only its source can interpret; 0: none.
using MetadataItem = uintptr_t;

struct MetadataInteger {
  uint64_t bits = 0;   ///< Zero-extended.
  uint32_t width = 0;  ///< 1 to 64.
};

/// Items given to it must be its own, and not 0. Each may be asked for anything: what it is not, it does not
/// have. Values and types are LLVM's, of a program's metadata: other sources have none.
class MetadataSource {
 public:
  virtual ~MetadataSource() = default;

  /// The number of nodes in a list that has a name; 0 if there is no such list.
  virtual uint32_t list_size(std::string_view name) const = 0;
  /// `index` is below the size.
  virtual MetadataItem list_node(std::string_view name, uint32_t index) const = 0;

  virtual bool is_node(MetadataItem item) const = 0;
  virtual uint32_t operand_count(MetadataItem node) const = 0;
  /// `index` is below the count. Operands may be missing.
  virtual MetadataItem operand(MetadataItem node, uint32_t index) const = 0;

  virtual std::optional<String> text(MetadataItem item) const = 0;
  virtual std::optional<MetadataInteger> integer(MetadataItem item) const = 0;
  /// A number of 32 bits.
  virtual std::optional<float> number(MetadataItem item) const = 0;
  virtual bool is_value(MetadataItem item) const = 0;
  /// Null if the value is undefined or a null pointer.
  virtual const llvm::Value* value(MetadataItem) const { return nullptr; }
  /// The type of a value, undefined ones included: of a global, of what it holds.
  virtual llvm::Type* type(MetadataItem) const { return nullptr; }
};

}  // namespace trellis::dxil
