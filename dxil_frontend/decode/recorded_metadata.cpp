#include "dxil_frontend/decode/recorded_metadata.hpp"

#include <llvm/IR/GlobalVariable.h>

#include <bit>

#include "dxil_frontend/bitcode_check/codes.hpp"

namespace trellis::dxil {

uint32_t RecordedMetadata::list_size(std::string_view name) const {
  const RecordedList* list = code_.metadata.find_list(name);
  return list == nullptr ? 0 : list->count;
}

MetadataItem RecordedMetadata::list_node(std::string_view name, uint32_t index) const {
  return MetadataItem{code_.metadata.listed[code_.metadata.find_list(name)->first + index]} + 1;
}

bool RecordedMetadata::is_node(MetadataItem item) const { return record(item).code == bitcode::kMdNode; }

uint32_t RecordedMetadata::operand_count(MetadataItem node) const { return record(node).operand_count; }

MetadataItem RecordedMetadata::operand(MetadataItem node, uint32_t index) const {
  return code_.metadata.operands[record(node).first_operand + index];
}

std::optional<String> RecordedMetadata::text(MetadataItem item) const {
  const MetadataRecord& text = record(item);
  if (text.code != bitcode::kMdStringOld) return std::nullopt;
  return code_.metadata.texts[text.first_operand].read(bitcode_);
}

bool RecordedMetadata::is_value(MetadataItem item) const { return record(item).code == bitcode::kMdValue; }

const CodeRecord* RecordedMetadata::constant(MetadataItem item) const {
  if (!is_value(item)) return nullptr;
  const RecordedValue& value = code_.values[record(item).value];
  return value.kind == RecordedValue::kConstant ? &code_.constants[value.index] : nullptr;
}

std::optional<MetadataInteger> RecordedMetadata::integer(MetadataItem item) const {
  const CodeRecord* found = constant(item);
  if (found == nullptr || found->code != bitcode::kConstInteger) return std::nullopt;
  const uint32_t width = code_.types[found->type].number;
  if (width > 64) return std::nullopt;
  return MetadataInteger{code_.operands[found->first_operand], width};
}

std::optional<float> RecordedMetadata::number(MetadataItem item) const {
  const CodeRecord* found = constant(item);
  if (found == nullptr || found->code != bitcode::kConstFloat || code_.types[found->type].number != 32) {
    return std::nullopt;
  }
  return std::bit_cast<float>(static_cast<uint32_t>(code_.operands[found->first_operand]));
}

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
