#include <CLI/CLI.hpp>
#include <cstdio>
#include <map>
#include <thread>
#include <utility>

#include "api/operations.hpp"
#include "api/translator.hpp"
#include "api/validate.hpp"
#include "tools/choice.hpp"
#include "tools/device_arguments.hpp"
#include "tools/heap_arguments.hpp"
#include "tools/settings.hpp"
#include "tools/stage_arguments.hpp"
#include "tools/view_arguments.hpp"

namespace trellis::tools {
namespace {

constexpr const char* kDescription =
    "Trellis translates DXIL, the shader bytecode of Direct3D 12, to SPIR-V for Vulkan.";

constexpr const char* kExamples = R"(Examples:
  trellis shader.dxil -o shader.spv              translate one shader
  trellis shader.dxil -o shader.spv --validate   ... and have SPIRV-Tools check the module
  trellis shaders/ -o out/ --jobs 8              a folder: out/ gets the same tree of .spv files
  trellis a.dxil b.dxil -o out/                  several files: out/a.spv, out/b.spv
  trellis - -o - <in.dxil >out.spv               standard input to standard output
  trellis shader.dxil --emit spvasm              SPIR-V assembly, to the terminal
  trellis shader.dxil --check uniformity         what may go wrong in divergent control flow, and why
  trellis shader.dxil --check convergence        do lanes run together as they did?
  trellis shader.dxil --reflect                  what the shader says of itself, as JSON
  trellis shader.dxil --dump-cfg cfg/            the control-flow graph after every pass, as pictures
  trellis shader.dxil -o s.spv --t-shift 100 0   t registers of space 0 from binding 100 on
  trellis s.dxil -o s.spv --root-signature embedded --layout layout.json
  trellis --list-operations                      the operations of DXIL, and which are translated

Exit codes: 0 done, 1 bad input, 2 bad usage, 3 valid but unsupported, 4 an internal check failed,
5 done, with findings (--error-on-findings).
With several inputs the highest code of any of them.)";

/// Options as CLI11 fills them in, before they are made into Settings.
struct Raw {
  std::vector<std::string> inputs;
  std::string output, emit = "spv", target = "vulkan1.3", non_uniform = "inferred-or-declared", entry,
                      dump_folder, format = "text";
  // One list for each of kShiftClasses: amount and space, as written.
  std::vector<std::pair<std::string, std::string>> shifts[4];
  HeapArguments heaps;
  StageArguments stage;
  ViewArguments views;
  DeviceArguments device;
  LayoutSettings layout;
  bool list_operations = false, list_entries = false, all_entries = false, reflect = false, validate = false,
       show_times = false;
  std::vector<std::string> checks;
  bool error_on_findings = false, trust_uavs = false, trust_group_shared = false;
  bool debug_info = false, maximal_reconvergence = false, no_isolation = false, ignore_digest = false;
  uint32_t jobs = 0;
  double seconds = 60;
  uint64_t memory_mib = 4096;
};

std::string version_text() {
  return std::string("trellis ") + version() + " (DXIL to SPIR-V for Vulkan 1.1, 1.2, 1.3)\n" +
         validator_version();
}

void add_options(CLI::App& app, Raw& raw) {
  app.add_option("IN", raw.inputs,
                 "DXIL containers, folders of them (searched for *.dxil and *.cso), or - for standard input")
      ->type_name("");
  app.add_option("-o,--output", raw.output,
                 "Output file; a folder if there are several inputs; - for standard output")
      ->type_name("OUT");
  add_choice(app, "--emit", raw.emit, "KIND", {"spv", "spvasm", "glsl", "llvm"},
             "What to write: spv (a module), spvasm (its assembly), glsl (by spirv-cross), llvm (the "
             "bitcode inside, as text)");
  add_choice(app, "--target", raw.target, "ENV", {"vulkan1.1", "vulkan1.2", "vulkan1.3"},
             "Environment the module is made for: vulkan1.1, vulkan1.2, vulkan1.3");
  add_choice(app, "--nonuniform", raw.non_uniform, "WHICH",
             {"declared", "inferred", "inferred-or-declared", "always"},
             "Resource accesses marked NonUniform: declared (by the shader), inferred (the index may differ "
             "in a wave), inferred-or-declared, always");
  app.add_option("--entry", raw.entry, "Entry point to translate, if the shader has several")
      ->type_name("NAME");
  app.add_flag("--all-entries", raw.all_entries, "Translate all entry points of a library into one module");
  app.add_flag("--list-entries", raw.list_entries, "Print the entry points and stop");
  app.add_flag("--reflect", raw.reflect,
               "Print the shader model, entry points, signatures and resources as JSON, and stop");
  app.add_flag("--list-operations", raw.list_operations,
               "Print all operations of DXIL as translated, or refused with the reason, and stop");
  add_choice(app, "--format", raw.format, "FORM", {"text", "json", "markdown", "sarif"},
             "Form of that list (text, json, markdown) or of a report (text, json, sarif)");
  app.add_flag("--validate", raw.validate, "Check the module with SPIRV-Tools' validator");
  app.add_option("--dump-cfg", raw.dump_folder,
                 "Write each function's graph after every pass: DOT files, and SVG if dot is installed")
      ->type_name("DIR");
  app.add_flag("--time", raw.show_times, "Print how long each stage took");
  app.add_flag("--debug-info", raw.debug_info, "Carry over lines, names and source, if the shader has them");
  app.add_flag("--maximal-reconvergence", raw.maximal_reconvergence,
               "Declare MaximallyReconvergesKHR; refuse the shader if that cannot be promised");
}

void add_check_options(CLI::App& app, Raw& raw) {
  app.add_option("--check", raw.checks,
                 "Report what is questionable: uniformity (barriers, derivatives and descriptor indices that "
                 "invocations may disagree about) or convergence (wave operations and barriers that may run "
                 "in smaller groups in the module)")
      ->type_name("KIND")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"uniformity", "convergence"}).description(""))
      ->group("Checks");
  app.add_flag("--error-on-findings", raw.error_on_findings, "Exit code 5 if there is anything to report")
      ->group("Checks");
  app.add_flag("--trust-uavs", raw.trust_uavs, "Take what UAVs hold at a uniform address for uniform")
      ->group("Checks");
  app.add_flag("--trust-groupshared", raw.trust_group_shared,
               "Take what groupshared memory holds at a uniform address for uniform")
      ->group("Checks");
}

