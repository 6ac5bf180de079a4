// Writes the help: the everyday options, those of a topic, or all of them, wrapped to the terminal.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trellis::tools {

/// Returns the width of the help in columns: that of the terminal, COLUMNS, or 100, limited to a readable
/// range.
size_t help_width();

/// Breaks the text at blanks into lines of at most `width` columns. The first line begins in column `at`; the
/// others are indented by `indent` blanks.
std::string wrapped(std::string_view text, size_t at, size_t indent, size_t width);

/// Prints descriptions in a column of their own, wrapped.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter();
  std::string make_option(const CLI::Option* option, bool is_positional) const override;

 private:
  size_t width_ = help_width();
};

/// A group of the translation's options, and the word that selects it.
struct HelpTopic {
  const char* name;     ///< The word: "binding".
  const char* heading;  ///< The heading of the section in the option table.
  const char* summary;
};
std::vector<std::string> help_topic_names();

/// Removes `--help TOPIC` (or -h) from the words. Returns nothing if help was not requested, and an empty
/// text if no topic was given.
std::optional<std::string> take_help(std::vector<const char*>& words);

/// Returns what is wrong with `trellis --help WORD`; empty if nothing is.
std::string find_wrong_topic(const std::vector<const char*>& words);

/// Returns the help on a topic: "" means the everyday options, "all" everything.
std::string help_on(CLI::App& app, const std::string& topic);

}  // namespace trellis::tools
