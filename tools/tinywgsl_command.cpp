#include "tools/tinywgsl_command.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "tinywgsl/analysis/analysis.hpp"
#include "tinywgsl/semantics/explorer.hpp"
#include "tinywgsl/syntax/parser.hpp"
#include "tools/file_io.hpp"
#include "tools/arguments/row_options.hpp"
#include "tools/help.hpp"
#include "tools/settings.hpp"
#include "tools/subcommand.hpp"

namespace trellis::tools {
namespace {

constexpr const char* kTinywgslDescription =
    "trellis tinywgsl analyses and executes a shader in TinyWGSL, the calculus in which WGSL's uniformity\n"
    "analysis and barrier divergence are defined.";

constexpr const char* kTinywgslExamples = R"(Examples:
  trellis tinywgsl reduce.tw                  the analysis' verdict, then all executions
  trellis tinywgsl reduce.tw --analyse        the verdict, with the reasons and the functions' summaries
  trellis tinywgsl reduce.tw --run --threads 4

Exit codes: 0 accepted, and no execution diverges; 1 bad input; 2 bad usage; 3 the shader is too large or the
budget ended; 4 accepted, but an execution diverges; 5 rejected, or an execution diverges.)";

constexpr int kExitAccepted = kExitDone, kExitTooLarge = kExitUnsupported, kExitUnsound = kExitInternalCheck,
              kExitRejected = 5;

struct TinyWgslSettings {
  std::string input;
  bool run = false, analyse = false, keep_locals = false, count_continues = false;
  tinywgsl::ExploreOptions options;
};

int report(const std::string& name, const std::string& message, int exit_code) {
  std::fprintf(stderr, "trellis: %s: error: %s\n", name.c_str(), message.c_str());
  return exit_code;
}

void add_options(CLI::App& app, RowOptions& rows, TinyWgslSettings& settings) {
  rows.bind("FILE", settings.input);
  rows.bind("--threads", settings.options.threads);
  rows.bind("--analyse", settings.analyse);
  rows.bind("--run", settings.run);
  rows.bind("--initial", settings.options.initial_values);
  rows.bind("--states", settings.options.most_states);
  rows.bind("--keep-locals", settings.keep_locals);
  rows.bind("--count-continues", settings.count_continues);
  rows.add_to(app, tinywgsl_sections());
  app.get_option("FILE")->required();
  app.get_option("--initial")->allow_extra_args()->delimiter(',');
}

class TinyWgslRun {
 public:
  explicit TinyWgslRun(TinyWgslSettings settings) : settings_(std::move(settings)) {
    if (settings_.keep_locals) settings_.options.choices.call_locals = tinywgsl::CallLocals::kKept;
    if (settings_.count_continues) settings_.options.choices.continues = tinywgsl::Continues::kCounted;
    if (!settings_.run && !settings_.analyse) settings_.run = settings_.analyse = true;
  }

  int run() const {
    std::vector<uint8_t> bytes;
    if (const Problem wrong = read_input(settings_.input, bytes); !wrong.empty()) {
      return report(settings_.input, wrong, kExitBadInput);
    }
    const auto program = tinywgsl::parse({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    if (!program) return report(settings_.input, program.error().to_string(), kExitBadInput);
    bool accepted = false;
    if (settings_.analyse) {
      const auto analysis = tinywgsl::analyse(*program);
      if (!analysis) return report(settings_.input, analysis.error().to_string(), kExitTooLarge);
      std::fputs(to_string(*program, *analysis).c_str(), stdout);
      accepted = analysis->accepted();
    }
    if (!settings_.run) return accepted ? kExitAccepted : kExitRejected;
    const auto exploration = tinywgsl::explore(*program, settings_.options);
    if (!exploration) return report(settings_.input, exploration.error().to_string(), kExitBadInput);
    if (settings_.analyse) std::fputs("\n", stdout);
    std::fputs(to_string(*program, *exploration).c_str(), stdout);
    return exit_code_of(exploration->verdict, accepted);
  }

 private:
  int exit_code_of(tinywgsl::Verdict verdict, bool accepted) const {
    switch (verdict) {
      case tinywgsl::Verdict::kDiverges:
        if (!accepted) return kExitRejected;
        return report(settings_.input, "the analysis accepts a shader that diverges", kExitUnsound);
      case tinywgsl::Verdict::kNeverDiverges:
        return settings_.analyse && !accepted ? kExitRejected : kExitAccepted;
      case tinywgsl::Verdict::kUnknown:
        break;
    }
    return settings_.analyse && !accepted ? kExitRejected : kExitTooLarge;
  }

  TinyWgslSettings settings_;
};

}  // namespace

bool is_tinywgsl_command(int argument_count, const char* const* arguments) {
  return is_subcommand(argument_count, arguments, "tinywgsl");
}

int run_tinywgsl_command(int argument_count, const char* const* arguments) {
  CLI::App app{kTinywgslDescription, "trellis tinywgsl"};
  app.footer(kTinywgslExamples);
  app.formatter(std::make_shared<HelpFormatter>());
  TinyWgslSettings settings;
  RowOptions rows;
  add_options(app, rows, settings);
  if (const auto exit_code = parse_subcommand(app, argument_count, arguments)) return *exit_code;
  return TinyWgslRun(std::move(settings)).run();
}

}  // namespace trellis::tools
