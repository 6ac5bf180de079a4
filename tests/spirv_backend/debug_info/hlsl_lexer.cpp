#include "tests/spirv_backend/debug_info/hlsl_lexer.hpp"

#include <cctype>
#include <string_view>

namespace trellis::test_backend::hlsl {
namespace {

constexpr std::string_view kMarks[] = {"<<=", ">>=", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=",
                                       "|=",  "^=",  "<<", ">>", "==", "!=", "<=", ">=", "&&", "||"};

class Lexer {
 public:
  explicit Lexer(const std::string& source) : source_(source) {}

  std::vector<Token> run() {
    while (skip_blanks(), at_ < source_.size()) tokens_.push_back(next());
    tokens_.push_back({Token::Kind::kEnd, "", 0, false, line_});
    return std::move(tokens_);
  }

 private:
  char here(size_t ahead = 0) const { return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0'; }

  void skip_blanks() {
    for (; at_ < source_.size(); ++at_) {
      if (here() == '/' && here(1) == '/') {
        while (at_ < source_.size() && here() != '\n') ++at_;
      }
      if (here() == '\n') {
        ++line_;
      } else if (std::isspace(static_cast<unsigned char>(here())) == 0) {
        return;
      }
    }
  }

  Token next() {
    Token token;
    token.line = line_;
    const auto first = static_cast<unsigned char>(here());
    if (std::isdigit(first) != 0) {
      size_t length = 0;
      token.kind = Token::Kind::kNumber;
      token.number = std::stoull(source_.substr(at_), &length, 0);
      at_ += length;
      for (; here() == 'u' || here() == 'U'; ++at_) token.is_unsigned = true;
    } else if (here() == '\'') {
      const bool is_escape = here(1) == '\\';
      token.kind = Token::Kind::kNumber;
      token.number = static_cast<unsigned char>(is_escape ? here(2) : here(1));
      at_ += is_escape ? 4 : 3;
    } else if (std::isalpha(first) != 0 || here() == '_') {
      token.kind = Token::Kind::kName;
      while (std::isalnum(static_cast<unsigned char>(here())) != 0 || here() == '_') {
        token.text += source_[at_++];
      }
    } else {
      token.kind = Token::Kind::kMark;
      token.text = source_.substr(at_, 1);
      for (const std::string_view mark : kMarks) {
        if (token.text.size() == 1 && source_.compare(at_, mark.size(), mark) == 0) token.text = mark;
      }
      at_ += token.text.size();
    }
    return token;
  }

  const std::string& source_;
  size_t at_ = 0;
  uint32_t line_ = 1;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> lex(const std::string& source) { return Lexer(source).run(); }

}  // namespace trellis::test_backend::hlsl
