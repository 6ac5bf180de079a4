#include "tools/describe/texts.hpp"

#include <sstream>

#include "tools/help.hpp"

namespace trellis::tools {

bool is_positional(const Row& row) { return *row.flag != '\0' && *row.flag != '-'; }

std::vector<std::string> flags_of(const Row& row) {
  std::vector<std::string> flags;
  if (is_positional(row)) return flags;
  std::istringstream text(row.flag);
  for (std::string flag; std::getline(text, flag, ',');) flags.push_back(flag);
  return flags;
}

std::vector<std::string> metavariables_of(const Row& row) {
  std::vector<std::string> names;
  std::istringstream text(row.metavariable);
  for (std::string name; text >> name;) names.push_back(name);
  return names;
}

std::string joined_words(const Row& row, std::string_view between) {
  std::string text;
  for (const option_table::Word& word : row.words) {
    if (*word.name == '\0') continue;
    if (!text.empty()) text += between;
    text += word.name;
  }
  return text;
}

namespace {

/// Returns " Default: spv." if the row's help does not state the default.
std::string default_of(const Row& row) {
  const std::string initial(option_table::default_text(row));
  const bool is_told = std::string_view(row.help).find("default") != std::string_view::npos;
  return initial.empty() || initial == "0" || is_told ? std::string() : " Default: " + initial + ".";
}

}  // namespace

std::string full_help(const Row& row) {
  std::string text(option_table::help_text(row));
  if (!text.ends_with('.')) text += ".";
  return text + default_of(row);
}

std::string full_text(const Row& row) {
  std::string text(option_table::help_text(row));
  if (!text.ends_with('.')) text += ".";
  if (*row.more != '\0') text += std::string(" ") + row.more + ".";
  return text + default_of(row);
}

std::string function_name(const Command& command) {
  return std::string("_trellis_") + (*command.name == '\0' ? "translate" : command.name);
}

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  for (size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size()) {
    text.replace(at, what.size(), with);
  }
  return text;
}

std::string words_after_help() {
  std::string text;
  for (const Command& command : commands()) {
    if (*command.name != '\0') text += std::string(command.name) + " ";
  }
  for (const std::string& topic : help_topic_names()) text += topic + " ";
  text.pop_back();
  return text;
}

}  // namespace trellis::tools
