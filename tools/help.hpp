// What `--help` prints: the everyday options, those of a topic, or all of them, wrapped to the terminal.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trellis::tools {

/// Columns to print to: the terminal's, COLUMNS, or 100, and within what reads well.
size_t help_width();

/// The text with lines of at most `width` columns, broken at blanks; all but the first begin with `indent`
/// blanks. The first begins in the column `at`.
std::string wrapped(std::string_view text, size_t at, size_t indent, size_t width);

/// Descriptions in a column of their own, wrapped.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter();
  std::string make_option(const CLI::Option* option, bool is_positional) const override;

 private:
  size_t width_ = help_width();
};

/// A group of options of the translation, by the word that asks for it.
struct HelpTopic {
  const char* name;     ///< "binding".
  const char* heading;  ///< Of the section of the option table.
  const char* summary;
};
std::vector<std::string> help_topic_names();

/// Takes `--help TOPIC` (or -h) off the words; nothing if help was not asked for, an empty text if no topic
/// was.
std::optional<std::string> take_help(std::vector<const char*>& words);

/// What is wrong with `trellis --help WORD`; empty if nothing is.
std::string find_wrong_topic(const std::vector<const char*>& words);

/// The help on a topic: "" is the everyday options, "all" everything.
std::string help_on(CLI::App& app, const std::string& topic);

}  // namespace trellis::tools
