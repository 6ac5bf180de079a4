// Records what Mesa's compiler for AMD GPUs generates for the shaders of the corpus: compute shaders and
// single graphics stages. No GPU is needed: the driver's null device compiles for the given family.
// scripts/gpu-stats runs this program.
//   trellis-gpu-stats FAMILY --shaders FILE [--semantics none|d3d] [--loops hinted|free] [--beside FILE]
//       [--reasons FILE] [--check FILE] [--update FILE]
// FAMILY: navi31, vega10, ... The files have the format of statistics_table.hpp.
// --shaders: compiles the shaders that this file lists for the family
// --semantics d3d: assumes every guarantee of TranslateOptions::device.semantics
// --loops free: lets the compiler unroll loops marked [loop], as it may for translators that drop that
// attribute
// --beside: prints totals next to those of this file, and the shaders that are worse
// --reasons: with --beside, prints the reason for each shader above 1.05; exits with 1 if one has no reason
// --check: exits with 1 if a figure has risen above that of this file
// --update: writes the figures to this file
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "api/translator.hpp"
#include "tests/gpu_compiler/few_sets.hpp"
#include "tests/gpu_compiler/outlier_reasons.hpp"
#include "tests/gpu_compiler/statistics_table.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace {

using namespace trellis;
using namespace trellis::gpu_compiler;

constexpr double kOutlier = 1.05;

struct Arguments {
  std::string family;
  std::map<std::string, std::string> files;  // Option to file name.
  bool promises = false, frees_loops = false;
};

bool read_arguments(int count, char** words, Arguments& arguments) {
  if (count < 2) return false;
  arguments.family = words[1];
  for (int n = 2; n + 1 < count; n += 2) {
    const std::string option = words[n], value = words[n + 1];
    if (option == "--semantics" && (value == "d3d" || value == "none")) {
      arguments.promises = value == "d3d";
    } else if (option == "--loops" && (value == "free" || value == "hinted")) {
      arguments.frees_loops = value == "free";
    } else {
      arguments.files[option] = value;
    }
  }
  for (const auto& [option, file] : arguments.files) {
    if (option != "--shaders" && option != "--beside" && option != "--check" && option != "--update" &&
        option != "--reasons")
      return false;
  }
  return count % 2 == 0 && arguments.files.count("--shaders") == 1;
}

int fail(const std::string& what) {
  std::fprintf(stderr, "trellis-gpu-stats: %s\n", what.c_str());
  return 1;
}

/// Removes DontUnroll from all loops.
void free_loops(Vector<uint32_t>& module) {
  constexpr size_t kHeaderWords = 5;
  constexpr uint32_t kOpLoopMerge = 246, kDontUnroll = 2;
  for (size_t at = kHeaderWords; at < module.size() && module[at] >> 16 != 0; at += module[at] >> 16) {
    if ((module[at] & 0xFFFF) == kOpLoopMerge) module[at + 3] &= ~kDontUnroll;
  }
}

Result<ShaderStatistics> compile_shader(Translator& translator, CompilerDevice& device,
                                        const TranslateOptions& options, bool frees_loops,
                                        const std::string& label) {
  const auto bytes = test_support::read_binary_file(test_support::corpus_root() / (label + ".dxil"));
  if (!bytes) return bytes.error();
  auto translation = translator.translate(*bytes, options);
  if (!translation) return translation.error();
  if (frees_loops) free_loops(translation->spirv);
  return compile_for_statistics(device, *translation);
}

TranslateOptions options_of(const Arguments& arguments) {
  TranslateOptions options;
  options.bind = bind_in_few_sets;
  if (arguments.promises) {
    options.device.semantics = spirv::kAllSemantics;
  }
  return options;
}

Result<StatisticsTable> compile_shaders(CompilerDevice& device, const Arguments& arguments,
                                        const StatisticsTable& shaders) {
  Translator translator;
  const TranslateOptions options = options_of(arguments);
  StatisticsTable found;
  for (const auto& [label, _] : shaders) {
    const auto statistics = compile_shader(translator, device, options, arguments.frees_loops, label);
    if (!statistics) return bad_input(label + ": " + statistics.error().to_string());
    found[label] = *statistics;
  }
  return found;
}