void add_binding_options(CLI::App& app, Raw& raw) {
  constexpr const char* kNames[4] = {"--b-shift", "--t-shift", "--u-shift", "--s-shift"};
  constexpr const char* kTexts[4] = {"Binding of b registers in SPACE (or all): register + N",
                                     "The same for t registers", "The same for u registers",
                                     "The same for s registers"};
  for (int i = 0; i < 4; ++i) {
    app.add_option(kNames[i], raw.shifts[i], kTexts[i])
        ->type_name("N SPACE")
        ->type_size(2)
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->group("Binding");
  }
}

void add_process_options(CLI::App& app, Raw& raw) {
  app.add_option("-j,--jobs", raw.jobs, "Inputs translated at the same time (default: one a processor)")
      ->type_name("N")
      ->check(CLI::Range(1, 1024).description(""))
      ->group("Processes");
  app.add_option("--time-limit", raw.seconds, "Seconds after which an input is given up")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.01, 1e6).description(""))
      ->capture_default_str()
      ->group("Processes");
  app.add_option("--memory-limit", raw.memory_mib, "Address space of a translating process, in MiB")
      ->type_name("MIB")
      ->check(CLI::Range(uint64_t{64}, uint64_t{1} << 24).description(""))
      ->capture_default_str()
      ->group("Processes");
  app.add_flag("--no-isolation", raw.no_isolation,
               "Translate in this process, without limits: for debuggers and profilers")
      ->group("Processes");
  app.add_flag("--ignore-digest", raw.ignore_digest, "Read containers whose digest is wrong")
      ->group("Processes");
}

constexpr dxil::ResourceClass kShiftClasses[4] = {dxil::ResourceClass::kCbv, dxil::ResourceClass::kSrv,
                                                  dxil::ResourceClass::kUav, dxil::ResourceClass::kSampler};

