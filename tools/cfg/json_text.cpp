#include "tools/cfg/json_text.hpp"

namespace trellis::tools {

std::string json_string(std::string_view text) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<uint8_t>(c);
    if (byte == '\n') {
      result += "\\n";
    } else if (byte < 0x20 || c == '"' || c == '\\' || c == '<' || byte == 0x7F) {
      result += "\\u00";
      result += kDigits[byte >> 4];
      result += kDigits[byte & 15];
    } else {
      result += c;
    }
  }
  return result + '"';
}

std::string json_numbers(std::span<const uint32_t> numbers) {
  JsonList list('[');
  for (const uint32_t number : numbers) list.add(std::to_string(number));
  return std::move(list).finish();
}

}  // namespace trellis::tools
