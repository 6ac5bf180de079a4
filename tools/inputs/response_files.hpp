// @FILE on the command line: reads arguments from a file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace trellis::tools {

/// Replaces each word "@FILE" before "--" by the words of FILE. Words are separated by white space; quotes
/// ("" or '') keep it, and a backslash takes the next character literally. A bare "@" stays. Files may name
/// further files. Returns an error message, or an empty string.
std::string expand_response_files(std::vector<std::string>& words);

/// Appends the words of a text, by the same rules. Returns false if a quote is not closed.
bool split_words(std::string_view text, std::vector<std::string>& words);

}  // namespace trellis::tools
