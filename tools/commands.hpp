// The program's commands, for all that tells of them: help, completion, manual.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "option_table/row.hpp"

namespace trellis::tools {

struct Command {
  const char* name = "";     ///< The first argument; empty: a translation.
  const char* summary = "";  ///< "Run the structurizer alone".
  std::span<const option_table::Section> sections;
};

/// The translation first.
std::span<const Command> commands();

/// The commands that have names, in lines of the form `  trellis NAME ...   what it does`.
std::string command_list();

/// Makes `trellis NAME --help` of `trellis help NAME`, and --version of `version` and -V. What is wrong with the name, or empty.
std::string expand_help(std::vector<const char*>& words);

/// A first word that is a misspelled command; or alone, and neither a file nor a command. What to tell the
/// user, or empty.
std::string find_wrong_command(std::span<const char* const> words);

/// How the program is used, in lines of the form `trellis ...   what it does`.
extern const char* const kExamples;

}  // namespace trellis::tools
