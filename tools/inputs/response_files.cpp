#include "tools/inputs/response_files.hpp"

#include <cctype>
#include <cstdint>

#include "tools/file_io.hpp"

namespace trellis::tools {
namespace {

/// Far more than any real command line. The limits also stop files that name each other.
constexpr size_t kMaxWords = 1 << 20;
constexpr int kMaxDepth = 16;

}  // namespace

bool split_words(std::string_view text, std::vector<std::string>& words) {
  std::string word;
  bool is_word = false;
  char quote = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const char letter = text[at];
    if (letter == '\\' && quote != '\'' && at + 1 < text.size()) {
      word += text[++at];
      is_word = true;
    } else if (quote != 0) {
      if (letter == quote) {
        quote = 0;
      } else {
        word += letter;
      }
    } else if (letter == '"' || letter == '\'') {
      quote = letter;
      is_word = true;
    } else if (std::isspace(static_cast<unsigned char>(letter)) == 0) {
      word += letter;
      is_word = true;
    } else if (is_word) {
      words.push_back(std::move(word));
      word.clear();
      is_word = false;
    }
  }
  if (is_word) words.push_back(std::move(word));
  return quote == 0;
}

namespace {

std::string expand(const std::vector<std::string>& words, int depth, std::vector<std::string>& expanded) {
  bool is_over = false;
  for (const std::string& word : words) {
    is_over = is_over || word == "--";
    if (is_over || word.size() < 2 || word[0] != '@') {
      expanded.push_back(word);
      if (expanded.size() > kMaxWords) return "more than a million arguments, the most on a command line";
      continue;
    }
    const std::string file = word.substr(1);
    if (depth == kMaxDepth) return word + ": response files include each other too deeply";
    std::vector<uint8_t> bytes;
    if (const Problem wrong = read_input(file, bytes); !wrong.empty()) return word + ": " + wrong;
    std::vector<std::string> inner;
    if (!split_words({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, inner)) {
      return word + ": a quotation mark is not closed";
    }
    if (std::string wrong = expand(inner, depth + 1, expanded); !wrong.empty()) return wrong;
  }
  return {};
}

}  // namespace

std::string expand_response_files(std::vector<std::string>& words) {
  std::vector<std::string> expanded;
  std::string wrong = expand(words, 0, expanded);
  words = std::move(expanded);
  return wrong;
}

}  // namespace trellis::tools
