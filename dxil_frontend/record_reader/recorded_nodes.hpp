// A module's metadata, from its records: nodes, texts and numbers.
#pragma once

#include <optional>
#include <span>

#include "dxil_frontend/bitcode/codes.hpp"
#include "dxil_frontend/bitcode/recorded_code.hpp"
#include "dxil_frontend/metadata/metadata_source.hpp"

namespace trellis::dxil {

/// Has no values; RecordedMetadata adds those of a program.
class RecordedNodes : public MetadataSource {
 public:
  /// `code.metadata` must be complete; `bitcode` is the bitcode that it was recorded from. Both must outlive
  /// this object.
  RecordedNodes(const RecordedCode& code, std::span<const uint8_t> bitcode)
      : code_(code), bitcode_(bitcode) {}

  uint32_t list_size(std::string_view name) const override;
  MetadataItem list_node(std::string_view name, uint32_t index) const override;
  bool is_node(MetadataItem item) const override;
  uint32_t operand_count(MetadataItem node) const override;
  MetadataItem operand(MetadataItem node, uint32_t index) const override;
  std::optional<String> text(MetadataItem item) const override;
  std::optional<MetadataInteger> integer(MetadataItem item) const override;
  std::optional<float> number(MetadataItem item) const override;
  bool is_value(MetadataItem item) const override;

  const RecordedCode& code() const { return code_; }
  const MetadataRecord& record(MetadataItem item) const { return code_.metadata.records[item - 1]; }
  /// Returns null if the item is not a constant. Inline, because most metadata are integers.
  const CodeRecord* constant(MetadataItem item) const {
    const MetadataRecord& node = record(item);
    // A function's metadata may refer to constants of the function, which are not module values.
    if (node.code != bitcode::kMdValue || node.value >= code_.values.size()) return nullptr;
    const RecordedValue& value = code_.values[node.value];
    return value.kind == RecordedValue::kConstant ? &code_.constants[value.index] : nullptr;
  }

 private:
  const RecordedCode& code_;
  std::span<const uint8_t> bitcode_;
};

}  // namespace trellis::dxil
