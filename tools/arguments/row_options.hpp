// Adds the rows of the option table to the command line.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "option_table/table.hpp"

namespace trellis::tools {

using option_table::Row;

/// Returns the names of a row's words.
std::vector<std::string> word_list(const Row& row);

/// Returns true if one use of a list option may give several strings, separated by commas.
bool is_list_with_commas(const Row& row);

/// Sets what all kinds of values have in common: the metavariable, words, and the default.
void describe_value(CLI::Option& option, const Row& row);

template <class>
inline constexpr bool kIsList = false;
template <class Element, class... More>
inline constexpr bool kIsList<std::vector<Element, More...>> = true;

/// The number of command-line values that form one element of a list: 2 for a pair.
template <class Element>
inline constexpr int kValuesOf = 1;
template <class... Values>
inline constexpr int kValuesOf<std::tuple<Values...>> = sizeof...(Values);
template <class First, class Second>
inline constexpr int kValuesOf<std::pair<First, Second>> = 2;

/// Adds an option that fills `variable`, which must live until the command line is parsed. A list of pairs or
/// tuples grows with each use of the option. A list of strings takes one string per use, or several separated
/// by commas.
template <class T>
CLI::Option* add_row(CLI::App& app, const Row& row, T& variable) {
  const std::string help(option_table::help_text(row));
  if constexpr (std::is_same_v<T, bool>) {
    return app.add_flag(row.flag, variable, help);
  } else {
    CLI::Option* option = app.add_option(row.flag, variable, help);
    describe_value(*option, row);
    if constexpr (std::is_floating_point_v<T>) {
      if (row.range.is_limited()) {
        option->check(CLI::Range(row.range.least, row.range.greatest).description(""));
      }
    } else if constexpr (std::is_arithmetic_v<T>) {
      if (row.range.is_limited()) {
        option->check(
            CLI::Range(static_cast<uint64_t>(row.range.least), static_cast<uint64_t>(row.range.greatest))
                .description(""));
      }
    } else if constexpr (kIsList<T>) {
      constexpr int kCount = kValuesOf<typename T::value_type>;
      if constexpr (kCount > 1) {
        option->type_size(kCount)->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        option->allow_extra_args(false);  // Otherwise the option takes the following input as another value.
      } else if (row.flag[0] == '-') {
        option->allow_extra_args(false);
        if (is_list_with_commas(row)) option->delimiter(',');
      }
    }
    if (row.shows_default) option->capture_default_str();
    if (*row.initial != '\0') option->run_callback_for_default()->default_val(row.initial);
    return option;
  }
}

/// Returns true if a row's initial value of this type can be stored without the parser.
template <class T>
inline constexpr bool kHasPlainText = std::is_same_v<T, std::string> ||
                                      (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>);

/// Stores the initial value of a row as the parser would. The text is one of the table's.
template <class T>
void store_initial(const char* text, T& variable) {
  if constexpr (std::is_same_v<T, std::string>) {
    variable = text;
  } else if constexpr (std::is_floating_point_v<T>) {
    variable = static_cast<T>(std::strtod(text, nullptr));
  } else {
    variable = static_cast<T>(std::strtoull(text, nullptr, 10));
  }
}

/// Returns true if the row's flag was given.
bool is_given(const CLI::App& app, const Row& row);

/// Returns how often the named option was given.
size_t times_given(const CLI::App& app, const char* name);

/// Returns true if the named option was given.
bool is_given(const CLI::App& app, const char* name);

/// The options of a command. Plain ones are stored as their rows describe; the others fill bound variables.
class RowOptions {
 public:
  /// Makes the row with this flag fill `variable`.
  template <class T>
  void bind(std::string_view flag, T& variable) {
    Bound& bound = bound_.emplace_back(flag, &variable);
    bound.add = [](CLI::App& app, const Row& row, void* bound_variable) {
      return add_row(app, row, *static_cast<T*>(bound_variable));
    };
    if constexpr (kHasPlainText<T>) {
      bound.store_initial = [](const char* text, void* bound_variable) {
        tools::store_initial(text, *static_cast<T*>(bound_variable));
      };
    }
  }

  /// Adds the options of all rows that have a flag and that `app` does not have yet.
  void add_to(CLI::App& app, std::span<const option_table::Section> sections);

  /// As add_to(), but adds only rows that `words`, the arguments without the program's name, can mean. Adds
  /// all if one of the words is an option that no row has. The variables of the others get their initial
  /// values.
  void add_named(CLI::App& app, std::span<const option_table::Section> sections,
                 std::span<const char* const> words);

  /// Sets the members that correspond to the plain options that were given.
  void store(const CLI::App& app, option_table::Asked& asked) const;

 private:
  /// A variable that a row fills. There are many, and few are ever used, so binding one is only a few stores.
  struct Bound {
    Bound(std::string_view long_name, void* bound_variable) : flag(long_name), variable(bound_variable) {}
    std::string_view flag;
    void* variable;
    CLI::Option* (*add)(CLI::App& app, const Row& row, void* variable) = nullptr;
    /// Null if only the parser can read such a value.
    void (*store_initial)(const char* text, void* variable) = nullptr;
  };

  /// The value of a plain option. The row's kind determines which member is used.
  struct Value {
    const Row* row = nullptr;
    bool is_on = false;
    uint32_t number = 0;
    float real = 0;
    std::string word;
    std::vector<std::string> words;
  };

  const Bound* find_bound(std::string_view long_name) const;
  void add(CLI::App& app, const Row& row, const char* heading);
  /// Stores the row's initial value. Returns false if that needs the parser.
  bool store_initial_of(const Row& row) const;
  CLI::Option* add_plain(CLI::App& app, const Row& row);

  std::vector<Bound> bound_;
  std::deque<Value> values_;  // A deque, because CLI11 keeps references to the elements.
};

}  // namespace trellis::tools
