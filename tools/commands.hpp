// The table of the program's commands, which the help, the completion and the manual share.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "option_table/row.hpp"

namespace trellis::tools {

struct Command {
  const char* name = "";     ///< The first argument; empty for the translation, which has no name.
  const char* summary = "";  ///< One line for the help: "Run only the structurizer".
  std::span<const option_table::Section> sections;
};

/// Returns all commands, the translation first.
std::span<const Command> commands();

/// Lists the commands that have names, in lines of the form `  trellis NAME ...   what it does`.
std::string command_list();

/// Rewrites `trellis help NAME` as `trellis NAME --help`, and `version` and -V as --version. Returns what is
/// wrong with the name, or an empty string.
std::string expand_help(std::vector<const char*>& words);

/// Returns a message if the first word is a misspelled command, or is the only word and neither a file nor a
/// command. Returns an empty string otherwise.
std::string find_wrong_command(std::span<const char* const> words);

/// Usage examples, in lines of the form `trellis ...   what it does`.
extern const char* const kExamples;

}  // namespace trellis::tools
