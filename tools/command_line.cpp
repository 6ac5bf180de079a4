#include <CLI/CLI.hpp>
#include <cstdio>
#include <map>
#include <thread>
#include <utility>

#include "api/modules/validate.hpp"
#include "api/operations.hpp"
#include "api/translator.hpp"
#include "tools/arguments/bind_arguments.hpp"
#include "tools/arguments/call_words.hpp"
#include "tools/arguments/device_arguments.hpp"
#include "tools/arguments/familiar_words.hpp"
#include "tools/arguments/heap_arguments.hpp"
#include "tools/arguments/instrument_arguments.hpp"
#include "tools/arguments/row_options.hpp"
#include "tools/arguments/stage_arguments.hpp"
#include "tools/arguments/view_arguments.hpp"
#include "tools/commands.hpp"
#include "tools/help.hpp"
#include "tools/outputs/c_header.hpp"
#include "tools/outputs/output_kind.hpp"
#include "tools/platform/files.hpp"
#include "tools/platform/processes.hpp"
#include "tools/settings.hpp"
#include "tools/subcommand.hpp"

namespace trellis::tools {
namespace {

constexpr const char* kDescription =
    "Trellis translates DXIL, the shader bytecode of Direct3D 12, to SPIR-V for Vulkan.";

constexpr const char* kExitCodes =
    R"(Exit codes: 0 done, 1 bad input, 2 bad usage, 3 valid but unsupported, 4 an internal check failed,
5 done, with findings (--error-on-findings).
With several inputs, the highest of their codes.)";

/// The options that need more than plain storage in TranslateOptions, as CLI11 fills them in.
struct Raw {
  std::vector<std::string> inputs;
  std::string output, array_name, manifest, ninja, emit, profile, entry, entry_name, optimize, dump_folder,
      program_folder, format, report, depfile, error_format, shader_model, gpu_family;
  std::vector<std::string> for_dxc;  // The words after "--".
  // Amount and space as written, one list for each of kShiftClasses.
  std::vector<std::pair<std::string, std::string>> shifts[4];
  std::vector<std::pair<std::string, std::string>> space_sets;
  std::vector<std::pair<std::string, std::string>> ags, nvapi;  // Register and space.
  std::vector<std::string> named_bindings;
  HeapArguments heaps;
  InstrumentArguments instruments;
  StageArguments stage;
  ViewArguments views;
  DeviceArguments device;
  LayoutSettings layout;
  bool each_entry = false, strip = false, preprocess = false, keep_unchanged = false, print_cache_key = false;
  bool watch = false, is_quiet = false, is_verbose = false;
  bool list_operations = false, list_entries = false, list_parts = false, reflect = false, show_times = false;
  std::vector<std::string> checks;
  bool error_on_findings = false, trust_uavs = false, trust_group_shared = false, no_isolation = false;
  uint32_t jobs = 0;
  double seconds = 0, gpu_seconds = 0;
  uint64_t memory_mib = 0;
};

std::string version_text() {
  const std::string commit = TRELLIS_COMMIT;
  return std::string("trellis ") + version() + (commit.empty() ? "" : " (" + commit + ")") +
         ": DXIL to SPIR-V for Vulkan 1.1 to 1.4\n" + validator_version() +
         "\n" TRELLIS_READERS
         "\n"
         "Contains parts of LLVM, SPIRV-Tools, CLI11 and nlohmann-json; for their licences see "
         "THIRD-PARTY-NOTICES\n"
         "in the source or in " TRELLIS_DOC_FOLDER;
}

constexpr const char* kShiftOptions[4] = {"--b-shift", "--t-shift", "--u-shift", "--s-shift"};
constexpr dxil::ResourceClass kShiftClasses[4] = {dxil::ResourceClass::kCbv, dxil::ResourceClass::kSrv,
                                                  dxil::ResourceClass::kUav, dxil::ResourceClass::kSampler};

void bind_options(RowOptions& rows, Raw& raw) {
  rows.bind("IN", raw.inputs);
  rows.bind("--output", raw.output);
  rows.bind("--emit", raw.emit);
  rows.bind("--name", raw.array_name);
  rows.bind("--strip", raw.strip);
  rows.bind("--preprocess", raw.preprocess);
  rows.bind("--manifest", raw.manifest);
  rows.bind("--write-ninja", raw.ninja);
  rows.bind("--keep-unchanged", raw.keep_unchanged);
  rows.bind("--print-cache-key", raw.print_cache_key);
  rows.bind("--profile", raw.profile);
  rows.bind("--entry", raw.entry);
  rows.bind("--entry-name", raw.entry_name);
  rows.bind("--each-entry", raw.each_entry);
  rows.bind("--ags", raw.ags);
  rows.bind("--nvapi", raw.nvapi);
  rows.bind("--list-entries", raw.list_entries);
  rows.bind("--list-parts", raw.list_parts);
  rows.bind("--reflect", raw.reflect);
  rows.bind("--list-operations", raw.list_operations);
  rows.bind("--shader-model", raw.shader_model);
  rows.bind("--format", raw.format);
  rows.bind("--optimize", raw.optimize);
  rows.bind("--dump-cfg", raw.dump_folder);
  rows.bind("--dump-program", raw.program_folder);
  rows.bind("--time", raw.show_times);
  rows.bind("--check", raw.checks);
  rows.bind("--gpu-stats", raw.gpu_family);
  rows.bind("--report", raw.report);
  rows.bind("--error-on-findings", raw.error_on_findings);
  rows.bind("--trust-uavs", raw.trust_uavs);
  rows.bind("--trust-groupshared", raw.trust_group_shared);
  for (int i = 0; i < 4; ++i) rows.bind(kShiftOptions[i], raw.shifts[i]);
  rows.bind("--space-set", raw.space_sets);
  rows.bind("--bind", raw.named_bindings);
  bind_heap_arguments(rows, raw.heaps);
  bind_instrument_arguments(rows, raw.instruments);
  bind_layout_options(rows, raw.layout);
  bind_stage_arguments(rows, raw.stage);
  bind_view_arguments(rows, raw.views);
  bind_device_arguments(rows, raw.device);
  rows.bind("--jobs", raw.jobs);
  rows.bind("--time-limit", raw.seconds);
  rows.bind("--gpu-time-limit", raw.gpu_seconds);
  rows.bind("--memory-limit", raw.memory_mib);
  rows.bind("--no-isolation", raw.no_isolation);
  rows.bind("--depfile", raw.depfile);
  rows.bind("--watch", raw.watch);
  rows.bind("--quiet", raw.is_quiet);
  rows.bind("--verbose", raw.is_verbose);
  rows.bind("--error-format", raw.error_format);
}

/// Reads the register shifts of each class. Returns a usage error, or an empty string.
std::string read_shifts(const Raw& raw, Vector<RegisterShift>& shifts) {
  for (int i = 0; i < 4; ++i) {
    for (const auto& [amount_text, space_text] : raw.shifts[i]) {
      const auto amount = parse_number(amount_text);
      const auto space = parse_number(space_text);
      if (!amount)
        return std::string(kShiftOptions[i]) + ": '" + amount_text + "' is not a number of bindings";
      if (!space && space_text != "all") {
        return std::string(kShiftOptions[i]) + ": '" + space_text +
               "' is not a register space (a number, or all)";
      }
      shifts.push_back({kShiftClasses[i], space, *amount});
    }
  }
  return {};
}

/// Reads the descriptor sets of register spaces. Returns a usage error, or an empty string.
std::string read_space_sets(const Raw& raw, Vector<spirv::SpaceSet>& sets) {
  for (const auto& [space_text, set_text] : raw.space_sets) {
    const auto space = parse_number(space_text), set = parse_number(set_text);
    if (!space) return "--space-set: '" + space_text + "' is not a register space";
    if (!set) return "--space-set: '" + set_text + "' is not a descriptor set";
    sets.push_back({*space, *set});
  }
  return {};
}

/// Reads the register of a vendor extension's buffer. Returns a usage error, or an empty string.
std::string read_vendor_slot(const std::string& flag,
                             const std::vector<std::pair<std::string, std::string>>& given,
                             std::optional<dxil::VendorSlot>& slot) {
  for (const auto& [register_text, space_text] : given) {
    const auto index = parse_number(register_text);
    const auto space = parse_number(space_text);
    if (!index) return flag + ": '" + register_text + "' is not the number of a register";
    if (!space) return flag + ": '" + space_text + "' is not the number of a register space";
    slot = dxil::VendorSlot{*index, *space};
  }
  return {};
}

bool makes_module(const Raw& raw) {
  return !raw.list_entries && !raw.list_parts && !raw.reflect && !raw.preprocess && raw.emit != "llvm";
}

bool asks_for(const Raw& raw, const char* check) {
  return std::find(raw.checks.begin(), raw.checks.end(), check) != raw.checks.end();
}

/// Checks --gpu-stats and the destination of its report or that of checks. Returns an error message, or an
/// empty string.
std::string find_report_conflict(const Raw& raw, const CLI::App& app) {
  if (is_given(app, "--report") && raw.report.empty()) return "--report: the file name is empty";
  if (!is_given(app, "--gpu-stats")) return {};
  if (raw.gpu_family.empty()) return "--gpu-stats: the name of the GPU is empty";
  if (!platform::has_worker_processes())
    return "--gpu-stats needs child processes, which are supported on POSIX systems only";
  if (raw.format == "markdown" || raw.format == "sarif")
    return "--format " + raw.format + ": --gpu-stats supports the formats text and json";
  if (!makes_module(raw)) {
    return "--gpu-stats cannot be combined with --list-entries, --list-parts, --reflect or --emit "
           "llvm";
  }
  return {};
}

/// Checks the options of checks against the others. Returns an error message, or an empty string.
std::string find_check_conflict(const Raw& raw, const CLI::App& app) {
  const bool has_figures = is_given(app, "--gpu-stats");
  if (raw.checks.empty()) {
    if (is_given(app, "--format") && !has_figures)
      return "--format requires --list-operations, --check or --gpu-stats";
    if (is_given(app, "--report") && !has_figures) return "--report requires --check or --gpu-stats";
    if (is_given(app, "--error-on-findings")) return "--error-on-findings requires --check";
  }
  if (!asks_for(raw, "uniformity")) {
    for (const char* option : {"--trust-uavs", "--trust-groupshared"}) {
      if (is_given(app, option)) return std::string(option) + " requires --check uniformity";
    }
  }
  if (raw.checks.empty()) return find_report_conflict(raw, app);
  if (has_figures) return "--gpu-stats and --check cannot be combined: each writes a report";
  if (raw.format == "markdown") return "--format markdown: --check supports the formats text, json and sarif";
  if (!makes_module(raw)) {
    return "--check cannot be combined with --list-entries, --list-parts, --reflect or --emit llvm";
  }
  return find_report_conflict(raw, app);
}

/// Checks --each-entry against the other options. Returns an error message, or an empty string.
std::string find_each_entry_conflict(const Raw& raw, const TranslateOptions& options) {
  if (!raw.each_entry) return {};
  if (options.all_entries) return "--all-entries and --each-entry cannot be combined";
  if (!raw.entry.empty()) return "--entry and --each-entry cannot be combined";
  if (!raw.layout.output.empty()) return "--layout and --each-entry cannot be combined";
  if (!raw.dump_folder.empty()) return "--dump-cfg and --each-entry cannot be combined";
  if (!raw.program_folder.empty()) return "--dump-program and --each-entry cannot be combined";
  if (!makes_module(raw))
    return "--each-entry cannot be combined with --list-entries, --list-parts, --reflect or --emit llvm";
  if (raw.output.empty() || raw.output == "-")
    return "--each-entry needs a file name to derive the names from, or a folder: add -o FILE";
  if (!raw.depfile.empty()) return "--depfile and --each-entry cannot be combined";
  return {};
}

/// Checks the options about other programs and about messages. Returns an error message, or an empty string.
std::string find_everyday_conflict(const Raw& raw, const CLI::App& app) {
  if (raw.is_quiet && raw.is_verbose) return "--quiet and --verbose cannot be combined";
  if (is_given(app, "--profile") && raw.profile.find('_') == std::string::npos) {
    return "--profile: '" + raw.profile + "' is not a profile, such as ps_6_6 or lib_6_8";
  }
  if (!raw.optimize.empty() && !makes_module(raw))
    return "--optimize cannot be combined with --list-entries, --list-parts, --reflect or --emit llvm: it "
           "changes modules";
  if (is_given(app, "--depfile") && (raw.output.empty() || raw.output == "-" || raw.depfile.empty())) {
    return "--depfile needs the name of a file, and outputs in files: add -o FILE";
  }
  if (!raw.watch) return {};
  if (raw.output.empty() || raw.output == "-")
    return "--watch needs outputs in files: add -o FILE or -o FOLDER";
  if (std::find(raw.inputs.begin(), raw.inputs.end(), "-") != raw.inputs.end()) {
    return "--watch needs input files, not standard input";
  }
  return {};
}

/// Checks the options about outputs. Returns an error message, or an empty string.
std::string find_output_conflict(const Raw& raw, const TranslateOptions& options, const CLI::App& app) {
  if (raw.preprocess && raw.profile.empty())
    return "-P needs -T PROFILE: dxc's preprocessor knows the stage and the shader model";
  if (raw.preprocess + raw.print_cache_key + raw.list_entries + raw.list_parts + raw.reflect > 1) {
    return "-P, --print-cache-key, --list-entries, --list-parts and --reflect cannot be combined";
  }
  if (raw.preprocess && is_given(app, "--emit")) return "--emit cannot be combined with -P";
  if (is_given(app, "--name")) {
    if (raw.emit != "header") return "--name requires --emit header";
    if (!is_identifier(raw.array_name))
      return "--name: '" + raw.array_name + "' is not a name that C and C++ allow";
  }
  if (!raw.strip) return {};
  if (!makes_module(raw))
    return "--strip cannot be combined with --list-entries, --list-parts, --reflect or --emit llvm: it "
           "changes modules";
  if (options.debug_info != spirv::DebugInfoLevel::kNone)
    return "--strip and --debug-info cannot be combined";
  return {};
}

/// Rejects limits on platforms that cannot enforce them. Returns an error message, or an empty string.
std::string find_limit_conflict(const CLI::App& app) {
  if (platform::has_worker_processes()) return {};
  for (const char* option : {"--jobs", "--time-limit", "--memory-limit"}) {
    if (!is_given(app, option)) continue;
    return std::string(option) + " needs child processes, which are supported on POSIX systems only";
  }
  return {};
}

/// Without --emit and the like, the output's suffix determines the kind of output. Returns a usage error, or
/// an empty string.
std::string take_kind_from_suffix(Raw& raw, const CLI::App& app) {
  const bool is_said = is_given(app, "--emit") || !makes_module(raw);
  // These mistakes are reported when the inputs are found.
  const bool is_input = std::find(raw.inputs.begin(), raw.inputs.end(), raw.output) != raw.inputs.end();
  if (is_input || raw.inputs.size() > 1) return {};
  const bool is_folder =
      raw.output.ends_with('/') || platform::status_of(raw.output).kind == platform::FileKind::kFolder;
  if (is_said || is_folder || raw.output.empty() || raw.output == "-") return {};
  if (is_foreign_suffix(raw.output)) {
    return "-o " + raw.output + ": Trellis does not write " +
           std::filesystem::path(raw.output).extension().string() +
           " files: it writes .spv, .spvasm, .glsl, .hlsl, .ll, .metal, .h and .json (--reflect); to use "
           "this name "
           "for one of these, add --emit KIND";
  }
  const std::optional<Emit> kind = kind_by_suffix(raw.output);
  const bool is_module = !kind || *kind == Emit::kSpirv;
  if (is_module) return {};
  if (*kind == Emit::kReflection) {
    if (!raw.checks.empty() || is_given(app, "--gpu-stats")) {
      return "-o " + raw.output + " would be the reflection; the report goes to --report FILE";
    }
    raw.reflect = true;
    return {};
  }
  raw.emit = *kind == Emit::kLlvm     ? "llvm"
             : *kind == Emit::kMsl    ? "msl"
             : *kind == Emit::kHeader ? "header"
                                      : extension_of(*kind) + 1;
  return {};
}

/// Finds a word that was meant as the value of an option that takes one only after "=", such as `--debug-info
/// full`. Returns an error message, or an empty string.
std::string find_stray_word(const Raw& raw, std::span<const char* const> words) {
  for (size_t at = 1; at + 1 < words.size(); ++at) {
    if (std::string_view(words[at]) != "--debug-info") continue;
    const std::string_view next = words[at + 1];
    const bool is_value = next == "none" || next == "lines" || next == "full";
    const bool is_input = std::find(raw.inputs.begin(), raw.inputs.end(), next) != raw.inputs.end();
    if (!is_value || !is_input || platform::status_of(std::string(next)).kind != platform::FileKind::kNone)
      continue;
    return "no file is called '" + std::string(next) + "' (did you mean --debug-info=" + std::string(next) +
           "?)";
  }
  return {};
}

/// Returns why the options contradict each other; empty if they do not.
std::string find_conflict(const Raw& raw, const TranslateOptions& options, const CLI::App& app) {
  const size_t of_list = times_given(app, "--list-operations") + times_given(app, "--format") +
                         times_given(app, "--shader-model");
  if (raw.list_operations && app.count_all() > of_list + 1) {
    return "--list-operations takes no input and no options but --format and --shader-model";
  }
  if (!raw.list_operations && is_given(app, "--shader-model")) {
    return "--shader-model requires --list-operations; to compile for a shader model, use --profile";
  }
  if (raw.list_operations) {
    return raw.format == "sarif"
               ? "--format sarif: --list-operations supports the formats text, json and markdown"
               : "";
  }
  if (std::string wrong = find_check_conflict(raw, app); !wrong.empty()) return wrong;
  if (!raw.layout.output.empty() && (!makes_module(raw))) {
    return "--layout cannot be combined with --list-entries, --list-parts, --reflect or --emit llvm";
  }
  if (!raw.manifest.empty()) {
    if (!raw.inputs.empty())
      return "--manifest and the input '" + raw.inputs.front() +
             "' cannot be combined: add the input to the manifest";
  } else if (raw.inputs.empty()) {
    // With `--t-shift 0 FILE` the file was taken as the space; that message helps more than the one below.
    Vector<RegisterShift> shifts;
    if (std::string wrong = read_shifts(raw, shifts); !wrong.empty()) return wrong;
    return "no input given: name a file or a folder, or - for standard input";
  }
  if (std::string wrong = find_everyday_conflict(raw, app); !wrong.empty()) return wrong;
  if (std::string wrong = find_output_conflict(raw, options, app); !wrong.empty()) return wrong;
  if (std::string wrong = find_limit_conflict(app); !wrong.empty()) return wrong;
  if ((raw.list_entries || raw.list_parts || raw.reflect) && is_given(app, "--emit")) {
    return "--emit cannot be combined with --list-entries, --list-parts or --reflect";
  }
  if (options.all_entries && !raw.entry.empty()) return "--entry and --all-entries cannot be combined";
  if (options.all_entries && !raw.entry_name.empty())
    return "--entry-name and --all-entries cannot be combined";
  if (std::string wrong = find_each_entry_conflict(raw, options); !wrong.empty()) return wrong;
  const auto is_standard_input = [](const std::string& input) { return input == "-"; };
  if (std::count_if(raw.inputs.begin(), raw.inputs.end(), is_standard_input) > 1) {
    return "standard input (-) is given twice";
  }
  for (const std::string& input : raw.inputs) {
    if (input.empty()) return "the name of an input is empty";
  }
  return {};
}

Emit emit_of(const Raw& raw) {
  if (raw.list_entries) return Emit::kEntries;
  if (raw.list_parts) return Emit::kParts;
  if (raw.reflect) return Emit::kReflection;
  if (raw.preprocess) return Emit::kPreprocessed;
  const std::map<std::string, Emit> kinds = {
      {"spv", Emit::kSpirv}, {"spvasm", Emit::kAssembly}, {"glsl", Emit::kGlsl}, {"hlsl", Emit::kHlsl},
      {"msl", Emit::kMsl},   {"header", Emit::kHeader},   {"llvm", Emit::kLlvm}};
  return kinds.at(raw.emit);
}

/// Completes `options`, in which the plain options are already set. Returns a usage error, or an empty
/// string.
std::string read_options(const CLI::App& app, const Raw& raw, TranslateOptions& options) {
  options.entry = raw.entry;
  options.entry_name = raw.entry_name;
  if (std::string wrong = read_shifts(raw, options.register_shifts); !wrong.empty()) return wrong;
  if (std::string wrong = read_space_sets(raw, options.space_sets); !wrong.empty()) return wrong;
  dxil::VendorSlots& slots = options.vendor_slots;
  if (std::string wrong = read_vendor_slot("--ags", raw.ags, slots.ags); !wrong.empty()) return wrong;
  if (std::string wrong = read_vendor_slot("--nvapi", raw.nvapi, slots.nvapi); !wrong.empty()) return wrong;
  if (std::string wrong = read_named_bindings(raw.named_bindings, options.named_bindings); !wrong.empty()) {
    return wrong;
  }
  if (std::string wrong = read_device_arguments(app, raw.device, options.device); !wrong.empty())
    return wrong;
  if (std::string wrong = read_stage_arguments(raw.stage, options.stage); !wrong.empty()) return wrong;
  if (std::string wrong = read_view_arguments(app, raw.views, options.stage.views); !wrong.empty()) {
    return wrong;
  }
  if (std::string wrong = read_heap_arguments(app, raw.heaps, options.heaps); !wrong.empty()) return wrong;
  return read_instrument_arguments(app, raw.instruments, options.instrumentation);
}

/// Fills the settings of the program itself.
void fill_settings(Raw& raw, Settings& settings) {
  settings.emit = emit_of(raw);
  settings.each_entry = raw.each_entry;
  settings.strip = raw.strip;
  settings.array_name = std::move(raw.array_name);
  settings.keep_unchanged = raw.keep_unchanged;
  settings.prints_key = raw.print_cache_key;
  settings.report_format = raw.format == "json"    ? ReportFormat::kJson
                           : raw.format == "sarif" ? ReportFormat::kSarif
                                                   : ReportFormat::kText;
  settings.hlsl = {std::move(raw.profile), std::move(raw.for_dxc), raw.watch || !raw.depfile.empty()};
  settings.manifest = std::move(raw.manifest);
  settings.ninja = std::move(raw.ninja);
  settings.chooses_jobs = raw.jobs != 0;
  settings.optimize = raw.optimize.empty()     ? Optimize::kNothing
                      : raw.optimize == "size" ? Optimize::kSize
                                               : Optimize::kPerformance;
  settings.depfile = std::move(raw.depfile);
  settings.watch = raw.watch;
  settings.error_format = raw.error_format == "json"    ? ErrorFormat::kJson
                          : raw.error_format == "sarif" ? ErrorFormat::kSarif
                                                        : ErrorFormat::kText;
  settings.talk = raw.is_quiet ? Talk::kQuiet : raw.is_verbose ? Talk::kVerbose : Talk::kNormal;
  settings.inputs = std::move(raw.inputs);
  settings.output = std::move(raw.output);
  settings.error_on_findings = raw.error_on_findings;
  settings.gpu_family = std::move(raw.gpu_family);
  settings.uniformity = {raw.trust_uavs, raw.trust_group_shared};
  settings.layout = std::move(raw.layout);
  settings.dump_folder = std::move(raw.dump_folder);
  settings.program_folder = std::move(raw.program_folder);
  settings.show_times = raw.show_times;
  settings.checks = {asks_for(raw, "uniformity"), asks_for(raw, "convergence")};
  if (!raw.report.empty()) settings.report = std::move(raw.report);
  // With debug information, the report can name source lines.
  settings.read.debug_info =
      settings.translate.debug_info != spirv::DebugInfoLevel::kNone || !raw.checks.empty();
  settings.read.vendor_slots = settings.translate.vendor_slots;
  settings.isolate = !raw.no_isolation && platform::has_worker_processes();
  settings.jobs = raw.jobs != 0 ? raw.jobs : std::max(1u, std::thread::hardware_concurrency());
  settings.seconds = raw.seconds;
  settings.gpu_seconds = raw.gpu_seconds;
  settings.memory_mib = raw.memory_mib;
}

int print_operations(const std::string& format, const std::string& model) {
  const std::string list = operation_list(*list_format_from_name(format), model);
  const bool is_written = std::fwrite(list.data(), 1, list.size(), stdout) == list.size();
  return is_written && std::fflush(stdout) == 0 ? kExitDone : kExitBadUsage;
}

}  // namespace

