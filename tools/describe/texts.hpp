// Helpers that the generators of texts share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "option_table/table.hpp"
#include "tools/commands.hpp"

namespace trellis::tools {

using option_table::Completion;
using option_table::Row;

/// Returns the flags of a row: "-o" and "--output". Returns none if the row is a positional argument or not
/// on the command line.
std::vector<std::string> flags_of(const Row& row);

/// Returns true if the row is a positional argument.
bool is_positional(const Row& row);

/// Returns the names in a metavariable: "MIN" and "MAX" for "MIN MAX".
std::vector<std::string> metavariables_of(const Row& row);

/// Joins the words that the option accepts, with `between` between them.
std::string joined_words(const Row& row, std::string_view between);

/// Calls `visit` with each of the command's rows that is on the command line.
template <class Visit>
void for_each_option(const Command& command, Visit visit) {
  for (const option_table::Section& section : command.sections) {
    for (const Row& row : section.rows) {
      if (*row.flag != '\0') visit(row);
    }
  }
}

/// Returns the help as a sentence, followed by the default.
std::string full_help(const Row& row);
/// Returns the row's help and its further details as sentences. The details are Markdown.
std::string full_text(const Row& row);

/// Returns the name of the shell function that completes a command: "_trellis_translate".
std::string function_name(const Command& command);

/// Returns `text` with every `what` replaced by `with`.
std::string replaced(std::string text, std::string_view what, std::string_view with);

inline constexpr const char* kHelpSummary = "Help on a command or a topic";
/// Returns the words that may follow `trellis help`, commands and topics, separated by blanks.
std::string words_after_help();

}  // namespace trellis::tools
