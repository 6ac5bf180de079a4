// The metadata that the bitcode check has recorded.
#pragma once

#include <optional>
#include <span>

#include "dxil_frontend/bitcode_check/recorded_code.hpp"
#include "dxil_frontend/decode/metadata_source.hpp"
#include "dxil_frontend/decode/recorded_constants.hpp"

namespace trellis::dxil {

/// Values and types are those of LLVM's module.
class RecordedMetadata final : public MetadataSource {
 public:
  /// `code.metadata` must be complete; `bitcode` and `source` are what it was recorded of; `types` are
  /// LLVM's, by number. All arguments must outlive this.
  RecordedMetadata(const RecordedCode& code, std::span<const uint8_t> bitcode, const llvm::Module& source,
                   std::span<llvm::Type* const> types)
      : code_(code), bitcode_(bitcode), source_(source), types_(types) {}

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
  RecordedConstants& values() const {
    if (!values_) values_.emplace(code_, source_, types_);
    return *values_;
  }
  const MetadataRecord& record(MetadataItem item) const { return code_.metadata.records[item - 1]; }
  /// Null if the item is no constant.
  const CodeRecord* constant(MetadataItem item) const;

  const RecordedCode& code_;
  std::span<const uint8_t> bitcode_;
  const llvm::Module& source_;
  std::span<llvm::Type* const> types_;
  mutable std::optional<RecordedConstants> values_;  ///< Made when a value is asked for.
};

}  // namespace trellis::dxil
