// Runs the whole command line: one call, or one for each of several entry points, or one for each line of a
// manifest.
#include <cstdio>
#include <filesystem>
#include <set>

#include "tools/arguments/entry_pairs.hpp"
#include "tools/file_io.hpp"
#include "tools/inputs/manifest.hpp"
#include "tools/reports/problems.hpp"
#include "tools/settings.hpp"
#include "tools/subcommand.hpp"

namespace trellis::tools {
namespace {

namespace fs = std::filesystem;

/// Reports a usage error in the message format that the call asks for.
int say_usage(const std::string& wrong, const std::vector<std::string>& words) {
  for (size_t at = 1; at < words.size(); ++at) {
    const std::string& word = words[at];
    const std::string value = word.starts_with("--error-format=")                 ? word.substr(15)
                              : word == "--error-format" && at + 1 < words.size() ? words[at + 1]
                                                                                  : std::string();
    if (value != "json" && value != "sarif") continue;
    print_general_error(value == "json" ? ErrorFormat::kJson : ErrorFormat::kSarif, kExitBadUsage, wrong);
    return kExitBadUsage;
  }
  return usage_error(wrong);
}

/// Makes "sky.psmain.spv" from "sky.spv" and ".psmain".
std::string with_part(const std::string& file, const std::string& part) {
  const fs::path path(file);
  return (path.parent_path() / (path.stem().string() + part + path.extension().string())).string();
}

/// Returns the name with a leading dot, without characters that file names cannot contain.
std::string part_of(const std::string& name) {
  std::string part = "." + name;
  for (char& c : part) {
    if (c == '/' || c == '\\' || static_cast<unsigned char>(c) < ' ') c = '_';
  }
  return part;
}

std::string read_entries(const std::vector<EntryCall>& calls, Settings& whole,
                         std::optional<int>& exit_code) {
  std::set<std::string> names;
  for (const EntryCall& call : calls) {
    ParsedCall parsed = parse_words(call.words, /*is_entry=*/false);
    if (parsed.exit_code) exit_code = parsed.exit_code;
    if (parsed.exit_code || !parsed.wrong.empty()) return parsed.wrong;
    Settings& one = parsed.settings;
    if (!one.manifest.empty())
      return "--manifest and several -E cannot be combined: give each entry point a line of the manifest";
    if (!one.is_report_only() && !one.prints_key && (one.output.empty() || one.output == "-")) {
      return "several entry points need a file name to derive the names from, or a folder: add -o FILE";
    }
    one.output_part = part_of(call.name);
    if (!names.insert(call.name).second)
      return "entry point '" + call.name + "' is given twice: both modules would be written to one file";
    if (whole.variants.empty()) whole = one;
    whole.variants.push_back(std::make_shared<const Settings>(std::move(one)));
  }
  return {};
}

/// Inserts the words of a manifest entry into the call's, before those for dxc.
std::vector<std::string> joined(const std::vector<std::string>& call, const ManifestEntry& entry) {
  std::vector<std::string> words;
  const auto separator = std::find(call.begin(), call.end(), "--");
  words.assign(call.begin(), separator);
  const auto own = std::find(entry.words.begin(), entry.words.end(), "--");
  words.insert(words.end(), entry.words.begin(), own);
  // The suffix of the output determines its kind.
  if (!entry.output.empty()) words.push_back("--output=" + entry.output);
  if (separator == call.end() && own == entry.words.end()) return words;
  words.emplace_back("--");
  if (separator != call.end()) words.insert(words.end(), separator + 1, call.end());
  if (own != entry.words.end()) words.insert(words.end(), own + 1, entry.words.end());
  return words;
}

/// Returns where an entry's output goes: the file that its line names, or one named after the shader and its
/// entry point.
std::string output_of(const Settings& whole, const Settings& one, const ManifestEntry& entry) {
  if (whole.output.empty()) return {};
  fs::path name = entry.output;
  if (name.empty()) {
    name = fs::path(one.inputs.front()).lexically_normal();
    while (!name.empty() && (name.begin()->string() == ".." || name.is_absolute())) {
      name = name.is_absolute() ? name.relative_path() : name.lexically_relative(*name.begin());
    }
    const String& point = one.translate.entry;
    std::string stem = name.stem().string();
    if (!point.empty() && point != "main") stem += part_of(std::string(point));
    name = name.parent_path() / (stem + extension_of(one.emit));
  }
  return (fs::path(whole.output) / with_part(name.string(), entry.permutation)).string();
}

/// Returns "none", "standard input" or "2", for a message.
std::string inputs_named(const std::vector<std::string>& inputs) {
  if (inputs.empty()) return "none";
  return inputs.size() == 1 && inputs.front() == "-" ? "standard input" : std::to_string(inputs.size());
}

/// Makes a variant for a manifest entry. Returns a usage error, or an empty string.
std::string add_entry(const std::vector<std::string>& words, const ManifestEntry& entry, Settings& whole) {
  ParsedCall parsed = parse_words(joined(words, entry), /*is_entry=*/true);
  if (parsed.exit_code) return "--help, --version and --list-operations cannot be in a manifest";
  if (!parsed.wrong.empty()) return parsed.wrong;
  Settings& one = parsed.settings;
  if (one.inputs.size() != 1 || one.inputs.front() == "-")
    return "each line must name one shader, but this one names " + inputs_named(one.inputs);
  one.output = output_of(whole, one, entry);
  const fs::path shader = fs::path(whole.manifest).parent_path() / one.inputs.front();
  one.inputs.front() = shader.lexically_normal().string();
  std::error_code error;
  if (fs::is_directory(one.inputs.front(), error))
    return "'" + one.inputs.front() + "' is a folder: each line must name one shader";
  if (one.each_entry && one.output.empty())
    return "--each-entry needs a folder for the outputs: add -o FOLDER";
  whole.variants.push_back(std::make_shared<const Settings>(std::move(one)));
  return {};
}

std::string read_lines(const std::vector<std::string>& words, Settings& whole) {
  std::vector<uint8_t> bytes;
  if (const Problem wrong = read_input(whole.manifest, bytes); !wrong.empty())
    return whole.manifest + ": " + wrong;
  std::vector<ManifestEntry> entries;
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (std::string wrong = read_manifest(text, entries); !wrong.empty()) return whole.manifest + ":" + wrong;
  if (entries.empty()) return whole.manifest + ": the manifest lists no shaders";
  const bool is_text = whole.is_report_only() || whole.prints_key || whole.emit == Emit::kEntries;
  if (!is_text && (whole.output.empty() || whole.output == "-"))
    return "--manifest needs a folder for the outputs: add -o FOLDER";
  std::error_code error;
  if (!whole.output.empty() && fs::exists(whole.output, error) && !fs::is_directory(whole.output, error)) {
    return "--manifest needs a folder for the outputs, but " + whole.output + " is a file";
  }
  whole.variants.reserve(entries.size());
  for (const ManifestEntry& entry : entries) {
    std::string wrong = add_entry(words, entry, whole);
    if (!wrong.empty()) return whole.manifest + ":" + std::to_string(entry.line) + ": " + wrong;
  }
  return {};
}

}  // namespace

std::variant<Settings, int> parse_command_line(int argument_count, const char* const* arguments) {
  const std::vector<std::string> words(arguments, arguments + argument_count);
  std::vector<EntryCall> calls;
  Settings whole;
  if (const std::string wrong = split_entries(words, calls); !wrong.empty()) return say_usage(wrong, words);
  if (!calls.empty()) {
    std::optional<int> exit_code;
    if (const std::string wrong = read_entries(calls, whole, exit_code); !wrong.empty())
      return say_usage(wrong, words);
    if (exit_code) return *exit_code;
    return whole;
  }
  ParsedCall parsed = parse_words(words, /*is_entry=*/false);
  if (parsed.exit_code) return *parsed.exit_code;
  if (!parsed.wrong.empty()) return say_usage(parsed.wrong, words);
  whole = std::move(parsed.settings);
  if (whole.manifest.empty()) return whole;
  if (const std::string wrong = read_lines(words, whole); !wrong.empty()) return say_usage(wrong, words);
  return whole;
}

}  // namespace trellis::tools