/// Register shifts, class by class; a usage error as text.
std::string add_shifts(const Raw& raw, Vector<RegisterShift>& shifts) {
  for (int i = 0; i < 4; ++i) {
    for (const auto& [amount_text, space_text] : raw.shifts[i]) {
      const auto amount = parse_number(amount_text);
      const auto space = parse_number(space_text);
      if (!amount) {
        return std::string("--") + "btus"[i] + "-shift: '" + amount_text + "' is not a number of bindings";
      }
      if (!space && space_text != "all") {
        return std::string("--") + "btus"[i] + "-shift: '" + space_text +
               "' is not a register space (a number, or all)";
      }
      shifts.push_back({kShiftClasses[i], space, *amount});
    }
  }
  return {};
}

bool asks_for(const Raw& raw, const char* check) {
  return std::find(raw.checks.begin(), raw.checks.end(), check) != raw.checks.end();
}

/// What is wrong with the options together; empty if nothing is.
std::string find_conflict(const Raw& raw, const CLI::App& app) {
  if (raw.list_operations && app.count_all() > app.count("--list-operations") + app.count("--format") + 1) {
    return "--list-operations takes no input, and no option but --format";
  }
  if (raw.list_operations) {
    return raw.format == "sarif" ? "--list-operations has the formats text, json and markdown" : "";
  }
  const bool checks_uniformity = asks_for(raw, "uniformity"),
             checks_convergence = asks_for(raw, "convergence");
  if (checks_uniformity && checks_convergence) {
    return "--check uniformity writes a report of its own: ask for convergence in another run";
  }
  if (checks_uniformity && raw.format == "markdown") return "--check has the formats text, json and sarif";
  if (!checks_uniformity && app.count("--format") > 0) {
    return "--format is for --list-operations and --check uniformity";
  }
  if (!checks_uniformity && !checks_convergence && raw.error_on_findings) {
    return "--error-on-findings is for --check";
  }
  for (const char* option : {"--trust-uavs", "--trust-groupshared"}) {
    if (!checks_uniformity && app.count(option) > 0)
      return std::string(option) + " is for --check uniformity";
  }
  if (checks_uniformity && (raw.list_entries || raw.reflect || app.count("--emit") > 0)) {
    return "--check uniformity writes a report, nothing else";
  }
  if (!raw.layout.output.empty() &&
      (checks_uniformity || raw.list_entries || raw.reflect || raw.emit == "llvm")) {
    return "--layout comes with a translation, and none is asked for";
  }
  if (raw.inputs.empty()) return "no input given";
  if (raw.list_entries && raw.reflect) return "--list-entries and --reflect exclude each other";
  if ((raw.list_entries || raw.reflect) && app.count("--emit") > 0) {
    return "--emit makes no sense with --list-entries or --reflect";
  }
  if (raw.all_entries && !raw.entry.empty()) return "--entry and --all-entries exclude each other";
  const auto is_standard_input = [](const std::string& input) { return input == "-"; };
  if (std::count_if(raw.inputs.begin(), raw.inputs.end(), is_standard_input) > 1) {
    return "standard input (-) given twice";
  }
  for (const std::string& input : raw.inputs) {
    if (input.empty()) return "an input's name is empty";
  }
  return {};
}

Emit emit_of(const Raw& raw) {
  if (raw.list_entries) return Emit::kEntries;
  if (raw.reflect) return Emit::kReflection;
  if (asks_for(raw, "uniformity")) return Emit::kUniformity;
  const std::map<std::string, Emit> kinds = {
      {"spv", Emit::kSpirv}, {"spvasm", Emit::kAssembly}, {"glsl", Emit::kGlsl}, {"llvm", Emit::kLlvm}};
  return kinds.at(raw.emit);
}

int usage_error(const std::string& text) {
  std::fprintf(stderr, "trellis: error: %s\ntrellis: `trellis --help` lists the options, with examples\n",
               text.c_str());
  return kExitBadUsage;
}

}  // namespace

