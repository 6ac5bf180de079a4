#include "dxil_frontend/bitcode/metadata_tables.hpp"

#include <algorithm>

#include "dxil_frontend/bitcode/reader.hpp"

namespace trellis::dxil {

String RecordedText::read(std::span<const uint8_t> bitcode) const {
  bitcode::BitCursor cursor(bitcode);
  cursor.skip(position);
  bitcode::BitRun run(cursor);
  String text(length, '\0');
  char* character = text.data();
  char* const end = character + length;
  switch (form) {
    case Form::kFixed:
      if (width <= bitcode::BitRun::kWidestOfArray) {
        run.fixed_array(width, length,
                        [&character](uint64_t number) { *character++ = static_cast<char>(number); });
      } else {
        for (; character != end; ++character) *character = static_cast<char>(run.fixed(width));
      }
      break;
    case Form::kChar6:
      run.fixed_array(6, length, [&character](uint64_t number) { *character++ = bitcode::char6(number); });
      break;
    case Form::kVbr6:
      for (uint64_t four[4]; end - character >= 4 && run.four_characters(four);) {
        for (const uint64_t number : four) *character++ = static_cast<char>(number);
      }
      for (; character != end; ++character) *character = static_cast<char>(run.vbr6());
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
