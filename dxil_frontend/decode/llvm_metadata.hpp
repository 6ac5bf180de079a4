// The metadata that LLVM has read.
#pragma once

#include "dxil_frontend/decode/metadata_source.hpp"

namespace llvm {
class Module;
}

namespace trellis::dxil {

class LlvmMetadata final : public MetadataSource {
 public:
  /// The module must outlive this.
  explicit LlvmMetadata(const llvm::Module& source) : source_(source) {}

  uint32_t list_size(std::string_view name) const override;
  MetadataItem list_node(std::string_view name, uint32_t index) const override;
  bool is_node(MetadataItem item) const override;
  uint32_t operand_count(MetadataItem node) const override;
  MetadataItem operand(MetadataItem node, uint32_t index) const override;
  std::optional<String> text(MetadataItem item) const override;
  std::optional<MetadataInteger> integer(MetadataItem item) const override;
  std::optional<float> number(MetadataItem item) const override;
  bool is_value(MetadataItem item) const override;
  const llvm::Value* value(MetadataItem value) const override;
  llvm::Type* type(MetadataItem value) const override;

 private:
  const llvm::Module& source_;
};

}  // namespace trellis::dxil
