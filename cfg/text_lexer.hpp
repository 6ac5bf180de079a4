// The tokens of graphs given as text: what text_reader.hpp reads.
#pragma once

#include <cstdint>
#include <string_view>

#include "support/containers.hpp"

namespace trellis::cfg {

enum class TokenKind : uint8_t {
  kName,
  kArrow,
  kSign,     ///< One of , ; { } [ ] = : (kDot), or the first byte of something else.
  kNewline,  ///< Lines only.
  kHtml,     ///< kDot: <...>, balanced.
  kEnd,
  kOpenString,  ///< A quote, an HTML string or a comment without its end.
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  bool quoted = false;
  char sign = 0;          ///< kSign.
  std::string_view text;  ///< The token; of quoted names, what is between the quotes, escapes still in it.
  uint64_t line = 1, column = 1;

  bool is_sign(char c) const { return kind == TokenKind::kSign && sign == c; }
  /// True if it is the word, in any case and not in quotes.
  bool is_word(std::string_view word) const;
  /// In words, for messages.
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

/// True if the text is a name without quotes, in lines.
bool is_plain_name(std::string_view text);

}  // namespace trellis::cfg
