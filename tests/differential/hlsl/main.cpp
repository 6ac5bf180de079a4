// The long-running form of the tests with random HLSL.
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "tests/differential/hlsl/campaign.hpp"
#include "tests/support/child_process.hpp"
#include "tests/vulkan/runner.hpp"

namespace {

using namespace trellis;
using namespace trellis::differential::hlsl;

constexpr const char* kUsage =
    "usage: trellis-hlsl-campaign SEED COUNT [votes|general] [OPTIONS]\n"
    "\n"
    "COUNT random HLSL programs from seeds SEED, SEED + 1, .., each compiled by dxc at -Od, -O1 and -O3, "
    "translated and run on\n"
    "the Vulkan device, against an interpreter of the source.\n"
    "votes:    control flow, and which lanes are active in it (this is the default)\n"
    "general:  numbers, memory, waves, barriers as well\n"
    "\n"
    "  --entries N     programs in one shader, run by a group each (votes: 8, general: 1)\n"
    "  --statements N  of an entry, about that many (16)\n"
    "  --no-falls      no case falls into another\n"
    "  --level LEVEL   of dxc's optimization, and no other: -Od, -O1, ..\n"
    "  --maximal       the modules declare the maximal mode of reconvergence\n"
    "  --reduce        finds a small program for each fault\n"
    "  --print         prints the programs and ends\n"
    "\n"
    "Prints what is found and goes on, at the end the numbers; exits with 1 if anything was found. What dxc "
    "refuses, or "
    "crashes\non, is dxc's and only counted.\n";

struct Options {
  uint32_t seed = 0, count = 0;
  Shape shape;
  std::string level;  ///< The only level to test; empty: all.
  bool reduce = false, print = false, maximal = false;
};

bool read_number(std::string_view text, uint32_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

bool read_options(int argc, char** argv, Options& options) {
  if (argc < 3 || !read_number(argv[1], options.seed) || !read_number(argv[2], options.count)) return false;
  options.shape.votes_only = argc < 4 || std::string_view(argv[3]) != "general";
  options.shape.entries = options.shape.votes_only ? 8 : 1;
  for (int i = 3; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "votes" || word == "general") continue;
    if (word == "--no-falls") {
      options.shape.falls_through = false;
    } else if (word == "--maximal") {
      options.maximal = true;
    } else if (word == "--reduce") {
      options.reduce = true;
    } else if (word == "--print") {
      options.print = true;
    } else if (word == "--level" && i + 1 < argc) {
      options.level = argv[++i];
    } else if (word == "--entries" && i + 1 < argc) {
      if (!read_number(argv[++i], options.shape.entries)) return false;
    } else if (word == "--statements" && i + 1 < argc) {
      if (!read_number(argv[++i], options.shape.statements)) return false;
    } else {
      return false;
    }
  }
  return options.shape.entries > 0 && options.shape.entries <= 64;
}

/// The number of shaders per child process.
constexpr uint32_t kChunk = 32;

/// Returns a line "tried left_out unmarked refused found", followed by the findings.
std::string try_chunk(const Options& options, const Compiler& compiler, uint32_t first, uint32_t count) {
  const auto runner = vulkan::Runner::create();
  if (!runner) return "0 0 0 0 1\n" + std::string(runner.error().to_string()) + "\n";
  Workbench bench{compiler, **runner};
  bench.options.maximal_reconvergence = options.maximal;
  if (!options.level.empty()) bench.levels = {options.level};
  std::vector<differential::hlsl::Program> programs;
  for (uint32_t i = 0; i < count; ++i) {
    programs.push_back(random_program(uint64_t{options.seed} + first + i, options.shape));
  }
  const auto verdicts = try_programs(bench, programs);
  if (!verdicts) return "0 0 0 0 1\n" + std::string(verdicts.error().to_string()) + "\n";
  std::string text = std::to_string(verdicts->tried) + " " + std::to_string(verdicts->left_out) + " " +
                     std::to_string(verdicts->unmarked) + " " + std::to_string(verdicts->refused) + " " +
                     std::to_string(verdicts->findings.size() - verdicts->refused) + "\n";
  for (const Finding& finding : verdicts->findings) {
    if (finding.stage == Stage::kCompile) continue;
    text += to_text(finding) + "\n";
    if (options.reduce) text += to_hlsl(reduced(bench, programs[finding.program], finding)) + "\n";
  }
  return text;
}

int run(const Options& options) {
  const auto compiler = Compiler::find();
  if (!compiler) {
    std::printf("%s\n", kNoCompiler);
    return 1;
  }
  uint32_t tried = 0, left_out = 0, unmarked = 0, refused = 0, found = 0;
  for (uint32_t first = 0; first < options.count; first += kChunk) {
    const uint32_t count = std::min(kChunk, options.count - first);
    const auto outcome = test_support::run_in_child(
        [&] { return try_chunk(options, *compiler, first, count); }, options.reduce ? 36000.0 : 1200.0);
    uint32_t numbers[5] = {0, 0, 0, 0, 1};
    if (outcome.finished) {
      std::sscanf(outcome.text.c_str(), "%u %u %u %u %u", &numbers[0], &numbers[1], &numbers[2], &numbers[3],
                  &numbers[4]);
    }
    tried += numbers[0];
    left_out += numbers[1];
    unmarked += numbers[2];
    refused += numbers[3];
    found += numbers[4];
    if (numbers[4] == 0) continue;
    const size_t line = outcome.finished ? outcome.text.find('\n') + 1 : 0;
    std::printf("%s%s\n",
                outcome.finished ? "" : ("from seed " + std::to_string(options.seed + first) + ": ").c_str(),
                outcome.text.substr(line).c_str());
    std::fflush(stdout);
  }
  std::printf(
      "%u shaders of %u programs, %u left out, %u programs compared at -Od alone, %u compilations refused by "
      "dxc, "
      "%u findings\n",
      tried, options.shape.entries, left_out, unmarked, refused, found);
  return found == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!read_options(argc, argv, options)) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  if (!options.print) return run(options);
  for (uint32_t i = 0; i < options.count; ++i) {
    std::fputs(to_hlsl(random_program(uint64_t{options.seed} + i, options.shape)).c_str(), stdout);
  }
  return 0;
}
