// What the command line asked for.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "api/check_uniformity.hpp"
#include "api/findings/findings.hpp"
#include "api/options.hpp"
#include "tools/arguments/layout_options.hpp"

namespace trellis::tools {

/// Exit codes of the program.
enum ExitCode : int {
  kExitDone = 0,
  kExitBadInput = 1,
  kExitBadUsage = 2,  ///< Of the command line or its surroundings: an output that cannot be written, too.
  kExitUnsupported = 3,  ///< HLSL that dxc refuses, too.
  kExitInternalCheck = 4,
  kExitFindings = 5,  ///< Done, but a check that was asked for found something.
  kExitSlowDriver = 6,  ///< Of --gpu-stats: the driver did not end in time.
};

/// What is written for an input.
enum class Emit : uint8_t { kSpirv, kAssembly, kGlsl, kHlsl, kMsl, kHeader, kLlvm, kReflection, kEntries, kParts, kPreprocessed };

/// What spirv-opt makes of the module.
enum class Optimize : uint8_t { kNothing, kPerformance, kSize };

/// How errors and warnings are told.
enum class ErrorFormat : uint8_t { kText, kJson, kSarif };

/// How much is said beside errors.
enum class Talk : uint8_t { kQuiet, kNormal, kVerbose };

/// How inputs in HLSL are compiled.
struct HlslSettings {
  std::string profile;                 ///< "ps_6_6"; empty: none are.
  std::vector<std::string> arguments;  ///< For dxc, as given behind "--".
  bool asks_for_dependencies = false;
};

/// ".spv", ".spvasm", ".glsl", ".hlsl", ".metal", ".h", ".ll", ".json", ".i", ".txt".
const char* extension_of(Emit emit);
inline bool is_text(Emit emit) { return emit != Emit::kSpirv; }

struct Settings {
  std::vector<std::string> inputs;  ///< Files, folders, or "-".
  std::string output;               ///< File, folder, "-", or empty.
  Emit emit = Emit::kSpirv;
  bool each_entry = false;  ///< A module for each entry point; `output` is not empty then.
  HlslSettings hlsl;
  Optimize optimize = Optimize::kNothing;
  bool strip = false;       ///< No names and nothing else for people in the module.
  std::string array_name;   ///< Of --emit header; empty: from the name of the file.
  /// Stands before the suffix in the output's name: ".psmain". Of the variants of one call.
  std::string output_part;
  /// The call was for several things at once: settings for each. The rest of this struct then says how they are done.
  std::vector<std::shared_ptr<const Settings>> variants;
  std::string manifest;  ///< Where the variants are listed; empty: nowhere.
  bool prints_key = false;  ///< A key of the output is printed, in place of making it.
  std::string ninja;     ///< Where a Ninja file goes, in place of the outputs; empty: they are made.
  /// The options that the output depends on, and those about limits and messages, as words in one spelling.
  std::vector<std::string> call, run_options;
  std::string depfile;  ///< Where rules go that say what each output was made of; empty: nowhere.
  bool watch = false;
  bool keep_unchanged = false;  ///< An output that would be the same is not written.
  ErrorFormat error_format = ErrorFormat::kText;
  Talk talk = Talk::kNormal;
  Checks checks;
  std::string gpu_family;  ///< Of --gpu-stats; empty: none.
  std::string report = "-";  ///< Where the report of the checks, or of --gpu-stats, goes: a file, or "-" for standard output.
  ReportFormat report_format = ReportFormat::kText;
  bool error_on_findings = false;
  uniformity::Options uniformity;
  TranslateOptions translate;  ///< pass_sink, log and layout are set for each input.
  LayoutSettings layout;
  ReadOptions read;
  std::string dump_folder;  ///< Of --dump-cfg; empty: none.
  bool show_times = false;
  bool isolate = true;      ///< Translate in child processes.
  uint32_t jobs = 1;        ///< Child processes at a time.
  bool chooses_jobs = false;  ///< The call says how many; else a jobserver may.
  double seconds = 0;       ///< Time limit for one input.
  double gpu_seconds = 0;   ///< That of the driver for the statistics of one module, in addition.
  uint64_t memory_mib = 0;  ///< Address-space limit of a child process.

  /// Files that options name and translations depend on.
  std::vector<std::string> files_of_options() const;

  /// There is a report, for standard output or a file.
  bool has_report() const { return checks.any() || !gpu_family.empty(); }
  /// A report is wanted, or the pipeline layout, and no module.
  bool is_report_only() const {
    return (has_report() || !layout.output.empty()) && output.empty() && emit == Emit::kSpirv;
  }
  /// Something is wanted that only a translation says.
  bool is_translation_wanted() const {
    return !is_report_only() || checks.convergence || !gpu_family.empty() || !layout.output.empty() || !dump_folder.empty();
  }
};

/// What came of reading the words of a call.
struct ParsedCall {
  Settings settings;
  std::optional<int> exit_code;  ///< There is nothing left to do (--help, --version): what was to be said has been printed.
  std::string wrong;             ///< A usage error; empty: none.
};

/// Reads the words of one call, the program's name in front. `is_entry`: the words are those of a whole call and of one of its entries:
/// of two values for an option the last one counts.
ParsedCall parse_words(const std::vector<std::string>& words, bool is_entry);

/// The same for the whole command line, with a manifest's entries and several entry points as variants. Settings, or the exit code when
/// there is nothing left to do: what was to be said has been printed then.
std::variant<Settings, int> parse_command_line(int argument_count, const char* const* arguments);

}  // namespace trellis::tools
