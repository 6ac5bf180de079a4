// The table of options. From it come the reading of the C structs (c_api/), the program's flags and help
// (tools/), its completion and manual, and docs/options.md.
//
// To add a plain option: a member of a struct of options, a field of the C struct, a row in the section where
// it belongs, and the code that acts on the member.
#pragma once

#include <span>
#include <string_view>

#include "option_table/row.hpp"
#include "support/containers.hpp"

namespace trellis::option_table {

/// All sections, and the rows in them, in the order of the program's help.
std::span<const Section> sections();

/// The rows under a heading. The heading exists.
std::span<const Row> rows_of(std::string_view heading);

/// "--output" of "-o,--output".
std::string_view long_name(const Row& row);

/// The word of a value; null if no word of the command line has it.
const char* word_of(const Row& row, double value);

/// The default as the command line writes it: of the member, or as the row says. Empty for switches, and if
/// the help says in words what happens without the option.
String default_text(const Row& row);

/// The row's help with the default filled in.
String help_text(const Row& row);

/// True if the value must be one of the row's words.
bool is_choice(const Row& row);

/// True if the option takes a value.
bool takes_value(const Row& row);

/// How messages name the fields of a struct: "options.stage->".
const char* path_of(CStruct owner);

}  // namespace trellis::option_table
