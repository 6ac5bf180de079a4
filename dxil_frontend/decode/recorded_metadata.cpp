#include "dxil_frontend/decode/recorded_metadata.hpp"

#include <llvm/IR/GlobalVariable.h>

#include "dxil_frontend/bitcode_check/codes.hpp"

namespace trellis::dxil {

const llvm::Value* RecordedMetadata::value(MetadataItem item) const {
  if (const CodeRecord* found = constant(item)) {
    const bool is_nothing = found->code == bitcode::kConstUndef || found->code == bitcode::kConstPoison ||
                            found->code == bitcode::kConstNull;
    if (is_nothing) return nullptr;
  }
  return values().constant(record(item).value);
}

llvm::Type* RecordedMetadata::type(MetadataItem item) const {
  if (const CodeRecord* found = constant(item)) return values().llvm_type(found->type);
  const llvm::Constant* known = values().constant(record(item).value);
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(known);
  return variable != nullptr ? variable->getValueType() : known->getType();
}

}  // namespace trellis::dxil
