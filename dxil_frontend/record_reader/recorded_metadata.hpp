// The metadata of a program, from its records, with the values they refer to.
#pragma once

#include "dxil_frontend/record_reader/record_tables.hpp"
#include "dxil_frontend/record_reader/recorded_nodes.hpp"

namespace trellis::dxil {

class RecordedMetadata final : public RecordedNodes {
 public:
  /// `tables`: those that the module is decoded with. All arguments must outlive this.
  RecordedMetadata(const RecordedCode& code, std::span<const uint8_t> bitcode, RecordTables& tables)
      : RecordedNodes(code, bitcode), tables_(tables) {}

  MetadataValue value(MetadataItem item) const override;
  TypeId struct_type(MetadataItem item) const override;

 private:
  RecordTables& tables_;
};

}  // namespace trellis::dxil
