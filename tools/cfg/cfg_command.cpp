#include "tools/cfg/cfg_command.hpp"

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cfg/text_reader.hpp"
#include "structurizer/structurize.hpp"
#include "support/run_program.hpp"
#include "tools/arguments/familiar_words.hpp"
#include "tools/arguments/row_options.hpp"
#include "tools/cfg/cfg_input.hpp"
#include "tools/cfg/cfg_passes.hpp"
#include "tools/cfg/cfg_reduce.hpp"
#include "tools/cfg/cfg_report.hpp"
#include "tools/cfg/page/explorer_data.hpp"
#include "tools/cfg/page/explorer_page.hpp"
#include "tools/cfg/pass_text.hpp"
#include "tools/file_io.hpp"
#include "tools/help.hpp"
#include "tools/inputs/foreign_input.hpp"
#include "tools/outputs/output_kind.hpp"
#include "tools/platform/files.hpp"
#include "tools/programs/dxc.hpp"
#include "tools/settings.hpp"
#include "tools/subcommand.hpp"

namespace trellis::tools {
namespace {

constexpr const char* kCfgDescription =
    "trellis cfg runs only the structurizer: on a graph as text (`a -> b c` lines, or DOT), on a random\n"
    "graph, or on a function of a shader (DXIL, or HLSL with --profile).";

constexpr const char* kCfgExamples = R"(Examples:
  trellis cfg graph.txt                           the structured graph, as text
  trellis cfg shader.dxil --stats                 statistics of the graph and of the result
  trellis cfg shader.dxil -o passes.html          a page that steps through the passes
  trellis cfg shader.dxil --inputs in.json -o x.html   ... whose lanes read these buffers
  trellis cfg sky.hlsl -T ps_6_6 -E main -o x.html   ... of HLSL, which dxc compiles first
  trellis cfg --random 7 200 --check              a random graph through the three checkers
  trellis cfg --random 7 200 --pass input         ... as text
  trellis cfg graph.txt --reduce                  the smallest part of it that fails a check
  trellis cfg graph.txt --reduce-if './try.sh {}' ... for which the command fails

Exit codes: 0 done, 1 bad input, 2 bad usage, 3 valid but unsupported, 4 a check failed.)";

constexpr double kSecondsPerTest = 60, kSecondsForDxc = 60;

struct CfgSettings {
  std::string input, output, emit, entry, pass, inputs, reduce_if;
  HlslSettings hlsl;
  std::pair<uint64_t, uint32_t> random;
  uint32_t max_tests = 2000;
  bool is_random = false, branches = false, structurize = false, check = false, stats = false;
  bool reduce = false, no_legend = false;
};

int report(const std::string& name, const std::string& message, int exit_code) {
  std::fprintf(stderr, "trellis: %s%serror: %s\n", name.c_str(), name.empty() ? "" : ": ", message.c_str());
  return exit_code;
}

int exit_code_of(const Diagnostic& error) {
  switch (error.code) {
    case ErrorCode::kBadInput:
      return kExitBadInput;
    case ErrorCode::kUnsupported:
    case ErrorCode::kLimit:
    case ErrorCode::kCancelled:
      return kExitUnsupported;
    case ErrorCode::kBadChoice:
      return kExitBadUsage;
    case ErrorCode::kInternalCheck:
      break;
  }
  return kExitInternalCheck;
}

void add_options(CLI::App& app, RowOptions& rows, CfgSettings& settings) {
  rows.bind("FILE", settings.input);
  rows.bind("--output", settings.output);
  rows.bind("--emit", settings.emit);
  rows.bind("--pass", settings.pass);
  rows.bind("--random", settings.random);
  rows.bind("--branches", settings.branches);
  rows.bind("--entry", settings.entry);
  rows.bind("--profile", settings.hlsl.profile);
  rows.bind("--inputs", settings.inputs);
  rows.bind("--structurize", settings.structurize);
  rows.bind("--no-legend", settings.no_legend);
  rows.bind("--check", settings.check);
  rows.bind("--stats", settings.stats);
  rows.bind("--reduce", settings.reduce);
  rows.bind("--reduce-if", settings.reduce_if);
  rows.bind("--reduce-tests", settings.max_tests);
  rows.add_to(app, cfg_sections());
}

/// Returns the kind of output that the file's name asks for; empty if that kind is not supported.
std::string kind_of(const std::string& output) {
  if (is_foreign_suffix(output) || kind_by_suffix(output)) {
    const std::string suffix = std::filesystem::path(output).extension().string();
    if (suffix != ".dot" && suffix != ".svg" && suffix != ".html" && suffix != ".json") return {};
  }
  for (const char* kind : {"dot", "svg", "html", "json"}) {
    if (std::filesystem::path(output).extension() == std::string(".") + kind) return kind;
  }
  return "text";
}

/// Returns why the options contradict each other; empty if they do not.
std::string find_conflict(const CfgSettings& settings) {
  constexpr uint32_t kMaxBlocks = cfg::kMaxTextBlocks;
  if (settings.is_random != settings.input.empty()) {
    return settings.is_random ? "FILE and --random cannot be combined"
                              : "no input given: name a graph or a shader, or use --random SEED SIZE";
  }
  if (settings.is_random && (settings.random.second == 0 || settings.random.second > kMaxBlocks)) {
    return "--random: SIZE must be a number of blocks from 1 to " + std::to_string(kMaxBlocks);
  }
  if (settings.is_random && settings.branches) return "--branches cannot be combined with --random";
  if (settings.is_random && !settings.hlsl.profile.empty()) {
    return "--profile cannot be combined with --random";
  }
  if (settings.is_random && !settings.inputs.empty()) return "--inputs cannot be combined with --random";
  if (settings.reduce && !settings.reduce_if.empty()) return "--reduce and --reduce-if cannot be combined";
  if (!settings.reduce_if.empty() && settings.reduce_if.find("{}") == std::string::npos) {
    return "--reduce-if: the command must contain {} for the graph's file";
  }
  const std::string kind = settings.emit.empty() ? kind_of(settings.output) : settings.emit;
  if (!settings.inputs.empty() && kind != "html" && kind != "json") {
    return "--inputs is for pages and their data: -o NAME.html, -o NAME.json";
  }
  if (settings.emit.empty() && kind_of(settings.output).empty()) {
    return "-o " + settings.output +
           ": trellis cfg does not write such files: it writes .txt, .dot, .svg, .html and .json; to use "
           "this name "
           "for one of these, add --emit KIND";
  }
  return {};
}

/// A temporary file that is removed with the object.
class TemporaryFile {
 public:
  TemporaryFile() : name_(platform::make_temporary_file("trellis-cfg-")) {}
  ~TemporaryFile() {
    if (!name_.empty()) platform::remove_file(name_);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::string& name() const { return name_; }

 private:
  std::string name_;
};

Result<bool> fails_check(const CfgInput& input) {
  return !check_all(input.flow, structurizer::structurize(input.flow)).sound;
}

Result<bool> fails_command(const CfgInput& input, const std::string& command, const std::string& file) {
  std::ofstream stream(file, std::ios::binary | std::ios::trunc);
  stream << cfg::write_graph_text(input.flow.graph, input.names);
  stream.close();
  if (!stream) return bad_input("cannot write the graph to " + file);
  std::string filled = command;
  for (size_t at = 0; (at = filled.find("{}", at)) != std::string::npos; at += file.size()) {
    filled.replace(at, 2, file);
  }
  const auto ran = run_program({"sh", "-c", filled}, {}, kSecondsPerTest);
  if (!ran) return ran.error();
  constexpr int kCannotRun = 126, kNotFound = 127;  // The codes that shells use.
  if (!ran->found) return bad_input("--reduce-if: the shell sh, which runs the command, is not installed");
  if (ran->finished && (ran->exit_status == kCannotRun || ran->exit_status == kNotFound)) {
    return bad_input("--reduce-if: cannot run the command: " + ran->errors.substr(0, ran->errors.find('\n')));
  }
  return !ran->finished || ran->exit_status != 0;
}

class CfgRun {
 public:
  explicit CfgRun(CfgSettings settings) : settings_(std::move(settings)) {
    if (settings_.emit.empty()) settings_.emit = kind_of(settings_.output);
    to_standard_output_ = settings_.output.empty() || settings_.output == "-";
  }

