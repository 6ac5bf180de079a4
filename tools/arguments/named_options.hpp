// Finds which options a command line names, so that the parser learns only those. It compares each new option
// with all that it knows, which would cost more than the translation of a small shader.
#pragma once

#include <span>
#include <string_view>

#include "option_table/table.hpp"

namespace trellis::tools {

/// Returns true if `words` (without the program's name) ask for help, or contain an option that the table
/// does not have. The answer or error message then needs all options.
bool names_others(std::span<const char* const> words, std::span<const option_table::Section> sections);

/// Returns true if one of the words is the row's long or short flag, with or without a value.
bool is_named(std::span<const char* const> words, const option_table::Row& row);

}  // namespace trellis::tools