/// Mesa's compiler occasionally generates different code for the same module, up to a tenth more of it.
/// Compiles each shader again whose figures seem to have risen, and keeps the smallest result.
void compile_risen_again(CompilerDevice& device, const Arguments& arguments, const StatisticsTable& recorded,
                         StatisticsTable& found) {
  constexpr int kTries = 8;
  Translator translator;
  const TranslateOptions options = options_of(arguments);
  for (auto& [label, statistics] : found) {
    const auto then = recorded.find(label);
    if (then == recorded.end()) continue;
    for (int n = 0; n < kTries && has_risen(statistics, then->second); ++n) {
      const auto again = compile_shader(translator, device, options, arguments.frees_loops, label);
      if (again && again->instructions < statistics.instructions) statistics = *again;
    }
  }
}

Result<Explained> explain(CompilerDevice& device, const Arguments& arguments, const StatisticsTable& found,
                          const StatisticsTable& other, const Reasons& reasons) {
  Translator translator;
  Arguments promised = arguments;
  promised.promises = true;
  const TranslateOptions plain = options_of(arguments), promises = options_of(promised);
  const auto compile = [&](const TranslateOptions& options, bool frees_loops) {
    return [&, frees_loops](const std::string& label) {
      return compile_shader(translator, device, options, frees_loops, label);
    };
  };
  return explain_above(found, other, kOutlier,
                       {compile(plain, arguments.frees_loops), compile(plain, true), compile(promises, true)},
                       reasons);
}

/// Does the work of --beside and --reasons, and returns the exit status.
int compare(CompilerDevice& device, const Arguments& arguments, const StatisticsTable& found,
            const std::string& beside) {
  const auto other = read_table(beside, arguments.family);
  if (!other) return fail(other.error().to_string());
  std::fputs(compare_totals(found, *other, "the other").c_str(), stdout);
  const auto file = arguments.files.find("--reasons");
  if (file == arguments.files.end()) {
    std::fputs(list_above(found, *other, kOutlier).c_str(), stdout);
    return 0;
  }
  const auto reasons = read_reasons(file->second);
  if (!reasons) return fail(reasons.error().to_string());
  const auto explained = explain(device, arguments, found, *other, *reasons);
  if (!explained) return fail(explained.error().to_string());
  std::fputs(explained->text.c_str(), stdout);
  return explained->unexplained.empty() ? 0 : fail("above 1.05 without a reason:\n" + explained->unexplained);
}

/// Does the work of --beside, --check and --update, and returns the exit status.
int report(CompilerDevice& device, const Arguments& arguments, StatisticsTable& found) {
  const auto file = [&](const char* option) -> const std::string* {
    const auto named = arguments.files.find(option);
    return named == arguments.files.end() ? nullptr : &named->second;
  };
  int status = 0;
  if (const std::string* beside = file("--beside")) status = compare(device, arguments, found, *beside);
  if (const std::string* check = file("--check")) {
    const auto recorded = read_table(*check, arguments.family);
    if (!recorded) return fail(recorded.error().to_string());
    compile_risen_again(device, arguments, *recorded, found);
    std::fputs(compare_totals(found, *recorded, "recorded").c_str(), stdout);
    const std::string rises = find_rises(found, *recorded);
    if (!rises.empty())
      status = fail("code has grown:\n" + rises + "If it has to, scripts/gpu-stats --update");
  }
  if (const std::string* update = file("--update")) {
    const auto written = write_table(*update, arguments.family, found);
    if (!written) return fail(written.error().to_string());
  }
  return status;
}

}  // namespace

int main(int argument_count, char** words) {
  Arguments arguments;
  if (!read_arguments(argument_count, words, arguments)) {
    std::fputs(
        "usage: trellis-gpu-stats FAMILY --shaders FILE [--semantics none|d3d] [--loops hinted|free] "
        "[--beside FILE] [--reasons FILE] [--check FILE] [--update FILE]\n",
        stderr);
    return 2;
  }
  const auto shaders = read_table(arguments.files["--shaders"], arguments.family);
  if (!shaders) return fail(shaders.error().to_string());
  const auto device = CompilerDevice::create(arguments.family, [](Step) {});
  if (!device) return fail(device.error().to_string());
  auto found = compile_shaders(**device, arguments, *shaders);
  if (!found) return fail(found.error().to_string());
  std::printf("%s: %zu shaders%s%s\n", arguments.family.c_str(), found->size(),
              arguments.promises ? ", with --device-semantics d3d" : "",
              arguments.frees_loops ? ", loops free" : "");
  return report(**device, arguments, *found);
}
