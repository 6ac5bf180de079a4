// JSON for pages, written piece by piece.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace trellis::tools {

/// Returns a JSON string that may stand inside a script element. Invalid UTF-8 is replaced by replacement
/// characters.
std::string json_string(std::string_view text);

/// Returns "[1,2,3]".
std::string json_numbers(std::span<const uint32_t> numbers);

/// A list or an object under construction. Puts commas between the items.
class JsonList {
 public:
  explicit JsonList(char open) : text_(1, open), close_(open == '[' ? ']' : '}') {}

  void add(std::string_view item) {
    if (text_.size() > 1) text_ += ',';
    text_ += item;
  }
  void add(std::string_view name, std::string_view value) {
    add(json_string(name) + ":");
    text_ += value;
  }
  std::string finish() && { return std::move(text_) + close_; }

 private:
  std::string text_;
  char close_;
};

}  // namespace trellis::tools