const char* extension_of(Emit emit) {
  switch (emit) {
    case Emit::kSpirv:
      return ".spv";
    case Emit::kAssembly:
      return ".spvasm";
    case Emit::kGlsl:
      return ".glsl";
    case Emit::kHlsl:
      return ".hlsl";
    case Emit::kMsl:
      return ".metal";
    case Emit::kHeader:
      return ".h";
    case Emit::kPreprocessed:
      return ".i";
    case Emit::kLlvm:
      return ".ll";
    case Emit::kReflection:
      return ".json";
    case Emit::kEntries:
    case Emit::kParts:
      break;
  }
  return ".txt";
}

std::vector<std::string> Settings::files_of_options() const {
  std::vector<std::string> files;
  for (const std::string& file : {layout.root_signature, layout.local}) {
    if (!file.empty() && !file.starts_with("embedded")) files.push_back(file);
  }
  return files;
}

namespace {

/// Completes the settings from what CLI11 has parsed. Returns a usage error, or an empty string.
std::string fill(const CLI::App& app, const RowOptions& rows, std::span<const char* const> words, Raw& raw,
                 Settings& settings) {
  if (std::string wrong = find_stray_word(raw, words); !wrong.empty()) return wrong;
  if (std::string wrong = take_kind_from_suffix(raw, app); !wrong.empty()) return wrong;
  option_table::Asked asked;
  rows.store(app, asked);
  if (std::string conflict = find_conflict(raw, asked.translate, app); !conflict.empty()) return conflict;
  raw.layout.options = asked.layout;
  if (std::string wrong = finish_layout_options(app, raw.layout); !wrong.empty()) return wrong;
  const spirv::HeapOptions& heaps = asked.translate.heaps;
  if (std::string wrong = finish_heap_arguments(app, heaps, raw.layout.options); !wrong.empty()) return wrong;
  settings.read = asked.read;
  settings.translate = std::move(asked.translate);
  if (std::string wrong = read_options(app, raw, settings.translate); !wrong.empty()) return wrong;
  settings.call = canonical_words(app, Purpose::kOutput);
  settings.run_options = canonical_words(app, Purpose::kRun);
  fill_settings(raw, settings);
  return {};
}

}  // namespace

