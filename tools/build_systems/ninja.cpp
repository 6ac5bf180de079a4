#include "tools/build_systems/ninja.hpp"

#include <algorithm>
#include <cstdio>

#include "tools/file_io.hpp"
#include "tools/platform/processes.hpp"
#include "tools/reports/problems.hpp"

namespace trellis::tools {
namespace {

/// Escapes a path for a build line: blanks, colons and dollars are special to Ninja.
std::string path_text(const std::string& path) {
  std::string text;
  for (const char c : path) {
    if (c == ' ' || c == ':' || c == '$') text += '$';
    text += c;
  }
  return text;
}

/// Escapes the value of a variable.
std::string value_text(const std::string& value) {
  std::string text;
  for (const char c : value) {
    if (c == '$') text += '$';
    text += c;
  }
  return text;
}

/// Quotes a word of a command for the shell that Ninja runs.
std::string quoted(const std::string& word) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-_=+,./:@%").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? "'\\''" : std::string(1, c);
  return text + "'";
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += " " + quoted(word);
  return text;
}

bool has_line_end(const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(),
                     [](const std::string& word) { return word.find('\n') != std::string::npos; });
}

constexpr const char* kRules = R"(rule module
  command = $trellis $options $in -o $out --depfile $out.d --keep-unchanged --quiet $dxc
  description = trellis $out
  depfile = $out.d
  deps = gcc
  restat = 1
)";

}  // namespace

std::string ninja_text(const Settings& settings, const std::vector<Job>& jobs, const std::string& program,
                       std::string& text) {
  text =
      "# Made by trellis --write-ninja. Paths are relative to the folder in which it was called: run ninja "
      "there.\n"
      "ninja_required_version = 1.5\n";
  text += "trellis = " + value_text(quoted(program)) + "\n";
  text += kRules;
  // A different version of the program may write different modules.
  const std::string after = program.find('/') == std::string::npos ? "" : " | " + path_text(program);
  for (const Job& job : jobs) {
    const Settings& own = job.settings(settings);
    if (!job.problem.empty()) return job.input + ": " + job.problem;
    if (job.output.empty() || job.output == "-" || job.input == "-")
      return job.input + ": each input and output must be a file, not standard input or output";
    if (own.each_entry)
      return job.input +
             ": --each-entry cannot be combined with --write-ninja, because the names of its outputs are not "
             "known yet: "
             "name the entry points with -E";
    for (const auto& words : {own.call, own.run_options, own.hlsl.arguments, {job.input, job.output}}) {
      if (has_line_end(words))
        return job.input + ": a name or an option contains a line break, which Ninja files cannot express";
    }
    text += "build " + path_text(job.output) + ": module " + path_text(job.input) + after + "\n";
    const std::string options = joined(own.call) + joined(own.run_options);
    if (!options.empty()) text += "  options =" + value_text(options) + "\n";
    // Without a profile, words after `--` would be inputs; the call's options for dxc do not concern such a
    // line.
    if (!own.hlsl.arguments.empty() && !own.hlsl.profile.empty())
      text += "  dxc = --" + value_text(joined(own.hlsl.arguments)) + "\n";
  }
  return {};
}

int write_ninja(const Settings& settings, const std::vector<Job>& jobs) {
  std::string text;
  std::string wrong = ninja_text(settings, jobs, platform::path_of_program(), text);
  if (wrong.empty() && !holds(settings.ninja, text)) {
    if (settings.ninja != "-") wrong = make_parent_folder(settings.ninja);
    if (wrong.empty()) wrong = write_output(settings.ninja, text);
  }
  if (wrong.empty()) return kExitDone;
  print_general_error(settings.error_format, kExitBadUsage, "--write-ninja: " + wrong);
  return kExitBadUsage;
}

}  // namespace trellis::tools
