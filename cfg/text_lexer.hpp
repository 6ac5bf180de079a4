// The lexer for graphs given as text; see text_reader.hpp.
#pragma once

#include <cstdint>
#include <string_view>

#include "support/containers.hpp"

namespace trellis::cfg {

enum class TokenKind : uint8_t {
  kName,
  kArrow,
  kSign,     ///< One of , ; { } [ ] = : (kDot), or the first byte of anything else.
  kNewline,  ///< Only in kLines.
  kHtml,     ///< Only in kDot: <...>, balanced.
  kEnd,
  kOpenString,  ///< A quoted string, HTML string or comment without its end.
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  bool quoted = false;
  char sign = 0;  ///< kSign: the character.
  /// The token. For quoted names, the text between the quotes, with escapes not yet replaced.
  std::string_view text;
  uint64_t line = 1, column = 1;

  bool is_sign(char c) const { return kind == TokenKind::kSign && sign == c; }
  /// Returns true if the token is this word, in any case and without quotes.
  bool is_word(std::string_view word) const;
  /// Describes the token in words, for messages.
  String describe() const;
};

class TextLexer {
 public:
  enum class Form : uint8_t { kLines, kDot };

  TextLexer(std::string_view text, Form form) : text_(text), form_(form) {}
  Token next();

 private:
  bool at(size_t i, char c) const { return i < text_.size() && text_[i] == c; }
  bool is_name_byte(size_t i) const;
  bool starts_name() const;
  bool skip_blanks_and_comments();
  void count_lines(size_t begin, size_t end);
  Token here(TokenKind kind) const;
  Token take(TokenKind kind, size_t length);
  Token quoted_name();
  Token html_string();

  std::string_view text_;
  Form form_;
  size_t position_ = 0, line_start_ = 0;
  uint64_t line_ = 1;
};

/// Returns true if the text can be a name without quotes in kLines.
bool is_plain_name(std::string_view text);

}  // namespace trellis::cfg