const char* extension_of(Emit emit, ReportFormat format) {
  switch (emit) {
    case Emit::kSpirv:
      return ".spv";
    case Emit::kAssembly:
      return ".spvasm";
    case Emit::kGlsl:
      return ".glsl";
    case Emit::kLlvm:
      return ".ll";
    case Emit::kReflection:
      return ".json";
    case Emit::kUniformity:
      if (format == ReportFormat::kText) break;
      return format == ReportFormat::kJson ? ".json" : ".sarif";
    case Emit::kEntries:
      break;
  }
  return ".txt";
}

std::variant<Settings, int> parse_command_line(int argument_count, const char* const* arguments) {
  CLI::App app{kDescription, "trellis"};
  app.footer(kExamples);
  app.set_version_flag("--version", version_text());
  app.get_formatter()->column_width(34);
  Raw raw;
  add_options(app, raw);
  add_check_options(app, raw);
  add_binding_options(app, raw);
  add_heap_options(app, raw.heaps);
  add_layout_options(app, raw.layout);
  add_stage_arguments(app, raw.stage);
  add_view_arguments(app, raw.views);
  add_device_arguments(app, raw.device);
  add_process_options(app, raw);
  try {
    app.parse(argument_count, arguments);
  } catch (const CLI::Success& success) {  // --help, --version
    return app.exit(success);
  } catch (const CLI::Error& error) {
    return usage_error(error.what());
  }
  if (const std::string conflict = find_conflict(raw, app); !conflict.empty()) return usage_error(conflict);
  if (const std::string wrong = finish_layout_options(app, raw.layout); !wrong.empty()) {
    return usage_error(wrong);
  }
  if (raw.list_operations) {
    const std::string list = operation_list(*list_format_from_name(raw.format));
    const bool is_written = std::fwrite(list.data(), 1, list.size(), stdout) == list.size();
    return is_written && std::fflush(stdout) == 0 ? kExitDone : kExitBadUsage;
  }

  Settings settings;
  if (const std::string wrong = add_shifts(raw, settings.translate.register_shifts); !wrong.empty()) {
    return usage_error(wrong);
  }
  if (const std::string wrong = read_device_arguments(raw.device, settings.translate.device);
      !wrong.empty()) {
    return usage_error(wrong);
  }
  settings.layout = std::move(raw.layout);
  if (const std::string wrong = read_stage_arguments(raw.stage); !wrong.empty()) return usage_error(wrong);
  settings.translate.stage = std::move(raw.stage.options);
  if (const std::string wrong = read_view_arguments(app, raw.views, settings.translate.stage.views);
      !wrong.empty()) {
    return usage_error(wrong);
  }
  if (const std::string wrong = read_heap_options(raw.heaps, settings.translate.heaps); !wrong.empty()) {
    return usage_error(wrong);
  }
  settings.inputs = std::move(raw.inputs);
  settings.output = std::move(raw.output);
  settings.emit = emit_of(raw);
  settings.report_format = raw.format == "json"    ? ReportFormat::kJson
                           : raw.format == "sarif" ? ReportFormat::kSarif
                                                   : ReportFormat::kText;
  settings.error_on_findings = raw.error_on_findings;
  settings.uniformity = {raw.trust_uavs, raw.trust_group_shared};
  settings.translate.target = *target_from_name(raw.target);
  settings.translate.non_uniform = *non_uniform_indices_from_name(raw.non_uniform);
  settings.translate.entry = std::move(raw.entry);
  settings.translate.all_entries = raw.all_entries;
  settings.translate.validate = raw.validate;
  settings.read.verify_digest = !raw.ignore_digest;
  settings.dump_folder = std::move(raw.dump_folder);
  settings.show_times = raw.show_times;
  settings.check_convergence = asks_for(raw, "convergence");
  settings.translate.debug_info = raw.debug_info;
  settings.translate.maximal_reconvergence = raw.maximal_reconvergence;
  // The report names lines of the source where it can.
  settings.read.debug_info = raw.debug_info || !raw.checks.empty();
  settings.isolate = !raw.no_isolation;
  settings.jobs = raw.jobs != 0 ? raw.jobs : std::max(1u, std::thread::hardware_concurrency());
  settings.seconds = raw.seconds;
  settings.memory_mib = raw.memory_mib;
  return settings;
}

}  // namespace trellis::tools
