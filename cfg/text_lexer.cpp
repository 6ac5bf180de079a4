#include "cfg/text_lexer.hpp"

#include <algorithm>

#include "support/containers.hpp"

namespace trellis::cfg {

namespace {

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool is_common_name_byte(char c) {
  return is_letter_or_digit(c) || static_cast<uint8_t>(c) >= 0x80 ||
         std::string_view("_.$%@?'").find(c) != std::string_view::npos;
}

char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

bool Token::is_word(std::string_view word) const {
  return kind == TokenKind::kName && !quoted && text.size() == word.size() &&
         std::equal(text.begin(), text.end(), word.begin(), [](char a, char b) { return to_lower(a) == b; });
}

String Token::describe() const {
  static constexpr size_t kMaxShown = 40;
  switch (kind) {
    case TokenKind::kEnd:
      return "the end of the text";
    case TokenKind::kNewline:
      return "the end of the line";
    case TokenKind::kOpenString:
      return "the end of the text or line";
    case TokenKind::kName:
    case TokenKind::kArrow:
    case TokenKind::kHtml:
    case TokenKind::kSign:
      break;
  }
  String shown = "'";
  for (char c : text.substr(0, kMaxShown)) shown += static_cast<uint8_t>(c) < 0x20 || c == 0x7F ? '?' : c;
  if (text.size() > kMaxShown) shown += "...";
  shown += "'";
  return shown;
}

bool TextLexer::is_name_byte(size_t i) const {
  if (i >= text_.size()) return false;
  const char c = text_[i];
  if (is_common_name_byte(c)) return true;
  // In DOT a colon starts a port, and a hyphen only starts an edge or a number.
  if (form_ == Form::kDot) return false;
  return c == ':' || (c == '-' && !at(i + 1, '>'));
}

bool TextLexer::starts_name() const {
  const char c = text_[position_];
  if (is_common_name_byte(c)) return true;
  const bool digit_follows =
      position_ + 1 < text_.size() &&
      (at(position_ + 1, '.') || (text_[position_ + 1] >= '0' && text_[position_ + 1] <= '9'));
  return form_ == Form::kDot && c == '-' && digit_follows;
}

/// Returns false if a comment is not terminated.
bool TextLexer::skip_blanks_and_comments() {
  while (position_ < text_.size()) {
    const char c = text_[position_];
    if (c == ' ' || c == '\t' || c == '\r') {
      ++position_;
    } else if (c == '\n' && form_ == Form::kDot) {
      ++position_;
      ++line_;
      line_start_ = position_;
    } else if (c == '#' || (form_ == Form::kDot && c == '/' && at(position_ + 1, '/'))) {
      position_ = std::min(text_.find('\n', position_), text_.size());
    } else if (form_ == Form::kDot && c == '/' && at(position_ + 1, '*')) {
      const size_t end = text_.find("*/", position_ + 2);
      if (end == std::string_view::npos) return false;
      count_lines(position_, end);
      position_ = end + 2;
    } else {
      return true;
    }
  }
  return true;
}

void TextLexer::count_lines(size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i) {
    if (text_[i] != '\n') continue;
    ++line_;
    line_start_ = i + 1;
  }
}

Token TextLexer::here(TokenKind kind) const {
  Token token;
  token.kind = kind;
  token.line = line_;
  token.column = position_ - line_start_ + 1;
  return token;
}

Token TextLexer::take(TokenKind kind, size_t length) {
  Token token = here(kind);
  token.text = text_.substr(position_, length);
  position_ += length;
  return token;
}

Token TextLexer::next() {
  if (!skip_blanks_and_comments()) return here(TokenKind::kOpenString);
  if (position_ >= text_.size()) return here(TokenKind::kEnd);
  const char c = text_[position_];
  if (c == '\n') {
    Token token = take(TokenKind::kNewline, 1);
    ++line_;
    line_start_ = position_;
    return token;
  }
  if (c == '-' && at(position_ + 1, '>')) return take(TokenKind::kArrow, 2);
  if (c == '"') return quoted_name();
  if (c == '<' && form_ == Form::kDot) return html_string();
  if (starts_name()) {
    size_t end = position_ + 1;
    while (is_name_byte(end)) ++end;
    return take(TokenKind::kName, end - position_);
  }
  Token token = take(TokenKind::kSign, 1);
  token.sign = c;
  return token;
}

Token TextLexer::quoted_name() {
  size_t end = position_ + 1;
  while (end < text_.size() && text_[end] != '"' && (text_[end] != '\n' || form_ == Form::kDot)) {
    end += text_[end] == '\\' && end + 1 < text_.size() && text_[end + 1] != '\n' ? 2 : 1;
  }
  if (!at(end, '"')) return here(TokenKind::kOpenString);
  Token token = here(TokenKind::kName);
  token.quoted = true;
  token.text = text_.substr(position_ + 1, end - position_ - 1);
  count_lines(position_, end);
  position_ = end + 1;
  return token;
}

Token TextLexer::html_string() {
  size_t depth = 0, end = position_;
  do {
    if (end >= text_.size()) return here(TokenKind::kOpenString);
    if (text_[end] == '<') ++depth;
    if (text_[end] == '>') --depth;
    ++end;
  } while (depth > 0);
  Token token = here(TokenKind::kHtml);
  token.text = text_.substr(position_, end - position_);
  count_lines(position_, end);
  position_ = end;
  return token;
}

bool is_plain_name(std::string_view text) {
  TextLexer lexer(text, TextLexer::Form::kLines);
  const Token token = lexer.next();
  return token.kind == TokenKind::kName && !token.quoted && token.text.size() == text.size();
}

}  // namespace trellis::cfg
