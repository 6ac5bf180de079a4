#include "tools/programs/compiler_messages.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace trellis::tools {
namespace {

/// Removes ":12" from the end of a text and returns the number in `number`.
bool take_number(std::string_view& text, uint32_t& number) {
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon + 1 == text.size()) return false;
  const std::string_view digits = text.substr(colon + 1);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size()) return false;
  text = text.substr(0, colon);
  return true;
}

/// Reads a line that begins a message: "FILE:LINE:COLUMN: error: TEXT", or "error: TEXT". Returns false for
/// any other line.
bool starts_message(std::string_view line, CompilerMessage& message) {
  constexpr std::pair<std::string_view, bool> kWords[] = {
      {"fatal error: ", true}, {"error: ", true}, {"warning: ", false}};
  for (const auto& [word, is_error] : kWords) {
    const size_t at = line.starts_with(word) ? 0 : line.find(": " + std::string(word));
    if (at == std::string_view::npos) continue;
    message = {};
    message.is_error = is_error;
    message.message = line.substr(at == 0 && line.starts_with(word) ? word.size() : at + 2 + word.size());
    std::string_view place = line.substr(0, at);
    uint32_t last = 0, first = 0;
    if (!take_number(place, last)) return at == 0;
    const bool has_column = take_number(place, first);
    message.line = has_column ? first : last;
    message.column = has_column ? last : 0;
    message.file = place;
    return true;
  }
  return false;
}

}  // namespace

std::vector<CompilerMessage> compiler_messages(std::string_view text) {
  std::vector<CompilerMessage> messages;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end);
    std::string_view shown = line;
    while (shown.ends_with('\n') || shown.ends_with('\r')) shown.remove_suffix(1);
    CompilerMessage started;
    if (starts_message(shown, started)) {
      messages.push_back(std::move(started));
    } else if (messages.empty()) {
      if (shown.empty()) continue;
      messages.emplace_back().message = shown;
    }
    messages.back().text += line;
  }
  return messages;
}

bool ignores_vulkan_attributes(std::string_view text) {
  constexpr std::string_view kIgnored = "' attribute ignored";
  for (size_t at = text.find(kIgnored); at != std::string_view::npos; at = text.find(kIgnored, at + 1)) {
    // The next line quotes the source.
    const size_t line = std::min(text.find('\n', at), text.size());
    const size_t end = std::min(text.find('\n', line + 1), text.size());
    if (text.substr(line, end - line).find("vk::") != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace trellis::tools
