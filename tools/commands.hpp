// The program's commands, for all that tells of them: help, completion, manual.
#pragma once

#include <span>

#include "option_table/row.hpp"

namespace trellis::tools {

struct Command {
  const char* name = "";     ///< The first argument; empty: a translation.
  const char* summary = "";  ///< "Run the structurizer alone".
  std::span<const option_table::Section> sections;
};

/// The translation first.
std::span<const Command> commands();

/// How the program is used, in lines of the form `trellis ...   what it does`.
extern const char* const kExamples;

}  // namespace trellis::tools
