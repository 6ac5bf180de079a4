#include "tools/cfg/page/json_text.hpp"

namespace trellis::tools {
namespace {

/// Returns the length in bytes of the character at the start of the text; 0 if it is not well-formed UTF-8.
size_t character_length(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  if (byte(0) < 0x80) return 1;
  const size_t length = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
  if (byte(0) < 0xC2 || byte(0) > 0xF4 || text.size() < length) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  // Overlong forms, surrogates, and values beyond Unicode.
  const bool is_bad = (byte(0) == 0xE0 && byte(1) < 0xA0) || (byte(0) == 0xED && byte(1) > 0x9F) ||
                      (byte(0) == 0xF0 && byte(1) < 0x90) || (byte(0) == 0xF4 && byte(1) > 0x8F);
  return is_bad ? 0 : length;
}

}  // namespace

std::string json_string(std::string_view text) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string result = "\"";
  while (!text.empty()) {
    const char c = text.front();
    const auto byte = static_cast<uint8_t>(c);
    const size_t length = character_length(text);
    if (length != 1) {
      result += length == 0 ? std::string_view("\\ufffd") : text.substr(0, length);
      text.remove_prefix(length == 0 ? 1 : length);
      continue;
    }
    text.remove_prefix(1);
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
