// Texts that are generated from the option table: shell completion, the manual, and the tables of
// docs/options.md.
#pragma once

#include <string>

#include "option_table/row.hpp"

namespace trellis::tools {

/// Scripts that a shell loads to complete command lines of the program.
std::string bash_completion();
std::string zsh_completion();
std::string fish_completion();

/// Returns the manual's sections about options, commands and examples, in man(7) macros.
std::string manual_sections();

/// Returns a section of the option table in Markdown.
std::string options_table(const option_table::Section& section);

/// Regenerates the tables of a Markdown page. They stand between lines of the form `<!-- table: HEADING -->`
/// and `<!-- end of table -->`.
std::string with_tables(const std::string& page);

}  // namespace trellis::tools
