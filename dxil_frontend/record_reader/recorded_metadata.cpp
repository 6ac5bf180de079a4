#include "dxil_frontend/record_reader/recorded_metadata.hpp"

#include "dxil_frontend/bitcode/codes.hpp"

namespace trellis::dxil {

MetadataValue RecordedMetadata::value(MetadataItem item) const {
  MetadataValue out;
  const CodeRecord* known = constant(item);
  const bool is_null_pointer = known != nullptr && known->code == bitcode::kConstNull &&
                               code().types.is(known->type, bitcode::TypeKind::kPointer);
  out.is_nothing =
      is_null_pointer ||
      (known != nullptr && (known->code == bitcode::kConstUndef || known->code == bitcode::kConstPoison));
  if (out.is_nothing) return out;
  const uint32_t number = record(item).value;
  out.is_function = code().values[number].kind == RecordedValue::kFunction;
  out.function = tables_.function_index(number);
  out.id = tables_.find_value(number);
  return out;
}

TypeId RecordedMetadata::struct_type(MetadataItem item) const {
  const RecordedValue& value = code().values[record(item).value];
  uint32_t type = bitcode::kNoType;
  if (value.kind == RecordedValue::kConstant) type = code().constants[value.index].type;
  if (value.kind == RecordedValue::kGlobal) type = code().frame.variables[value.index].type;
  if (type == bitcode::kNoType) return kNone;
  const bool is_struct = code().types.is(type, bitcode::TypeKind::kStruct) ||
                         code().types.is(type, bitcode::TypeKind::kOpaqueStruct);
  return is_struct ? tables_.type(type) : kNone;
}

}  // namespace trellis::dxil
