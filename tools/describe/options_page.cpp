#include <array>
#include <sstream>

#include "tools/describe/describe.hpp"
#include "tools/describe/texts.hpp"

namespace trellis::tools {
namespace {

constexpr std::string_view kStart = "<!-- table: ", kStartEnd = " -->", kEnd = "<!-- end of table -->";

/// What it is called in C, and on the command line.
std::string names_of(const Row& row) {
  std::string in_c = row.field.name, flags;
  if (*row.also_in_c != '\0') in_c = row.also_in_c;
  if (!in_c.empty()) in_c = "`" + replaced(in_c, ", ", "`, `") + "`";
  for (const std::string& flag : flags_of(row)) {
    flags += flags.empty() ? "`" : ", `";
    flags += flag + (*row.metavariable == '\0' ? "" : " ") + row.metavariable + "`";
  }
  if (is_positional(row)) flags = "`" + std::string(row.flag) + "`";
  return in_c.empty() || flags.empty() ? in_c + flags : in_c + "; " + flags;
}

}  // namespace

std::string options_table(const option_table::Section& section) {
  bool has_costs = false;
  for (const Row& row : section.rows) has_costs |= *row.cost != '\0' || *row.wanted != '\0';
  std::string text = has_costs ? "| option | what it does | cost | wanted by |\n|---|---|---|---|\n"
                               : "| option | what it does |\n|---|---|\n";
  for (const Row& row : section.rows) {
    if (*row.help == '\0') continue;  // Another row speaks for it.
    text += "| " + names_of(row) + " | " + replaced(full_text(row), "*.", "\\*.") + " |";
    if (has_costs) text += " " + std::string(row.cost) + " | " + row.wanted + " |";
    text += "\n";
  }
  return text;
}

std::string with_tables(const std::string& page) {
  std::istringstream lines(page);
  std::string result;
  bool is_skipped = false;
  for (std::string line; std::getline(lines, line);) {
    if (line == kEnd) is_skipped = false;
    if (!is_skipped) result += line + "\n";
    if (!line.starts_with(kStart) || !line.ends_with(kStartEnd)) continue;
    const std::string heading = line.substr(kStart.size(), line.size() - kStart.size() - kStartEnd.size());
    result += options_table({heading.c_str(), option_table::rows_of(heading)});
    is_skipped = true;
  }
  return result;
}

}  // namespace trellis::tools
