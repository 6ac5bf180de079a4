#include "tools/gpu_stats.hpp"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tools/gpu_compiler/compiled_json.hpp"

namespace trellis::tools {
namespace {

using gpu_compiler::CompiledModule;
using gpu_compiler::Executable;
using gpu_compiler::Statistic;
using Json = nlohmann::ordered_json;

constexpr int kFormatVersion = 1;
constexpr size_t kColumnsOfTable = 4;
constexpr size_t kValueWidth = 12;

std::string value_text(const Statistic& statistic) {
  if (!statistic.is_real) return std::to_string(statistic.count);
  char text[32];
  std::snprintf(text, sizeof text, "%g", statistic.real);
  return text;
}

std::string title_of(const Executable& executable) {
  std::string title = executable.name;
  // dxc's mangled names begin with the byte 1, which is not printable.
  const size_t start = executable.entry.starts_with('\1') ? 1 : 0;
  if (!executable.entry.empty()) title = executable.entry.substr(start) + ": " + title;
  if (executable.lanes != 0) title += ", " + std::to_string(executable.lanes) + " lanes";
  return title;
}

const Statistic* find_statistic(const Executable& executable, const std::string& name) {
  const auto found = std::find_if(executable.statistics.begin(), executable.statistics.end(),
                                  [&](const Statistic& other) { return other.name == name; });
  return found == executable.statistics.end() ? nullptr : &*found;
}

/// Returns a table with one row per statistic and one column per executable. Columns are numbered, and their
/// titles precede the table.
std::string table(std::span<const Executable> executables, size_t first) {
  size_t widest = 0;
  std::vector<std::string> names;
  std::string text, heading;
  for (size_t n = 0; n < executables.size(); ++n) {
    const std::string number = "[" + std::to_string(first + n + 1) + "]";
    text += "  " + number + " " + title_of(executables[n]) + "\n";
    heading += std::string(kValueWidth - std::min(kValueWidth, number.size()), ' ') + number;
    for (const Statistic& statistic : executables[n].statistics) {
      widest = std::max(widest, statistic.name.size());
      if (std::find(names.begin(), names.end(), statistic.name) == names.end())
        names.push_back(statistic.name);
    }
  }
  text += "  " + std::string(widest, ' ') + heading + "\n";
  for (const std::string& name : names) {
    text += "  " + name + std::string(widest - name.size(), ' ');
    for (const Executable& executable : executables) {
      const Statistic* const statistic = find_statistic(executable, name);
      const std::string value = statistic == nullptr ? "-" : value_text(*statistic);
      text += std::string(kValueWidth - std::min(kValueWidth, value.size()), ' ') + value;
    }
    text += "\n";
  }
  return text;
}

std::string text_part(const CompiledModule& compiled, const std::string& input, const std::string& family) {
  std::string text = (input == "-" ? "<stdin>" : input) + ", compiled for " + family + "\n";
  const std::span<const Executable> all = compiled.executables;
  for (size_t first = 0; first < all.size(); first += kColumnsOfTable)
    text += table(all.subspan(first, std::min(kColumnsOfTable, all.size() - first)), first);
  return text;
}

std::string json_part(const CompiledModule& compiled, const std::string& input) {
  const Json part = {{"file", input}, {"executables", json_of(compiled)["executables"]}};
  return part.dump(-1, ' ', false, Json::error_handler_t::replace);
}

int exit_code_for(const Diagnostic& error) {
  return error.code == ErrorCode::kInternalCheck ? kExitInternalCheck
         : error.code == ErrorCode::kBadInput    ? kExitBadInput
                                                 : kExitUnsupported;
}

}  // namespace

std::optional<Outcome> add_gpu_stats(const Settings& settings, gpu_compiler::CompilerProcess& compiler,
                                     const Translation& translation, std::span<const uint32_t> spirv,
                                     const std::string& input, Outcome& outcome) {
  gpu_compiler::ModuleToCompile module;
  module.words = spirv;
  for (size_t n = 0; n < translation.entry_points.size(); ++n) {
    if (const uint32_t size = translation.required_subgroup_sizes[n]; size != 0)
      module.subgroup_sizes[translation.entry_points[n]] = size;
  }
  const auto compiled = compiler.compile(module, settings.gpu_seconds);
  if (!compiled) {
    Outcome failed = failure(exit_code_for(compiled.error()), "--gpu-stats: " + compiled.error().to_string());
    failed.message = failed.error;
    return failed;
  }
  if (compiled->is_late) {
    char limit[32];
    std::snprintf(limit, sizeof limit, "%g", settings.gpu_seconds);
    return failure(kExitSlowDriver, std::string("--gpu-stats: the driver took longer than ") + limit +
                                        " s (--gpu-time-limit) to compile the module");
  }
  std::istringstream messages(compiled->messages);
  for (std::string line; std::getline(messages, line);)
    outcome.warnings.push_back({"--gpu-stats: the driver says: " + line});
  const bool is_json = settings.report_format == ReportFormat::kJson;
  if (!outcome.report.empty()) outcome.report += is_json ? "," : "\n";
  outcome.report += is_json ? json_part(*compiled, input) : text_part(*compiled, input, settings.gpu_family);
  return std::nullopt;
}

std::string gpu_stats_document(std::span<const std::string> parts, const Settings& settings) {
  const bool is_json = settings.report_format == ReportFormat::kJson;
  std::string text;
  for (const std::string& part : parts) {
    if (!text.empty()) text += is_json ? "," : "\n";
    text += part;
  }
  if (!is_json) return text;
  Json document = {{"version", kFormatVersion}, {"family", settings.gpu_family}};
  document["modules"] = Json::parse("[" + text + "]");
  return document.dump(2) + "\n";
}

}  // namespace trellis::tools
