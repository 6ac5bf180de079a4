// @FILE on the command line: arguments that are in a file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace trellis::tools {

/// Puts the words of FILE in the place of each word "@FILE" before "--": they are separated by white space, quotes ("" or
/// '') keep it, and a backslash takes the next letter as it is. A word "@" alone stays. Files may name others. What is
/// wrong, in words, or nothing.
std::string expand_response_files(std::vector<std::string>& words);

/// The words of a text, by the same rules, behind those that are there. False: a quote is not closed.
bool split_words(std::string_view text, std::vector<std::string>& words);

}  // namespace trellis::tools
