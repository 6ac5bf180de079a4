#include "dxil_frontend/decode/recorded_values.hpp"

#include <llvm/IR/Constants.h>

namespace trellis::dxil {

RecordedValues::RecordedValues(const RecordedCode& code, const llvm::Module& source,
                               std::span<llvm::Type* const> types, ModuleTables& tables)
    : RecordedConstants(code, source, types), tables_(tables) {
  type_ids_.assign(code.types.size(), kNone);
  slots_.reserve(code.values.size() + code.records.size());
}

void RecordedValues::enter(const RecordedFunction& function, uint32_t argument_count) {
  slots_.resize(module_values_);
  for (uint32_t i = 0; i < argument_count; ++i) slots_.emplace_back().id = i | kLocalTag;
  for (uint32_t i = 0; i < function.constant_count; ++i) {
    slots_.emplace_back().record = function.first_constant + i;
  }
  first_result_ = static_cast<uint32_t>(slots_.size());
}

ValueId RecordedValues::find(uint32_t number) {
  // Names of names form a cycle only in unreachable code. The steps are bounded all the same.
  uint32_t original = number;
  for (uint32_t steps = 0; slots_[original].alias != kNone; ++steps) {
    if (steps == 1u << 20) return kNone;
    original = slots_[original].alias;
  }
  ValueId& id = slots_[original].id;
  if (id == kNone) {
    llvm::Value* source = slots_[original].source;
    if (source == nullptr) source = constant(original);
    if (source == nullptr) return kNone;
    id = tables_.value(source);
  }
  slots_[number].id = id;
  return id;
}

TypeId RecordedValues::find_type(uint32_t number) {
  const TypeId id = tables_.type(llvm_type(number));
  type_ids_[number] = id;
  return id;
}

}  // namespace trellis::dxil
