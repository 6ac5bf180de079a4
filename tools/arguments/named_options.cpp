#include "tools/arguments/named_options.hpp"

#include <algorithm>

namespace trellis::tools {
namespace {

using option_table::Row;
using option_table::Section;

bool is_option(std::string_view word) { return word.size() > 1 && word[0] == '-'; }

/// Returns "-o" for "-o,--output"; empty if the row has no short option.
std::string_view short_name(const Row& row) {
  const std::string_view flag = row.flag;
  return flag.starts_with("--") || !flag.starts_with('-') ? std::string_view() : flag.substr(0, 2);
}

/// Several short options may share a word unless the first of them takes a value; then the rest of the word
/// is its value.
bool is_word_of(std::string_view word, const Row& row) {
  if (word.starts_with("--")) {
    // Most rows have another name, so the common case is one look at the ends of the flag and of the name.
    const std::string_view name = word.substr(0, word.find('=')), flag = row.flag;
    return flag.ends_with(name) && name == option_table::long_name(row);
  }
  return word.substr(0, 2) == short_name(row) && (word.size() == 2 || option_table::takes_value(row));
}

bool is_help(const Row& row) { return option_table::long_name(row) == "--help"; }

}  // namespace

bool names_others(std::span<const char* const> words, std::span<const Section> sections) {
  const auto is_known = [&](std::string_view word) {
    return std::any_of(sections.begin(), sections.end(), [&](const Section& section) {
      return std::any_of(section.rows.begin(), section.rows.end(),
                         [&](const Row& row) { return is_word_of(word, row) && !is_help(row); });
    });
  };
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return is_option(word) && !is_known(word); });
}

bool is_named(std::span<const char* const> words, const Row& row) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return is_option(word) && is_word_of(word, row); });
}

}  // namespace trellis::tools
