// A program's metadata, from its records, with the values that they refer to.
#pragma once

#include "dxil_frontend/record_reader/record_tables.hpp"
#include "dxil_frontend/record_reader/recorded_nodes.hpp"

namespace trellis::dxil {

class RecordedMetadata final : public RecordedNodes {
 public:
  /// `tables`: those used to decode the module. All arguments must outlive this object.
  RecordedMetadata(const RecordedCode& code, std::span<const uint8_t> bitcode, RecordTables& tables)
      : RecordedNodes(code, bitcode), tables_(tables) {}

  MetadataValue value(MetadataItem item) const override;
  TypeId struct_type(MetadataItem item) const override;

 private:
  RecordTables& tables_;
};

}  // namespace trellis::dxil
