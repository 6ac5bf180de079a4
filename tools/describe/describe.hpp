// Texts that are made from the table of options: completion for shells, the manual, the tables of
// docs/options.md.
#pragma once

#include <string>

#include "option_table/row.hpp"

namespace trellis::tools {

/// Scripts that a shell reads when it completes a command line of the program.
std::string bash_completion();
std::string zsh_completion();
std::string fish_completion();

/// The manual's sections about options, commands and examples, for man(7)'s macros.
std::string manual_sections();

/// A section of the table in Markdown.
std::string options_table(const option_table::Section& section);

/// A page in Markdown with its tables made anew. Tables stand between lines of the form
/// `<!-- table: HEADING -->` and `<!-- end of table -->`.
std::string with_tables(const std::string& page);

}  // namespace trellis::tools
