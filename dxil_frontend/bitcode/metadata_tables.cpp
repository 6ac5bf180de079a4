#include "dxil_frontend/bitcode/metadata_tables.hpp"

#include <algorithm>

#include "dxil_frontend/bitcode/reader.hpp"

namespace trellis::dxil {

String RecordedText::read(std::span<const uint8_t> bitcode) const {
  bitcode::BitCursor cursor(bitcode);
  cursor.skip(position);
  bitcode::BitRun run(cursor);
  String text(length, '\0');
  switch (form) {
    case Form::kFixed:
      for (char& character : text) character = static_cast<char>(run.fixed(width));
      break;
    case Form::kChar6:
      for (char& character : text) character = bitcode::char6(run.fixed(6));
      break;
    case Form::kVbr6:
      for (char& character : text) character = static_cast<char>(run.vbr6());
      break;
  }
  return text;
}

const RecordedList* MetadataTables::find_list(std::string_view name) const {
  const auto found = std::find_if(lists.begin(), lists.end(),
                                  [name](const RecordedList& list) { return list.name == name; });
  return found == lists.end() ? nullptr : &*found;
}

}  // namespace trellis::dxil
