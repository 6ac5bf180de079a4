// What the makers of texts share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "option_table/table.hpp"
#include "tools/commands.hpp"

namespace trellis::tools {

using option_table::Completion;
using option_table::Row;

/// The flags of a row: "-o" and "--output". None if it is a positional argument, or is not on the command
/// line.
std::vector<std::string> flags_of(const Row& row);

/// True if the row is a positional argument.
bool is_positional(const Row& row);

/// The names in a metavariable: "MIN" and "MAX" of "MIN MAX".
std::vector<std::string> metavariables_of(const Row& row);

/// The words that the command line knows, with `between` between them.
std::string joined_words(const Row& row, std::string_view between);

/// Calls `visit` with each row of a command that is on the command line.
template <class Visit>
void for_each_option(const Command& command, Visit visit) {
  for (const option_table::Section& section : command.sections) {
    for (const Row& row : section.rows) {
      if (*row.flag != '\0') visit(row);
    }
  }
}

/// The help as a sentence, and the default.
std::string full_help(const Row& row);
/// The row's help, and what more there is to say, as sentences. What is said more is in Markdown.
std::string full_text(const Row& row);

/// The shell function that completes a command: "_trellis_translate".
std::string function_name(const Command& command);

/// `text` with every `what` replaced by `with`.
std::string replaced(std::string text, std::string_view what, std::string_view with);

inline constexpr const char* kHelpSummary = "Help on a command or a topic";
/// What may stand behind `trellis help`: commands and topics, with blanks between them.
std::string words_after_help();

}  // namespace trellis::tools
