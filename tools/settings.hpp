// The parsed command line.
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
  kExitBadUsage = 2,     ///< A bad command line or environment, including an output that cannot be written.
  kExitUnsupported = 3,  ///< Also for HLSL that dxc rejects.
  kExitInternalCheck = 4,
  kExitFindings = 5,    ///< Done, but a requested check found something.
  kExitSlowDriver = 6,  ///< --gpu-stats: the driver exceeded its time limit.
};

/// The kind of output.
enum class Emit : uint8_t {
  kSpirv,
  kAssembly,
  kGlsl,
  kHlsl,
  kMsl,
  kHeader,
  kLlvm,
  kReflection,
  kEntries,
  kParts,
  kPreprocessed
};

/// What spirv-opt optimizes for.
enum class Optimize : uint8_t { kNothing, kPerformance, kSize };

/// The format of errors and warnings.
enum class ErrorFormat : uint8_t { kText, kJson, kSarif };

/// How much is printed besides errors.
enum class Talk : uint8_t { kQuiet, kNormal, kVerbose };

/// How HLSL inputs are compiled.
struct HlslSettings {
  std::string profile;                 ///< "ps_6_6"; empty: HLSL inputs are not expected.
  std::vector<std::string> arguments;  ///< Arguments for dxc, as given after "--".
  bool asks_for_dependencies = false;
};

/// Returns ".spv", ".spvasm", ".glsl", ".hlsl", ".metal", ".h", ".ll", ".json", ".i" or ".txt".
const char* extension_of(Emit emit);
inline bool is_text(Emit emit) { return emit != Emit::kSpirv; }

struct Settings {
  std::vector<std::string> inputs;  ///< Files, folders, or "-".
  std::string output;               ///< A file, a folder, "-", or empty.
  Emit emit = Emit::kSpirv;
  bool each_entry = false;  ///< Writes a module for each entry point; requires an output.
  HlslSettings hlsl;
  Optimize optimize = Optimize::kNothing;
  bool strip = false;      ///< Removes names and debug information from the module.
  std::string array_name;  ///< The name in --emit header; empty: derived from the file's name.
  /// Goes before the suffix in the output's name: ".psmain". Only used in variants.
  std::string output_part;
  /// The settings of each variant, if the call has several entry points or a manifest. The rest of this
  /// struct then says how to run them.
  std::vector<std::shared_ptr<const Settings>> variants;
  std::string manifest;     ///< The file that lists the variants; empty: none.
  bool prints_key = false;  ///< Prints the cache key of the output instead of making it.
  std::string ninja;        ///< The Ninja file to write instead of the outputs; empty: none.
  /// The options that the output depends on, and those about limits and messages, as words in canonical
  /// spelling.
  std::vector<std::string> call, run_options;
  std::string depfile;  ///< The file for dependency rules; empty: none.
  bool watch = false;
  bool keep_unchanged = false;  ///< Does not rewrite an output that would be the same.
  ErrorFormat error_format = ErrorFormat::kText;
  Talk talk = Talk::kNormal;
  Checks checks;
  std::string gpu_family;    ///< The GPU family of --gpu-stats; empty: none.
  std::string report = "-";  ///< Of the checks or --gpu-stats: a file, or "-" for standard output.
  ReportFormat report_format = ReportFormat::kText;
  bool error_on_findings = false;
  uniformity::Options uniformity;
  TranslateOptions translate;  ///< pass_sink, program_observer, log and layout are set per input.
  LayoutSettings layout;
  ReadOptions read;
  std::string dump_folder;     ///< The folder of --dump-cfg; empty: none.
  std::string program_folder;  ///< The folder of --dump-program; empty: none.
  bool show_times = false;
  bool isolate = true;        ///< Translates in child processes.
  uint32_t jobs = 1;          ///< The number of concurrent child processes.
  bool chooses_jobs = false;  ///< The call gives `jobs`; otherwise a jobserver may decide.
  double seconds = 0;         ///< The time limit for one input.
  double gpu_seconds = 0;     ///< The additional time limit for the driver's statistics of one module.
  uint64_t memory_mib = 0;    ///< The address-space limit of a child process, in MiB.

  /// Returns the files that options name and that translations depend on.
  std::vector<std::string> files_of_options() const;

  /// Returns true if a report is written to standard output or a file.
  bool has_report() const { return checks.any() || !gpu_family.empty(); }
  /// Returns true if only a report or the pipeline layout is written, but no module.
  bool is_report_only() const {
    return (has_report() || !layout.output.empty()) && output.empty() && emit == Emit::kSpirv;
  }
  /// Returns true if something is requested that needs a translation.
  bool is_translation_wanted() const {
    return !is_report_only() || checks.convergence || !gpu_family.empty() || !layout.output.empty() ||
           dumps();
  }
  /// Returns true if a folder for dumps is given.
  bool dumps() const { return !dump_folder.empty() || !program_folder.empty(); }
};

/// The result of parsing the words of a call.
struct ParsedCall {
  Settings settings;
  std::optional<int> exit_code;  ///< Set if nothing is left to do: --help, --version.
  std::string wrong;             ///< A usage error; empty if there is none.
};

/// Parses the words of one call, including the program's name. With is_entry, the words of a manifest entry
/// follow those of the whole call: if an option is given twice, the last value counts.
ParsedCall parse_words(const std::vector<std::string>& words, bool is_entry);

/// Parses the whole command line; the entries of a manifest and several entry points become variants. Returns
/// the exit code if nothing is left to do; the answer has then been printed.
std::variant<Settings, int> parse_command_line(int argument_count, const char* const* arguments);

}  // namespace trellis::tools
