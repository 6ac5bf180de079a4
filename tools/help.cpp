#include "tools/help.hpp"

#include <algorithm>
#include <cstdlib>

#include "tools/commands.hpp"
#include "tools/platform/terminal.hpp"
#include "tools/suggestions.hpp"

namespace trellis::tools {
namespace {

constexpr size_t kColumn = 30;
constexpr size_t kLeastWidth = 60, kUsualWidth = 100, kMostWidth = 120;

constexpr HelpTopic kTopics[] = {
    {"translation", "Options", "input, output, target, entry points, reflection"},
    {"checks", "Checks", "find divergence bugs in shaders; statistics of compiled code"},
    {"binding", "Binding", "descriptor sets and bindings"},
    {"root-signature", "Root signature", "bindings from a D3D12 root signature; pipeline layouts"},
    {"stages", "Inputs and outputs", "locations, stream output, render targets, samples"},
    {"views", "Views", "view instancing"},
    {"instrumentation", "Instrumentation", "modules that check descriptors or count executed blocks"},
    {"device", "Device", "extensions, capabilities, precision, subgroups"},
    {"processes", "Processes", "parallel jobs, limits, build systems, messages"},
};

constexpr const char* kEveryday[] = {
    "IN",         "--output",     "--emit",    "--target",  "--entry", "--profile",
    "--validate", "--debug-info", "--reflect", "--check",   "--bind",  "--root-signature",
    "--optimize", "--jobs",       "--quiet",   "--version", "--help"};

constexpr const char* kShortExamples =
    R"(  trellis shader.dxil -o shader.spv              one shader
  trellis shaders/ -o out/                       a folder
  trellis shader.hlsl -T ps_6_6 -o shader.spv    HLSL, compiled by dxc
  trellis shader.dxil --emit spvasm              SPIR-V assembly on the terminal
  trellis shader.dxil --reflect                  resources, bindings, device features as JSON
  trellis shader.dxil --check uniformity         barriers and derivatives in divergent control flow
)";

bool is_everyday(const CLI::Option& option) {
  return std::any_of(std::begin(kEveryday), std::end(kEveryday),
                     [&](const char* name) { return option.check_name(name); });
}

/// Hides the other options: CLI11 does not show options without a group.
void show_only(CLI::App& app, const std::function<bool(const CLI::Option&)>& is_shown) {
  for (CLI::Option* option : app.get_options()) {
    if (!is_shown(*option)) option->group("");
  }
}

std::string topic_list() {
  std::string text;
  for (const HelpTopic& topic : kTopics) {
    const std::string start = std::string("  ") + topic.name;
    text += start + std::string(20 - start.size(), ' ') + topic.summary + "\n";
  }
  return text + "  all               every option, with more examples\n";
}

std::string short_help(CLI::App& app) {
  show_only(app, is_everyday);
  for (CLI::Option* option : app.get_options()) {
    if (!option->get_group().empty() && !option->get_positional()) option->group("Common options");
  }
  app.footer("More options: trellis --help TOPIC\n" + topic_list() + "\nCommands:\n" + command_list() +
             "\nExamples:\n" + kShortExamples);
  return app.help();
}

}  // namespace

size_t help_width() {
  size_t width = platform::terminal_columns(platform::Stream::kOutput);
  if (const char* columns = std::getenv("COLUMNS"); width == 0 && columns != nullptr) {
    width = std::strtoul(columns, nullptr, 10);
  }
  return width == 0 ? kUsualWidth : std::clamp(width, kLeastWidth, kMostWidth);
}

std::string wrapped(std::string_view text, size_t at, size_t indent, size_t width) {
  std::string result;
  bool is_first = true;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    if (!is_first && at + 1 + end > width) {
      result += "\n" + std::string(indent, ' ');
      at = indent;
    } else if (!is_first) {
      result += ' ';
      ++at;
    }
    result += text.substr(0, end);
    at += end;
    is_first = false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

HelpFormatter::HelpFormatter() { column_width(kColumn); }

std::string HelpFormatter::make_option(const CLI::Option* option, bool is_positional) const {
  const std::string name = "  " + make_option_name(option, is_positional) + make_option_opts(option);
  std::string line = name;
  if (name.size() + 2 > kColumn) {
    line += "\n" + std::string(kColumn, ' ');
  } else {
    line += std::string(kColumn - name.size(), ' ');
  }
  return line + wrapped(make_option_desc(option), kColumn, kColumn, width_) + "\n";
}

std::vector<std::string> help_topic_names() {
  std::vector<std::string> names;
  for (const HelpTopic& topic : kTopics) names.emplace_back(topic.name);
  names.emplace_back("all");
  return names;
}

std::optional<std::string> take_help(std::vector<const char*>& words) {
  for (size_t i = 1; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (word == "--") break;
    if (word != "--help" && word != "-h") continue;
    const std::vector<std::string> names = help_topic_names();
    const std::string topic = i + 1 < words.size() ? words[i + 1] : "";
    if (std::find(names.begin(), names.end(), topic) == names.end()) return std::string();
    return topic;
  }
  return {};
}

std::string find_wrong_topic(const std::vector<const char*>& words) {
  if (words.size() != 3 || words[2][0] == '-') return {};
  const std::string_view first = words[1];
  const std::vector<std::string> names = help_topic_names();
  if (first != "--help" && first != "-h") return {};
  if (std::find(names.begin(), names.end(), words[2]) != names.end()) return {};
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return "no such help topic: '" + std::string(words[2]) + "'" + did_you_mean(words[2], names) +
         "; topics are " + list;
}

std::string help_on(CLI::App& app, const std::string& topic) {
  if (topic.empty()) return short_help(app);
  for (const HelpTopic& known : kTopics) {
    if (known.name != topic) continue;
    show_only(app, [&](const CLI::Option& option) { return option.get_group() == known.heading; });
    app.footer("Other topics: trellis --help TOPIC\n" + topic_list());
  }
  return app.help();
}

}  // namespace trellis::tools
