#include <sstream>

#include "tools/describe/describe.hpp"
#include "tools/describe/texts.hpp"

namespace trellis::tools {
namespace {

constexpr std::string_view kStart = "<!-- table: ", kStartEnd = " -->", kEnd = "<!-- end of table -->";

std::string flag_names(const Row& row) {
  if (is_positional(row)) return "`" + std::string(row.flag) + "`";
  std::string flags;
  for (const std::string& flag : flags_of(row)) {
    flags += (flags.empty() ? "`" : ", `") + flag + (*row.metavariable == '\0' ? "" : " ") +
             row.metavariable + "`";
  }
  return flags;
}

std::string c_names(const Row& row) {
  const std::string in_c = *row.also_in_c != '\0' ? row.also_in_c : row.field.name;
  return in_c.empty() ? in_c : "`" + replaced(in_c, ", ", "`, `") + "`";
}

bool has_details(const Row& row) { return *row.more != '\0' || *row.cost != '\0' || *row.wanted != '\0'; }

/// Returns the anchor of a row's details: its long name without dashes, or its name in C.
std::string anchor_of(const Row& row) {
  std::string name(option_table::long_name(row));
  name.erase(0, name.find_first_not_of('-'));
  const bool is_flag = !name.empty();
  if (!is_flag) name = *row.field.name != '\0' ? row.field.name : row.also_in_c;
  return (is_flag ? "option-" : "field-") +
         replaced(replaced(name.substr(0, name.find(',')), "()", ""), " ", "-");
}

/// Escapes the star of a file pattern such as "*.dxil", but not the stars of an emphasis such as
/// "*fractions*.".
std::string with_stars(std::string text) {
  for (const char* before : {" ", "("}) {
    for (const char* suffix : {"dxil", "cso", "hlsl"}) {
      text = replaced(text, std::string(before) + "*." + suffix, std::string(before) + "\\*." + suffix);
    }
  }
  return text;
}

/// Replaces a default of 4294967295, which only means "none", by the constant that the help names for it. The
/// constant is kept for the following rows.
std::string with_constant(std::string text, std::string& constant) {
  const std::string number = "Default: 4294967295";
  const size_t open = text.rfind("`TRELLIS_");
  if (open != std::string::npos) constant = text.substr(open, text.find('`', open + 1) - open + 1);
  return constant.empty() ? text : replaced(text, number, "Default: " + constant);
}

std::string details_of(const Row& row) {
  const std::string flags = flag_names(row), in_c = c_names(row);
  std::string text = "- <a id=\"" + anchor_of(row) + "\"></a>**" + (flags.empty() ? in_c : flags) + "**:";
  if (*row.more != '\0') text += std::string(" ") + row.more + ".";
  if (*row.cost != '\0') text += " *Cost:* " + std::string(row.cost) + ".";
  if (*row.wanted != '\0') text += " *Useful for:* " + std::string(row.wanted) + ".";
  return with_stars(text) + "\n";
}

}  // namespace

std::string options_table(const option_table::Section& section) {
  std::string text = "| option | in C | what it does |\n|---|---|---|\n", details;
  std::string constant;
  for (const Row& row : section.rows) {
    if (*row.help == '\0') continue;  // Another row documents it.
    std::string what = with_constant(with_stars(full_help(row)), constant);
    if (!what.ends_with("...")) what.pop_back();  // Table cells have no full stop.
    text += "| " + flag_names(row) + " | " + c_names(row) + " | " + what;
    if (has_details(row)) {
      text += " ([more](#" + anchor_of(row) + "))";
      details += details_of(row);
    }
    text += " |\n";
  }
  return details.empty() ? text : text + "\n" + details;
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
