#include "tools/arguments/row_options.hpp"

#include <algorithm>

#include "tools/arguments/named_options.hpp"

namespace trellis::tools {
namespace {

using option_table::Kind;
using option_table::Word;

/// Returns the value, or bit, of the row's word with that name. CLI11 has checked that it exists.
double value_of(const Row& row, const std::string& name) {
  const auto* found =
      std::find_if(row.words.begin(), row.words.end(), [&](const Word& word) { return name == word.name; });
  return found == row.words.end() ? 0 : found->cpp_value;
}

/// Adds "--flag" or "--flag=word". A following argument is never taken as the flag's value.
CLI::Option* add_bare_word(CLI::App& app, const Row& row, std::string& word) {
  CLI::Option* option = app.add_flag(row.flag, word, std::string(option_table::help_text(row)));
  const auto name_bare = [bare = std::string(row.bare_word)](std::string& given) {
    if (given == "true") given = bare;  // CLI11's value for a flag without one.
    return std::string();
  };
  option->transform(CLI::Validator(name_bare, ""));
  option->check(CLI::IsMember(word_list(row)).description(""));
  return option;
}

}  // namespace

std::vector<std::string> word_list(const Row& row) {
  std::vector<std::string> names;
  for (const Word& word : row.words) names.emplace_back(word.name);
  return names;
}

bool is_list_with_commas(const Row& row) {
  return !row.words.empty() || std::string_view(row.metavariable).ends_with(",...");
}

void describe_value(CLI::Option& option, const Row& row) {
  option.type_name(row.metavariable);
  if (!option_table::is_choice(row)) return;
  CLI::IsMember words(word_list(row));
  option.check(row.lists_words ? words : words.description(""));
}

bool is_given(const CLI::App& app, const Row& row) {
  const std::string name(option_table::long_name(row));
  return !name.empty() && is_given(app, name.c_str());
}

namespace {

/// Like CLI11's check_name() for a long option, without copies of the strings.
bool has_long_name(const CLI::Option& option, std::string_view name) {
  const std::vector<std::string>& names = option.get_lnames();
  return std::any_of(names.begin(), names.end(), [&](const std::string& own) { return own == name; });
}

}  // namespace

// Searches only the options that were given: they are few, and most queries are for options that were not.
size_t times_given(const CLI::App& app, const char* name) {
  const std::string_view wanted(name);
  const bool is_long = wanted.starts_with("--");
  for (const CLI::Option* option : app.parse_order()) {
    if (is_long ? has_long_name(*option, wanted.substr(2)) : option->check_name(name)) return option->count();
  }
  return 0;
}

bool is_given(const CLI::App& app, const char* name) { return times_given(app, name) > 0; }

void RowOptions::add_to(CLI::App& app, std::span<const option_table::Section> sections) {
  for (const option_table::Section& section : sections) {
    for (const Row& row : section.rows) add(app, row, section.heading);
  }
}

void RowOptions::add_named(CLI::App& app, std::span<const option_table::Section> sections,
                           std::span<const char* const> words) {
  if (names_others(words, sections)) return add_to(app, sections);
  for (const option_table::Section& section : sections) {
    for (const Row& row : section.rows) {
      const bool is_positional = row.flag[0] != '-';
      if (is_positional || is_named(words, row) || !store_initial_of(row)) add(app, row, section.heading);
    }
  }
}

void RowOptions::add(CLI::App& app, const Row& row, const char* heading) {
  const std::string name(option_table::long_name(row));
  if (name.empty() || app.get_option_no_throw(name) != nullptr) return;
  const Bound* bound = find_bound(name);
  CLI::Option* option = bound == nullptr ? add_plain(app, row) : bound->add(app, row, bound->variable);
  option->group(heading);
}

const RowOptions::Bound* RowOptions::find_bound(std::string_view long_name) const {
  const auto found =
      std::find_if(bound_.begin(), bound_.end(), [&](const Bound& bound) { return bound.flag == long_name; });
  return found == bound_.end() ? nullptr : &*found;
}

bool RowOptions::store_initial_of(const Row& row) const {
  if (*row.initial == '\0') return true;
  const Bound* bound = find_bound(option_table::long_name(row));
  if (bound == nullptr) return true;  // store() ignores plain options that are not given.
  if (bound->store_initial == nullptr) return false;
  bound->store_initial(row.initial, bound->variable);
  return true;
}

CLI::Option* RowOptions::add_plain(CLI::App& app, const Row& row) {
  Value& value = values_.emplace_back();
  value.row = &row;
  switch (row.member.kind) {
    case Kind::kNumber:
      value.number = static_cast<uint32_t>(row.member.get({}));
      return add_row(app, row, value.number);
    case Kind::kReal:
      value.real = static_cast<float>(row.member.get({}));
      return add_row(app, row, value.real);
    case Kind::kWord:
      value.word = option_table::default_text(row);
      return *row.bare_word == '\0' ? add_row(app, row, value.word) : add_bare_word(app, row, value.word);
    case Kind::kWordSet:
      return add_row(app, row, value.words);
    case Kind::kSwitch:
    case Kind::kNone:
      break;
  }
  return add_row(app, row, value.is_on);
}

void RowOptions::store(const CLI::App& app, option_table::Asked& asked) const {
  for (const Value& value : values_) {
    const Row& row = *value.row;
    if (!is_given(app, row)) continue;
    double number = 0;
    switch (row.member.kind) {
      case Kind::kSwitch:
        number = value.is_on ? 1 : 0;
        break;
      case Kind::kNumber:
        number = value.number;
        break;
      case Kind::kReal:
        number = value.real;
        break;
      case Kind::kWord:
        number = value_of(row, value.word);
        break;
      case Kind::kWordSet:
        for (const std::string& word : value.words) {
          number = static_cast<uint32_t>(number) | static_cast<uint32_t>(value_of(row, word));
        }
        break;
      case Kind::kNone:
        continue;
    }
    row.member.set(asked, number);
  }
}

}  // namespace trellis::tools
