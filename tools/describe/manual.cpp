#include "tools/describe/describe.hpp"
#include "tools/describe/texts.hpp"

namespace trellis::tools {
namespace {

/// Escapes text for man(7) and turns Markdown into plain text.
std::string escaped(std::string text) {
  text = replaced(std::move(text), "\\", "\\e");
  text = replaced(std::move(text), "-", "\\-");
  text = replaced(std::move(text), "`", "");
  text = replaced(std::move(text), "*.", "\1");  // Protects the star of a file pattern.
  text = replaced(std::move(text), "*", "");
  return replaced(std::move(text), "\1", "*.");
}

/// Replaces "[binding.md](binding.md)" by "binding.md".
std::string without_links(std::string text) {
  for (size_t at = 0; (at = text.find("](", at)) != std::string::npos;) {
    const size_t open = text.rfind('[', at), close = text.find(')', at);
    if (open == std::string::npos || close == std::string::npos) break;
    text = text.substr(0, open) + text.substr(open + 1, at - open - 1) + text.substr(close + 1);
  }
  return text;
}

std::string entry_of(const Row& row) {
  std::string flags;
  for (const std::string& flag : flags_of(row)) {
    flags += (flags.empty() ? "\\fB" : ", \\fB") + escaped(flag) + "\\fR";
  }
  if (is_positional(row)) flags = "\\fI" + escaped(row.flag) + "\\fR";
  if (option_table::takes_value(row)) flags += " \\fI" + escaped(row.metavariable) + "\\fR";
  std::string text = escaped(without_links(full_text(row)));
  if (text[0] == '.' || text[0] == '\'') text = "\\&" + text;  // Not a man(7) request.
  return ".TP\n" + flags + "\n" + text + "\n";
}

std::string entries_of(const Command& command) {
  std::string text;
  for (const option_table::Section& section : command.sections) {
    const bool is_main = *command.name == '\0';
    if (is_main) text += ".SS " + escaped(section.heading) + "\n";
    for (const Row& row : section.rows) {
      if (*row.flag != '\0') text += entry_of(row);
    }
  }
  return text;
}

}  // namespace

std::string manual_sections() {
  std::string options, named;
  for (const Command& command : commands()) {
    if (*command.name == '\0') {
      options = ".SH OPTIONS\n" + entries_of(command);
    } else {
      named += ".SS trellis " + escaped(command.name) + "\n" + escaped(command.summary) + ".\n" +
               entries_of(command);
    }
  }
  return options + ".SH COMMANDS\n" + named + ".SH EXAMPLES\n.nf\n" + escaped(kExamples) + ".fi\n";
}

}  // namespace trellis::tools
