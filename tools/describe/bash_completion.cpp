#include "tools/describe/describe.hpp"
#include "tools/describe/texts.hpp"

namespace trellis::tools {
namespace {

/// Makes bash offer the lines that a command prints.
std::string offers(const std::string& command) { return "mapfile -t COMPREPLY < <(" + command + ")"; }

/// Returns the command that prints files of a kind; empty if there are none to offer.
std::string files_of(Completion completion) {
  switch (completion) {
    case Completion::kFiles:
      return R"(compgen -f -- "$current")";
    case Completion::kFolders:
      return R"(compgen -d -- "$current")";
    case Completion::kShaders:
      return R"(compgen -d -- "$current"; compgen -f -X '!*.@(dxil|cso)' -- "$current")";
    case Completion::kNothing:
      break;
  }
  return {};
}

std::string words_and_files(const Row& row) {
  const std::string words = joined_words(row, " "), files = files_of(row.completion);
  if (words.empty()) return files;
  const std::string print_words = "compgen -W \"" + words + "\" -- \"$current\"";
  return files.empty() ? print_words : print_words + "; " + files;
}

/// Returns "-o | --output".
std::string pattern_of(const Row& row) {
  std::string pattern;
  for (const std::string& flag : flags_of(row)) pattern += (pattern.empty() ? "" : " | ") + flag;
  return pattern;
}

std::string function_of(const Command& command) {
  std::string cases, others, flags, arguments;
  for_each_option(command, [&](const Row& row) {
    if (is_positional(row)) arguments = files_of(row.completion);
    for (const std::string& flag : flags_of(row)) flags += (flags.empty() ? "" : " ") + flag;
    if (!option_table::takes_value(row)) return;
    // The value of the option that precedes the cursor.
    const std::string print = words_and_files(row);
    if (print.empty()) {
      others += (others.empty() ? "" : " | ") + pattern_of(row);
    } else {
      cases += "    " + pattern_of(row) + ") " + offers(print) + " ;;\n";
    }
  });
  if (!others.empty()) cases += "    " + others + ") ;;\n";
  return function_name(command) + "() {\n  local current=$1 previous=$2\n  case $previous in\n" + cases +
         "    *)\n      if [[ $current == -* ]]; then\n        " +
         offers("compgen -W \"" + flags + "\" -- \"$current\"") + "\n      else\n        " +
         offers(arguments) + "\n      fi\n      ;;\n  esac\n}\n\n";
}

}  // namespace

std::string bash_completion() {
  std::string text = "# Completion of trellis's command line for bash, made from the table of options.\n\n",
              cases, names;
  for (const Command& command : commands()) {
    text += function_of(command);
    if (*command.name == '\0') continue;
    names += (names.empty() ? "" : " ") + std::string(command.name);
    cases += "    " + std::string(command.name) + ") " + function_name(command) +
             " \"$current\" \"$previous\" ;;\n";
  }
  names += " help";
  cases += "    help) " + offers("compgen -W \"" + words_after_help() + "\" -- \"$current\"") + " ;;\n";
  return text +
         R"(_trellis() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=
  COMPREPLY=()
  ((COMP_CWORD > 1)) && command=${COMP_WORDS[1]}
  case $command in
)" + cases +
         R"(    *) _trellis_translate "$current" "$previous" ;;
  esac
  if ((COMP_CWORD == 1)); then
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W ")" +
         names + R"(" -- "$current")
  fi
}
complete -o filenames -o default -F _trellis trellis
)";
}

}  // namespace trellis::tools
