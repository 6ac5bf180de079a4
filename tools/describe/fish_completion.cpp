#include "tools/describe/describe.hpp"
#include "tools/describe/texts.hpp"

namespace trellis::tools {
namespace {

std::string quoted(std::string text) {
  text = replaced(std::move(text), "\\", "\\\\");
  return "'" + replaced(std::move(text), "'", "\\'") + "'";
}

std::string condition(const Command& command) {
  return " -n '__trellis_command_is " + std::string(*command.name == '\0' ? "translate" : command.name) + "'";
}

/// Returns the completion of the option's value: " -x -a 'a b'".
std::string value_of(const Row& row) {
  if (!option_table::takes_value(row)) return {};
  const std::string words = joined_words(row, " ");
  const std::string offered = words.empty() ? "" : " -a " + quoted(words);
  switch (row.completion) {
    case Completion::kFiles:
      return " -r -F" + offered;
    case Completion::kFolders:
      return " -x -a '(__fish_complete_directories)'";
    default:
      return " -x" + offered;
  }
}

std::string argument_line(const Command& command, const Row& row) {
  const std::string start = "complete -c trellis" + condition(command);
  if (row.completion != Completion::kShaders) return start + " -F\n";
  return start + " -k -a '(__fish_complete_suffix .dxil)'\n" + start +
         " -k -a '(__fish_complete_suffix .cso)'\n";
}

std::string option_line(const Command& command, const Row& row) {
  std::string text = "complete -c trellis" + condition(command);
  for (const std::string& flag : flags_of(row)) {
    text += flag.starts_with("--") ? " -l " + flag.substr(2) : " -s " + flag.substr(1);
  }
  return text + value_of(row) + " -d " + quoted(std::string(option_table::help_text(row))) + "\n";
}

}  // namespace

std::string fish_completion() {
  std::string names, lines;
  for (const Command& command : commands()) {
    for_each_option(command, [&](const Row& row) {
      lines += is_positional(row) ? argument_line(command, row) : option_line(command, row);
    });
    if (*command.name == '\0') continue;
    names += " " + std::string(command.name);
    lines += "complete -c trellis -n __fish_is_first_token -a " + std::string(command.name) + " -d " +
             quoted(command.summary) + "\n";
  }
  names += " help";
  lines += "complete -c trellis -n __fish_is_first_token -a help -d " + quoted(kHelpSummary) + "\n";
  lines += "complete -c trellis -n '__trellis_command_is help' -a " + quoted(words_after_help()) + "\n";
  return R"(# Completion of trellis's command line for fish, made from the table of options.

# True if what is being written is that command: translate, or one that has a name.
function __trellis_command_is
  set -l words (commandline -opc)
  set -l command translate
  if contains -- "$words[2]")" +
         names + R"(
    set command $words[2]
  end
  test $command = $argv[1]
end

complete -c trellis -f
)" + lines;
}

}  // namespace trellis::tools
