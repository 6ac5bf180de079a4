// The lexer for TinyWGSL.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tinywgsl/syntax/program.hpp"

namespace trellis::tinywgsl {

struct Token {
  enum class Kind : uint8_t { kName, kNumber, kPunctuation, kUnknown, kEnd };

  Kind kind = Kind::kEnd;
  std::string_view text;
  Place place;

  bool is(std::string_view what) const {
    return (kind == Kind::kName || kind == Kind::kPunctuation) && text == what;
  }
  /// Returns what follows "found" in messages: the word in quotes, or "the end of the text".
  std::string describe() const;
};

/// Reads tokens one after the other. The text has to outlive the lexer and its tokens. Spaces, line ends, `;`
/// and comments (`//` to the end of the line) only separate tokens.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}
  Token next();

 private:
  void skip_blanks();
  void take(size_t count);

  std::string_view text_;
  size_t at_ = 0;
  Place place_ = {1, 1};
};

}  // namespace trellis::tinywgsl
