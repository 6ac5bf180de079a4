#include "dxil_frontend/record_reader/recorded_nodes.hpp"

#include <bit>

#include "dxil_frontend/bitcode/codes.hpp"

namespace trellis::dxil {

uint32_t RecordedNodes::list_size(std::string_view name) const {
  const RecordedList* list = code_.metadata.find_list(name);
  return list == nullptr ? 0 : list->count;
}

MetadataItem RecordedNodes::list_node(std::string_view name, uint32_t index) const {
  return MetadataItem{code_.metadata.listed[code_.metadata.find_list(name)->first + index]} + 1;
}

bool RecordedNodes::is_node(MetadataItem item) const { return record(item).code == bitcode::kMdNode; }

uint32_t RecordedNodes::operand_count(MetadataItem node) const {
  return is_node(node) ? record(node).operand_count : 0;
}

MetadataItem RecordedNodes::operand(MetadataItem node, uint32_t index) const {
  return code_.metadata.operands[record(node).first_operand + index];
}

std::optional<String> RecordedNodes::text(MetadataItem item) const {
  const MetadataRecord& text = record(item);
  if (text.code != bitcode::kMdStringOld) return std::nullopt;
  return code_.metadata.texts[text.first_operand].read(bitcode_);
}

bool RecordedNodes::is_value(MetadataItem item) const { return record(item).code == bitcode::kMdValue; }

std::optional<MetadataInteger> RecordedNodes::integer(MetadataItem item) const {
  const CodeRecord* found = constant(item);
  if (found == nullptr || found->code != bitcode::kConstInteger) return std::nullopt;
  const uint32_t width = code_.types[found->type].number;
  if (width > 64) return std::nullopt;
  return MetadataInteger{code_.operands[found->first_operand], width};
}

std::optional<float> RecordedNodes::number(MetadataItem item) const {
  const CodeRecord* found = constant(item);
  if (found == nullptr) return std::nullopt;
  const bitcode::Type& type = code_.types[found->type];
  if (type.kind != bitcode::TypeKind::kFloat || type.number != 32) return std::nullopt;
  if (found->code == bitcode::kConstNull) return 0.0f;
  if (found->code != bitcode::kConstFloat) return std::nullopt;
  return std::bit_cast<float>(static_cast<uint32_t>(code_.operands[found->first_operand]));
}

}  // namespace trellis::dxil
