// Records what Mesa's compiler for AMD GPUs generates for the graphics pipelines that tests draw with: vertex
// and pixel stages, tessellation, geometry and mesh stages. Each pipeline is linked, with the state that the
// test sets. This program contains those tests, runs them and compiles the pipelines they draw with. No GPU
// is needed.
//   trellis-pipeline-stats FAMILY [--check FILE] [--update FILE] [--part N/COUNT]
// FAMILY: navi31, vega10, ... The files have the format of statistics_table.hpp.
// --part: only the tests of part N of COUNT, counted from 0; the pipelines of other tests are not reported as
// missing
// --check: exits with 1 if a figure has risen above that of the file, or if a pipeline is missing from the
// file or is no longer drawn
// --update: writes the figures to this file
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "tests/gpu_compiler/drawn_pipelines.hpp"
#include "tests/support/files.hpp"

namespace trellis::gpu_compiler {
namespace {

struct PipelineArguments {
  std::string family, check, update, part;
};

bool read_arguments(int count, char** words, PipelineArguments& arguments) {
  if (count < 2 || count % 2 != 0) return false;
  arguments.family = words[1];
  for (int n = 2; n + 1 < count; n += 2) {
    const std::string option = words[n];
    if (option == "--check") {
      arguments.check = words[n + 1];
    } else if (option == "--update") {
      arguments.update = words[n + 1];
    } else if (option == "--part") {
      arguments.part = words[n + 1];
    } else {
      return false;
    }
  }
  return arguments.update.empty() || arguments.part.empty();
}

/// Makes GoogleTest run only one part of the tests, with its own sharding.
bool choose_part(const std::string& part) {
  unsigned number = 0, count = 0;
  char rest = 0;
  if (std::sscanf(part.c_str(), "%u/%u%c", &number, &count, &rest) != 2 || number >= count) return false;
  setenv("GTEST_SHARD_INDEX", std::to_string(number).c_str(), 1);
  setenv("GTEST_TOTAL_SHARDS", std::to_string(count).c_str(), 1);
  return true;
}

int fail(const std::string& what) {
  std::fprintf(stderr, "trellis-pipeline-stats: %s\n", what.c_str());
  return 1;
}

/// Returns the sources of drawing tests that this program does not contain, one per line. Leaves out
/// tests/vulkan, which draws with modules that no translator made.
std::string list_tests_left_out() {
  namespace fs = std::filesystem;
  const fs::path tests = test_support::source_path("tests");
  std::set<fs::path> included;
  std::istringstream list(TRELLIS_DRAWING_TESTS);
  for (std::string file; std::getline(list, file, ':');) included.insert(fs::weakly_canonical(file));
  std::string left_out;
  for (const auto& entry : fs::recursive_directory_iterator(tests)) {
    const fs::path& file = entry.path();
    const bool is_hand_written = *fs::relative(file, tests).begin() == "vulkan";
    if (file.extension() != ".cpp" || is_hand_written) continue;
    std::ifstream stream(file);
    const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    const bool draws = text.find("runner().draw(") != std::string::npos ||
                       text.find("drawn/stage_test.hpp\"") != std::string::npos;
    if (draws && file.filename() != "pipeline_stats.cpp" && included.count(fs::weakly_canonical(file)) == 0)
      left_out += file.string() + "\n";
  }
  return left_out;
}

std::string list_no_longer_drawn(const StatisticsTable& found, const StatisticsTable& recorded) {
  std::string text;
  for (const auto& [label, _] : recorded) {
    if (found.count(label) == 0) text += label + ": recorded, but no longer drawn\n";
  }
  return text;
}

int run(const PipelineArguments& arguments) {
  if (const std::string left_out = list_tests_left_out(); !left_out.empty())
    return fail("tests that draw, and are not in this program:\n" + left_out);
  StatisticsTable recorded;
  if (!arguments.check.empty()) {
    auto read = read_table(arguments.check, arguments.family);
    if (!read) return fail(read.error().to_string());
    recorded = std::move(*read);
  }
  const auto pipelines = collect_drawn_pipelines();
  if (!pipelines) return fail(pipelines.error().to_string());
  const CompiledPipelines compiled = compile_pipelines(arguments.family, *pipelines, recorded);
  std::printf("%s: %zu pipelines, %zu skipped (the GPU lacks what they need), %zu programs\n",
              arguments.family.c_str(), pipelines->size(), compiled.lacking, compiled.table.size());
  if (!compiled.failures.empty()) return fail("pipelines that are not compiled:\n" + compiled.failures);
  if (!arguments.check.empty()) {
    std::fputs(compare_totals(compiled.table, recorded, "recorded").c_str(), stdout);
    std::string wrong = find_rises(compiled.table, recorded);
    if (arguments.part.empty()) wrong += list_no_longer_drawn(compiled.table, recorded);
    if (!wrong.empty())
      return fail("code has grown, or pipelines have changed:\n" + wrong +
                  "If it has to, scripts/gpu-stats --update");
  }
  if (arguments.update.empty()) return 0;
  const auto written = write_table(arguments.update, arguments.family, compiled.table);
  return written ? 0 : fail(written.error().to_string());
}

}  // namespace
}  // namespace trellis::gpu_compiler

int main(int count, char** words) {
  trellis::gpu_compiler::PipelineArguments arguments;
  if (!trellis::gpu_compiler::read_arguments(count, words, arguments) ||
      (!arguments.part.empty() && !trellis::gpu_compiler::choose_part(arguments.part))) {
    std::fputs("usage: trellis-pipeline-stats FAMILY [--check FILE] [--update FILE] [--part N/COUNT]\n",
               stderr);
    return 2;
  }
  int none = 1;
  GTEST_FLAG_SET(brief, true);
  testing::InitGoogleTest(&none, words);
  return trellis::gpu_compiler::run(arguments);
}