  int run() {
    if (const int failed = read(); failed != kExitDone) return failed;
    if (settings_.reduce || !settings_.reduce_if.empty()) {
      if (const int failed = reduce(); failed != kExitDone) return failed;
    }
    const auto start = std::chrono::steady_clock::now();
    const structurizer::Structured function = structurizer::structurize(input_.flow);
    const auto time = std::chrono::steady_clock::now() - start;
    const auto nanoseconds = std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();

    const Verdict verdict = check_all(input_.flow, function);
    std::string words;
    if (settings_.check) words += verdict.text;
    if (settings_.stats) words += statistics_text(input_.flow, function, static_cast<uint64_t>(nanoseconds));
    const bool writes = settings_.structurize || settings_.reduce || !settings_.reduce_if.empty() ||
                        !settings_.output.empty() || settings_.emit != "text" || !settings_.pass.empty() ||
                        words.empty();
    std::fputs(words.c_str(), writes && to_standard_output_ ? stderr : stdout);
    if (writes) {
      if (const int failed = write(function); failed != kExitDone) return failed;
    }
    // With --reduce, a graph that fails the check is the requested result.
    if (verdict.sound || settings_.reduce) return kExitDone;
    if (!settings_.check) std::fputs(verdict.text.c_str(), stderr);
    return report(settings_.input, "a check of the result failed (--reduce makes a smaller graph that fails)",
                  kExitInternalCheck);
  }

