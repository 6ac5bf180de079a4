#include "tinywgsl/syntax/lexer.hpp"

#include <algorithm>
#include <array>

namespace trellis::tinywgsl {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// Longer signs come first, so that they match first.
constexpr std::array<std::string_view, 22> kPunctuation = {"==", "!=", "<=", ">=", "&&", "||", "=", "<",
                                                           ">",  "+",  "-",  "*",  "/",  "%",  "(", ")",
                                                           "{",  "}",  "[",  "]",  ",",  "@"};
constexpr size_t kMaxQuoted = 40;

}  // namespace

std::string Token::describe() const {
  if (kind == Kind::kEnd) return "the end of the text";
  if (kind == Kind::kUnknown) {
    const auto byte = static_cast<unsigned char>(text.front());
    if (byte < 0x20 || byte >= 0x7f) return "byte " + std::to_string(byte);
  }
  return "'" + std::string(text.substr(0, kMaxQuoted)) + (text.size() > kMaxQuoted ? "...'" : "'");
}

void Lexer::take(size_t count) {
  for (size_t end = at_ + count; at_ < end; ++at_) {
    if (text_[at_] == '\n') {
      place_ = {place_.line + 1, 1};
    } else {
      ++place_.column;
    }
  }
}

void Lexer::skip_blanks() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ';') {
      take(1);
    } else if (text_.substr(at_, 2) == "//") {
      take(std::min(text_.find('\n', at_), text_.size()) - at_);
    } else {
      return;
    }
  }
}

Token Lexer::next() {
  skip_blanks();
  Token token;
  token.place = place_;
  if (at_ == text_.size()) return token;
  size_t length = 1;
  const auto extend = [&] {
    while (at_ + length < text_.size() &&
           (is_name_start(text_[at_ + length]) || is_digit(text_[at_ + length]))) {
      ++length;
    }
  };
  if (is_name_start(text_[at_])) {
    token.kind = Token::Kind::kName;
    extend();
  } else if (is_digit(text_[at_])) {
    token.kind = Token::Kind::kNumber;
    extend();
  } else {
    const auto found = std::find_if(kPunctuation.begin(), kPunctuation.end(), [&](std::string_view word) {
      return text_.substr(at_, word.size()) == word;
    });
    token.kind = found == kPunctuation.end() ? Token::Kind::kUnknown : Token::Kind::kPunctuation;
    if (found != kPunctuation.end()) length = found->size();
  }
  token.text = text_.substr(at_, length);
  take(length);
  return token;
}

}  // namespace trellis::tinywgsl
