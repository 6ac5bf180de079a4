// What the command line asked for.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "api/check_uniformity.hpp"
#include "api/options.hpp"
#include "tools/layout_options.hpp"

namespace trellis::tools {

/// Exit codes of the program.
enum ExitCode : int {
  kExitDone = 0,
  kExitBadInput = 1,
  kExitBadUsage = 2,  ///< Of the command line or its surroundings: an output that cannot be written, too.
  kExitUnsupported = 3,
  kExitInternalCheck = 4,
  kExitFindings = 5,  ///< Done, but a check that was asked for found something.
};

/// What is written for an input.
enum class Emit : uint8_t { kSpirv, kAssembly, kGlsl, kLlvm, kReflection, kEntries, kParts, kUniformity };

/// The form of a report.
enum class ReportFormat : uint8_t { kText, kJson, kSarif };

/// ".spv", ".spvasm", ".glsl", ".ll", ".json", ".txt", ".sarif".
const char* extension_of(Emit emit, ReportFormat format);
inline bool is_text(Emit emit) { return emit != Emit::kSpirv; }

struct Settings {
  std::vector<std::string> inputs;  ///< Files, folders, or "-".
  std::string output;               ///< File, folder, "-", or empty.
  Emit emit = Emit::kSpirv;
  ReportFormat report_format = ReportFormat::kText;  ///< Of --check uniformity.
  bool error_on_findings = false;
  uniformity::Options uniformity;
  TranslateOptions translate;  ///< pass_sink, log and layout are set for each input.
  LayoutSettings layout;
  ReadOptions read;
  std::string dump_folder;  ///< Of --dump-cfg; empty: none.
  bool show_times = false;
  bool check_convergence = false;  ///< --check convergence.
  bool isolate = true;             ///< Translate in child processes.
  uint32_t jobs = 1;               ///< Child processes at a time.
  double seconds = 0;              ///< Time limit for one input.
  uint64_t memory_mib = 0;         ///< Address-space limit of a child process.

  /// What the convergence check finds is wanted, or the pipeline layout, and no module.
  bool is_report_only() const {
    return (check_convergence || !layout.output.empty()) && output.empty() && emit == Emit::kSpirv;
  }
};

/// Settings, or the exit code when there is nothing left to do (--help, --version, a usage error): what was
/// to be said has been printed then.
std::variant<Settings, int> parse_command_line(int argument_count, const char* const* arguments);

}  // namespace trellis::tools
