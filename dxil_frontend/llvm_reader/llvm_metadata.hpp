// The metadata that LLVM has read.
#pragma once

#include "dxil_frontend/llvm_reader/llvm_tables.hpp"
#include "dxil_frontend/metadata/metadata_source.hpp"

namespace llvm {
class Metadata;
}

namespace trellis::dxil {

inline const llvm::Metadata* metadata_of(MetadataItem item) {
  return reinterpret_cast<const llvm::Metadata*>(item);
}
inline MetadataItem item_of(const llvm::Metadata* metadata) {
  return reinterpret_cast<MetadataItem>(metadata);
}

class LlvmMetadata final : public MetadataSource {
 public:
  /// `tables`: those used to decode the module; null if it is not decoded, and its metadata then has no
  /// values. Both arguments must outlive this object.
  explicit LlvmMetadata(const llvm::Module& source, LlvmTables* tables = nullptr)
      : source_(source), tables_(tables) {}

  uint32_t list_size(std::string_view name) const override;
  MetadataItem list_node(std::string_view name, uint32_t index) const override;
  bool is_node(MetadataItem item) const override;
  uint32_t operand_count(MetadataItem node) const override;
  MetadataItem operand(MetadataItem node, uint32_t index) const override;
  std::optional<String> text(MetadataItem item) const override;
  std::optional<MetadataInteger> integer(MetadataItem item) const override;
  std::optional<float> number(MetadataItem item) const override;
  bool is_value(MetadataItem item) const override;
  MetadataValue value(MetadataItem value) const override;
  TypeId struct_type(MetadataItem value) const override;
  /// Returns LLVM's type of a value; for a global, the type of its contents.
  llvm::Type* llvm_type(MetadataItem value) const;

 private:
  const llvm::Module& source_;
  LlvmTables* tables_;
};

}  // namespace trellis::dxil
