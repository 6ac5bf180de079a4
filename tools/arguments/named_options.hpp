// Which options a command line names: the parser is told of no others, since it compares each option that it
// learns with all that it knows, which cost more than the translation of a small shader.
#pragma once

#include <span>
#include <string_view>

#include "option_table/table.hpp"

namespace trellis::tools {

/// True if `words` (without the program's name) ask for help, or hold a word that looks like an option and is none of
/// the table's: what is said then comes from all options.
bool names_others(std::span<const char* const> words, std::span<const option_table::Section> sections);

/// True if one of the words is the row's flag, long or short, alone or with its value.
bool is_named(std::span<const char* const> words, const option_table::Row& row);

}  // namespace trellis::tools
