// The table of options. It drives the reading of the C structs (c_api/), the program's flags and help
// (tools/), its completion and manual, and docs/options.md.
//
// To add a plain option, add a member to a struct of options, a field to the C struct, a row to the section
// where it belongs, and the code that uses the member.
#pragma once

#include <span>
#include <string_view>

#include "option_table/row.hpp"
#include "support/containers.hpp"

namespace trellis::option_table {

/// Returns all sections with their rows, in the order of the program's help.
std::span<const Section> sections();

/// Returns the rows under a heading, which must exist.
std::span<const Row> rows_of(std::string_view heading);

/// Returns the long form of the row's flag: "--output" for "-o,--output".
std::string_view long_name(const Row& row);

/// Returns the command-line word for a value; null if there is none.
const char* word_of(const Row& row, double value);

/// Returns the default as the command line writes it: that of the member, or else the one given in the row.
/// Empty for switches, and if the help describes in words what happens without the option.
String default_text(const Row& row);

/// Returns the row's help with the default filled in.
String help_text(const Row& row);

/// Returns true if the value must be one of the row's words.
bool is_choice(const Row& row);

/// Returns true if the option takes a value.
bool takes_value(const Row& row);

/// Returns the prefix by which messages name the fields of a struct: "options.stage->".
const char* path_of(CStruct owner);

}  // namespace trellis::option_table