 private:
  int read() {
    if (settings_.is_random) {
      input_ = random_cfg_input(settings_.random.first, settings_.random.second);
      return kExitDone;
    }
    std::vector<uint8_t> bytes;
    if (const Problem wrong = read_input(settings_.input, bytes); !wrong.empty()) {
      return report(settings_.input, wrong, kExitBadInput);
    }
    if (const int failed = compile(bytes); failed != kExitDone) return failed;
    const std::string name = settings_.input == "-"
                                 ? "standard input"
                                 : std::filesystem::path(settings_.input).filename().string();
    auto input = read_cfg_input(name, bytes, settings_.branches ? CfgForm::kBranches : CfgForm::kGraph,
                                settings_.entry);
    if (!input) {
      const std::string foreign = foreign_input(bytes, settings_.input);
      // A graph may also be empty. The graph reader's message best explains what such a text lacks.
      const bool is_graph_text = bytes.empty() || foreign.find("but text") != std::string::npos;
      const bool is_told = !foreign.empty() && !is_graph_text && input.error().code == ErrorCode::kBadInput;
      return report(settings_.input, is_told ? foreign : std::string(input.error().to_string()),
                    exit_code_of(input.error()));
    }
    input_ = std::move(*input);
    return settings_.inputs.empty() ? kExitDone : read_inputs();
  }

  /// Replaces HLSL by its DXIL, with debug information: pages show the source.
  int compile(std::vector<uint8_t>& bytes) {
    if (settings_.hlsl.profile.empty() || foreign_input(bytes, settings_.input).empty()) return kExitDone;
    Settings compilation;
    compilation.hlsl = settings_.hlsl;
    compilation.translate.entry = settings_.entry;
    compilation.read.debug_info = true;
    compilation.seconds = kSecondsForDxc;
    Compiled compiled;
    const std::optional<Outcome> failed = compile_hlsl(compilation, settings_.input, bytes, compiled);
    std::fputs(compiled.messages.c_str(), stderr);
    if (failed) return report(settings_.input, failed->error, failed->exit_code);
    bytes = std::move(compiled.dxil);
    return kExitDone;
  }

