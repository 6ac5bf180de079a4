#include "tools/describe/describe.hpp"
#include "tools/describe/texts.hpp"

namespace trellis::tools {
namespace {

/// Escapes text inside the brackets of an _arguments specification in single quotes.
std::string zsh_escaped(std::string text) {
  text = replaced(std::move(text), "\\", "\\\\");
  text = replaced(std::move(text), "[", "\\[");
  text = replaced(std::move(text), "]", "\\]");
  return replaced(std::move(text), "'", "'\\''");
}

/// Returns the zsh action that completes a value.
std::string action_of(const Row& row) {
  const std::string words = joined_words(row, " ");
  switch (row.completion) {
    case Completion::kFiles:
      return words.empty() ? "_files"
                           : " _alternative \"words\\:word\\:(" + words + ")\" \"files\\:file\\:_files\"";
    case Completion::kFolders:
      return "_files -/";
    case Completion::kShaders:
      return "_files -g \"*.(dxil|cso)(-.)\"";
    case Completion::kNothing:
      break;
  }
  return words.empty() ? " " : "(" + words + ")";
}

/// Returns ":MIN: :MAX: " with the action of each value.
std::string values_of(const Row& row) {
  std::string text;
  for (const std::string& name : metavariables_of(row)) text += ":" + name + ":" + action_of(row);
  return text;
}

/// Returns one line with one specification for _arguments.
std::string specification(const Row& row) {
  if (is_positional(row)) return "    '*:" + std::string(row.flag) + ":" + action_of(row) + "'";
  const std::vector<std::string> flags = flags_of(row);
  const bool has_value = option_table::takes_value(row);
  const std::string tail = "'[" + zsh_escaped(std::string(option_table::help_text(row))) + "]" +
                           (has_value ? values_of(row) : "") + "'";
  if (flags.size() == 1) {
    // Any option with a value may be repeated; the program rejects the ones that must not be.
    return "    " + std::string(has_value ? "'*" : "'") + flags[0] + (has_value ? "=" : "") + tail.substr(1);
  }
  return "    '(" + flags[0] + " " + flags[1] + ")'{" + flags[0] + "," + flags[1] + (has_value ? "=" : "") +
         "}" + tail;
}

std::string zsh_function_of(const Command& command) {
  std::string text = function_name(command) + "() {\n  _arguments -S";
  for_each_option(command, [&](const Row& row) { text += " \\\n" + specification(row); });
  return text + "\n}\n\n";
}

}  // namespace

std::string zsh_completion() {
  std::string text =
      "#compdef trellis\n# Completion of trellis's command line for zsh, made from the table of options.\n\n";
  std::string cases, names;
  for (const Command& command : commands()) {
    text += zsh_function_of(command);
    if (*command.name == '\0') continue;
    names += " '" + std::string(command.name) + ":" + zsh_escaped(command.summary) + "'";
    cases += "    " + std::string(command.name) + ") shift words; ((CURRENT--)); " + function_name(command) +
             "; return ;;\n";
  }
  names += " 'help:" + zsh_escaped(kHelpSummary) + "'";
  cases += "    help) compadd " + words_after_help() + "; return ;;\n";
  return text + R"(_trellis() {
  if ((CURRENT == 2)); then
    local -a names=()" +
         names + R"()
    _describe command names
  fi
  case $words[2] in
)" + cases +
         R"(  esac
  _trellis_translate
}

_trellis "$@"
)";
}

}  // namespace trellis::tools
