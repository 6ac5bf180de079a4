#include "dxil_frontend/bitcode_check/metadata_tables.hpp"

#include <algorithm>

#include "dxil_frontend/bitcode_check/reader.hpp"

namespace trellis::dxil {

String RecordedText::read(std::span<const uint8_t> bitcode) const {
  bitcode::BitCursor cursor(bitcode);
  cursor.skip(position);
  String text;
  text.reserve(length);
  for (uint32_t i = 0; i < length; ++i) {
    const uint64_t character = cursor.fixed(width);
    text += is_char6 ? bitcode::char6(static_cast<uint32_t>(character)) : static_cast<char>(character);
  }
  return text;
}

const RecordedList* MetadataTables::find_list(std::string_view name) const {
  const auto found =
      std::find_if(lists.begin(), lists.end(), [name](const RecordedList& list) { return list.name == name; });
  return found == lists.end() ? nullptr : &*found;
}

}  // namespace trellis::dxil