  int read_inputs() {
    std::vector<uint8_t> bytes;
    if (const Problem wrong = read_input(settings_.inputs, bytes); !wrong.empty()) {
      return report(settings_.inputs, wrong, kExitBadInput);
    }
    if (input_.shader == nullptr) return report({}, "--inputs: only shaders have inputs", kExitBadUsage);
    auto inputs = read_lane_inputs({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    const dxil::EntryPoint& entry = input_.shader->entry_points[input_.entry_point];
    Result<void> fits = inputs ? check_lane_inputs(*inputs, *input_.shader, entry) : inputs.error();
    if (!fits)
      return report(settings_.inputs, std::string(fits.error().to_string()), exit_code_of(fits.error()));
    input_.lanes = std::move(*inputs);
    return kExitDone;
  }

  int reduce() {
    const TemporaryFile file;
    if (file.name().empty()) return report({}, "cannot make a temporary file", kExitBadUsage);
    const StillFails still_fails = [&](const CfgInput& candidate) {
      return settings_.reduce ? fails_check(candidate)
                              : fails_command(candidate, settings_.reduce_if, file.name());
    };
    auto reduction = reduce_graph(input_, still_fails, settings_.max_tests);
    if (!reduction) {
      return report(settings_.input, reduction.error().to_string(), exit_code_of(reduction.error()));
    }
    std::fprintf(stderr, "trellis: reduced from %u blocks to %u, in %u tests%s\n",
                 input_.flow.graph.block_count(), reduction->input.flow.graph.block_count(), reduction->tests,
                 reduction->finished ? "" : "; it may be reducible further (see --reduce-tests)");
    input_ = std::move(reduction->input);
    if (settings_.pass.empty() && !settings_.structurize) settings_.pass = "input";
    return kExitDone;
  }

  int write(const structurizer::Structured& function) {
    Result<std::string> output = make_output(function);
    if (!output) return report({}, output.error().to_string(), kExitBadUsage);
    if (!to_standard_output_) {
      if (const Problem wrong = make_parent_folder(settings_.output); !wrong.empty()) {
        return report(settings_.output, wrong, kExitBadUsage);
      }
    }
    const std::string name = to_standard_output_ ? "-" : settings_.output;
    if (const Problem wrong = write_output(name, *output); !wrong.empty()) {
      return report(name, wrong, kExitBadUsage);
    }
    return kExitDone;
  }

  Result<std::string> text_of_pass() const {
    std::string known = "input";
    for (auto& [name, text] : pass_texts(input_)) {
      if (name == settings_.pass) return std::move(text);
      if (name != "input") known += ", " + name;
    }
    return no_such_pass(known);
  }

  Diagnostic no_such_pass(const std::string& known) const {
    return bad_input("--pass: no pass is named '" + settings_.pass + "'; the passes are " + known);
  }

  Result<std::string> make_output(const structurizer::Structured& function) {
    if (settings_.emit == "text") {
      if (settings_.pass == "input") {
        return std::string(cfg::write_graph_text(input_.flow.graph, input_.names));
      }
      return settings_.pass.empty() ? structured_text(function, input_.names) : text_of_pass();
    }
    if (settings_.emit == "json") return explorer_data(input_);
    if (settings_.emit == "html") return explorer_page(input_.title, explorer_data(input_));
    const std::vector<PassPicture> pictures = draw_passes(input_);
    std::string known;
    for (const PassPicture& picture : pictures) {
      if (settings_.pass.empty() ? &picture != &pictures.back() : picture.name != settings_.pass) {
        known += (known.empty() ? "" : ", ") + picture.name;
        continue;
      }
      const std::string dot = settings_.no_legend ? without_legend(picture.dot) : picture.dot;
      if (settings_.emit == "dot") return dot;
      if (picture.nodes > kMaxDrawnNodes) {
        return bad_input(std::to_string(picture.nodes) +
                         " nodes are too many for a picture: use --emit html or --emit dot");
      }
      return svg_of(dot, picture.nodes);
    }
    return no_such_pass(known);
  }

  CfgSettings settings_;
  CfgInput input_;
  bool to_standard_output_ = true;
};

}  // namespace

bool is_cfg_command(int argument_count, const char* const* arguments) {
  return is_subcommand(argument_count, arguments, "cfg");
}

int run_cfg_command(int argument_count, const char* const* arguments) {
  CLI::App app{kCfgDescription, "trellis cfg"};
  app.footer(kCfgExamples);
  app.formatter(std::make_shared<HelpFormatter>());
  CfgSettings settings;
  std::vector<const char*> words(arguments, arguments + argument_count);
  settings.hlsl.arguments = take_words_for_dxc(words);
  RowOptions rows;
  add_options(app, rows, settings);
  if (const auto exit_code = parse_subcommand(app, static_cast<int>(words.size()), words.data()))
    return *exit_code;
  settings.is_random = app.count("--random") > 0;
  if (const std::string conflict = find_conflict(settings); !conflict.empty()) {
    return report({}, conflict, kExitBadUsage);
  }
  return CfgRun(std::move(settings)).run();
}

}  // namespace trellis::tools
