// The metadata that the bitcode check has recorded, with LLVM's values.
#pragma once

#include <optional>
#include <span>

#include "dxil_frontend/bitcode_check/recorded_code.hpp"
#include "dxil_frontend/decode/recorded_constants.hpp"
#include "dxil_frontend/decode/recorded_nodes.hpp"

namespace trellis::dxil {

/// Values and types are those of LLVM's module.
class RecordedMetadata final : public RecordedNodes {
 public:
  /// `code.metadata` must be complete; `bitcode` and `source` are what it was recorded of; `types` are
  /// LLVM's, by number. All arguments must outlive this.
  RecordedMetadata(const RecordedCode& code, std::span<const uint8_t> bitcode, const llvm::Module& source,
                   std::span<llvm::Type* const> types)
      : RecordedNodes(code, bitcode), source_(source), types_(types) {}

  const llvm::Value* value(MetadataItem value) const override;
  llvm::Type* type(MetadataItem value) const override;

 private:
  RecordedConstants& values() const {
    if (!values_) values_.emplace(code(), source_, types_);
    return *values_;
  }

  const llvm::Module& source_;
  std::span<llvm::Type* const> types_;
  mutable std::optional<RecordedConstants> values_;  ///< Made when a value is asked for.
};

}  // namespace trellis::dxil
