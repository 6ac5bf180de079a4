#include "dxil_frontend/bitcode/metadata_tables.hpp"

#include <algorithm>

#include "dxil_frontend/bitcode/reader.hpp"

namespace trellis::dxil {

String RecordedText::read(std::span<const uint8_t> bitcode) const {
  bitcode::BitCursor cursor(bitcode);
  cursor.skip(position);
  String text;
  text.reserve(length);
  for (uint32_t i = 0; i < length; ++i) {
    switch (form) {
      case Form::kFixed:
        text += static_cast<char>(cursor.fixed(width));
        break;
      case Form::kChar6:
        text += bitcode::char6(cursor.fixed(6));
        break;
      case Form::kVbr6:
        text += static_cast<char>(cursor.vbr6());
        break;
    }
  }
  return text;
}

const RecordedList* MetadataTables::find_list(std::string_view name) const {
  const auto found = std::find_if(lists.begin(), lists.end(),
                                  [name](const RecordedList& list) { return list.name == name; });
  return found == lists.end() ? nullptr : &*found;
}

}  // namespace trellis::dxil