ParsedCall parse_words(const std::vector<std::string>& given, bool is_entry) {
  ParsedCall parsed;
  CLI::App app{kDescription, "trellis"};
  app.footer("Commands:\n" + command_list() + "\nExamples:\n" + kExamples + "\n" + kExitCodes);
  app.set_help_flag("-h,--help", "Print help on common options, or on a TOPIC, and exit");
  app.set_version_flag("--version", version_text(), "Print the version and exit");
  app.formatter(std::make_shared<HelpFormatter>());
  Raw raw;
  std::vector<const char*> words;
  for (const std::string& word : given) words.push_back(word.c_str());
  raw.for_dxc = take_words_for_dxc(words);
  respell(words);
  RowOptions rows;
  bind_options(rows, raw);
  rows.add_named(app, option_table::sections(), std::span(words).subspan(1));
  exclude_device_options(app);
  if (is_entry) let_last_win(app);
  if (const auto topic = take_help(words)) {
    parsed.wrong = find_wrong_topic(words);
    if (!parsed.wrong.empty()) return parsed;
    if (!is_entry) std::fputs(help_on(app, *topic).c_str(), stdout);
    parsed.exit_code = kExitDone;
    return parsed;
  }
  try {
    app.parse(static_cast<int>(words.size()), words.data());
  } catch (const CLI::Success& success) {  // --help, --version
    parsed.exit_code = is_entry ? kExitDone : app.exit(success);
    return parsed;
  } catch (const CLI::Error& error) {
    parsed.wrong = message_of(error, app);
    return parsed;
  }
  if (is_entry) raw.manifest.clear();  // The entry is already a line of that manifest.
  parsed.wrong = fill(app, rows, words, raw, parsed.settings);
  if (parsed.wrong.empty() && raw.list_operations)
    parsed.exit_code = is_entry ? kExitDone : print_operations(raw.format, raw.shader_model);
  return parsed;
}

}  // namespace trellis::tools
