#include "tools/commands.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "option_table/table.hpp"
#include "tools/cfg/cfg_command.hpp"
#include "tools/help.hpp"
#include "tools/suggestions.hpp"
#include "tools/tinywgsl_command.hpp"

namespace trellis::tools {

std::span<const Command> commands() {
  static const Command kCommands[] = {
      {"", "Translate shaders", option_table::sections()},
      {"cfg", "Run only the structurizer, on a graph or a shader; pictures and pages", cfg_sections()},
      {"tinywgsl", "Analyse and run a TinyWGSL shader", tinywgsl_sections()},
  };
  return kCommands;
}

std::string command_list() {
  std::string text;
  for (const Command& command : commands()) {
    if (*command.name == '\0') continue;
    const std::string call = "  trellis " + std::string(command.name) + " ...";
    text += call + std::string(call.size() < 27 ? 27 - call.size() : 1, ' ') + command.summary + "\n";
  }
  return text + "  trellis help [COMMAND]   trellis [COMMAND] --help\n";
}

namespace {

constexpr const char* kHelpWord = "help";

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const Command& command : commands()) {
    if (*command.name != '\0') names.emplace_back(command.name);
  }
  names.emplace_back(kHelpWord);
  return names;
}

/// Returns " (did you mean cfg?); commands are cfg, tinywgsl, help".
std::string known_commands(std::string_view written) {
  const std::vector<std::string> names = command_names();
  std::string text = did_you_mean(written, names), list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return text + "; commands are " + list;
}

}  // namespace

std::string expand_help(std::vector<const char*>& words) {
  if (words.size() == 2 && (std::string_view(words[1]) == "version" || std::string_view(words[1]) == "-V")) {
    words[1] = "--version";
  }
  if (words.size() < 2 || std::string_view(words[1]) != kHelpWord) return {};
  if (words.size() > 3) return "trellis help takes at most one command";
  if (words.size() == 3) {
    std::vector<std::string> names = command_names();
    const std::string_view name = words[2];
    const std::vector<std::string> topics = help_topic_names();
    if (std::find(topics.begin(), topics.end(), name) != topics.end()) {
      words[1] = "--help";
      return {};
    }
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      return "no such command: '" + std::string(name) + "'" + known_commands(name);
    }
  }
  words.erase(words.begin() + 1);
  if (words.size() == 2 && std::string_view(words[1]) == kHelpWord) words.pop_back();
  words.push_back("--help");
  return {};
}

std::string find_wrong_command(std::span<const char* const> words) {
  if (words.size() < 2) return {};
  const std::string_view word = words[1];
  const bool is_word = !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char letter) {
    return std::isalpha(letter) != 0;
  });
  std::error_code error;
  if (!is_word || std::filesystem::exists(word, error)) return {};
  const std::vector<std::string> names = command_names();
  if (std::find(names.begin(), names.end(), word) != names.end()) return {};
  // If more words follow, it is more likely the name of a file that does not exist.
  if (words.size() > 2 && nearest_name(word, names).empty()) return {};
  return "no such file or command: '" + std::string(word) + "'" + known_commands(word);
}

const char* const kExamples =
    R"(  trellis shader.dxil -o shader.spv              translate one shader
  trellis shader.dxil -o shader.spv --validate   ... and have SPIRV-Tools check the module
  trellis shaders/ -o out/ --jobs 8              a folder: out/ gets the same tree of .spv files
  trellis a.dxil b.dxil -o out/                  several files: out/a.spv, out/b.spv
  trellis - -o - <in.dxil >out.spv               standard input to standard output
  trellis shader.dxil --emit spvasm              SPIR-V assembly, to the terminal
  trellis shader.dxil --check uniformity         faults in divergent control flow, and why
  trellis shader.dxil --check convergence        operations whose lanes may no longer run together
  trellis shader.dxil --gpu-stats navi31         instructions and registers on an AMD GPU
  trellis shader.dxil --reflect                  entry points, resources, device needs as JSON
  trellis shader.dxil --list-parts               the parts of the container
  trellis shader.dxil --dump-cfg cfg/            the control-flow graph after every pass, as pictures
  trellis shader.dxil --dump-program passes/     the program after every lowering pass, as text
  trellis shader.dxil -o s.spv --t-shift 100 0   t registers of space 0 from binding 100 on
  trellis shader.dxil -o s.spv --bind albedo=0.3 the resource albedo in set 0, binding 3
  trellis s.dxil -o s.spv --root-signature embedded --layout layout.json
  trellis --list-operations                      which DXIL operations are translated
)";

}  // namespace trellis::tools
