// trellis-run-case: runs SPIR-V modules of reference shaders on a Vulkan device and compares their buffers.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/child_process.hpp"
#include "tests/support/files.hpp"
#include "tests/vulkan/cases/case_runner.hpp"

namespace {

namespace fs = std::filesystem;
using trellis::test_support::ChildOutcome;
using trellis::test_support::Execution;
using trellis::vulkan::CaseVerdict;
using trellis::vulkan::Runner;

constexpr int kAllPassed = 0;
constexpr int kSomeFailed = 1;
constexpr int kBadUsage = 2;

constexpr const char* kUsage =
    "usage: trellis-run-case [OPTIONS] SHADER.hlsl MODULE.spv\n"
    "       trellis-run-case [OPTIONS] --all FOLDER_OF_SHADERS FOLDER_OF_SPV\n"
    "       trellis-run-case [OPTIONS] --list FILE\n"
    "\n"
    "Runs modules as the case headers of their shaders say and compares the buffers\n"
    "they leave behind with the expected ones.\n"
    "\n"
    "  --all        every shader marked 'exec: yes' for which the module of the same\n"
    "               relative path exists in FOLDER_OF_SPV\n"
    "  --list       every line of FILE: SHADER.hlsl MODULE.spv\n"
    "  --workers N  processes at once (2)\n"
    "  --seconds S  limit for one case, compilation included (120)\n"
    "  --slow       with --all, shaders marked 'exec: slow' as well\n"
    "  --verbose    a line for each case that passes, with its time\n"
    "  --device     describe the device and end\n"
    "\n"
    "TRELLIS_VULKAN_DEVICE chooses the device by a part of its name; lavapipe is the\n"
    "default. The exit code is 0 when all passed, 1 when some failed, 2 on bad usage.\n";

struct Case {
  fs::path shader;
  fs::path module;
};

struct Options {
  std::vector<std::string> paths;
  bool all = false;
  bool list = false;
  bool slow = false;
  bool verbose = false;
  bool device = false;
  size_t workers = 2;
  double seconds = 120.0;
};

std::optional<double> parse_positive(const char* text) {
  char* end = nullptr;
  const double value = std::strtod(text, &end);
  if (end == text || *end != '\0' || !(value > 0.0) || value > 1e6) return std::nullopt;
  return value;
}

std::optional<Options> parse_options(int count, char** arguments) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument == "--all") {
      options.all = true;
    } else if (argument == "--list") {
      options.list = true;
    } else if (argument == "--slow") {
      options.slow = true;
    } else if (argument == "--verbose") {
      options.verbose = true;
    } else if (argument == "--device") {
      options.device = true;
    } else if ((argument == "--workers" || argument == "--seconds") && i + 1 < count) {
      const auto value = parse_positive(arguments[++i]);
      if (!value) return std::nullopt;
      if (argument == "--seconds") options.seconds = *value;
      if (argument == "--workers") options.workers = std::max<size_t>(1, static_cast<size_t>(*value));
    } else if (argument.starts_with("--")) {
      return std::nullopt;
    } else {
      options.paths.push_back(argument);
    }
  }
  const size_t wanted = options.device ? 0 : options.list ? 1 : 2;
  if (options.paths.size() != wanted || (options.all && options.list)) return std::nullopt;
  return options;
}

/// Gathers the cases of --all, sorted by path. Returns false, after printing a message, if a folder cannot be
/// read.
bool gather_folder(const Options& options, std::vector<Case>& cases) {
  const fs::path shaders = options.paths[0];
  const fs::path modules = options.paths[1];
  std::error_code error;
  for (fs::recursive_directory_iterator item(shaders, error), end; !error && item != end;
       item.increment(error)) {
    if (item->path().extension() != ".hlsl") continue;
    fs::path module = modules / fs::relative(item->path(), shaders);
    module.replace_extension(".spv");
    if (!fs::is_regular_file(module)) continue;
    const auto header = trellis::test_support::read_case_header(item->path());
    if (!header) {
      std::fprintf(stderr, "trellis-run-case: %s\n", header.error().to_string().c_str());
      return false;
    }
    const bool wanted =
        header->execution == Execution::kYes || (header->execution == Execution::kSlow && options.slow);
    if (wanted) cases.push_back({item->path(), module});
  }
  if (error) {
    std::fprintf(stderr, "trellis-run-case: cannot list %s: %s\n", shaders.c_str(), error.message().c_str());
    return false;
  }
  std::sort(cases.begin(), cases.end(), [](const Case& a, const Case& b) { return a.shader < b.shader; });
  return true;
}

bool gather_list(const std::string& file, std::vector<Case>& cases) {
  std::ifstream stream(file);
  if (!stream) {
    std::fprintf(stderr, "trellis-run-case: cannot read %s\n", file.c_str());
    return false;
  }
  std::string line;
  while (std::getline(stream, line)) {
    std::istringstream words(line);
    std::string shader;
    std::string module;
    if (!(words >> shader)) continue;
    if (!(words >> module)) {
      std::fprintf(stderr, "trellis-run-case: %s: no module beside %s\n", file.c_str(), shader.c_str());
      return false;
    }
    cases.push_back({shader, module});
  }
  return true;
}

/// Returns an empty string if the case passed, else the failure.
std::string run_one(Runner& runner, const Case& item, double seconds) {
  const auto words = trellis::test_support::read_spirv_file(item.module);
  if (!words) return words.error().to_string();
  const CaseVerdict verdict = trellis::vulkan::run_case(runner, item.shader, *words, seconds);
  if (verdict.passed) return {};
  return verdict.text.empty() ? "failed without a reason" : verdict.text;
}

std::string timed(Runner& runner, const Case& item, double seconds) {
  const auto begin = std::chrono::steady_clock::now();
  const std::string failure = run_one(runner, item, seconds);
  const auto taken = std::chrono::steady_clock::now() - begin;
  // The first line is the time, the rest the failure.
  return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(taken).count()) + " ms\n" +
         failure;
}

struct Tally {
  size_t passed = 0;
  size_t failed = 0;
};

void report(const Case& item, const ChildOutcome& outcome, bool verbose, Tally& tally) {
  const size_t line_end = outcome.finished ? outcome.text.find('\n') : 0;
  const std::string failure = outcome.finished ? outcome.text.substr(line_end + 1) : outcome.text;
  if (failure.empty()) {
    ++tally.passed;
    if (verbose)
      std::printf("passed  %s (%s)\n", item.shader.c_str(), outcome.text.substr(0, line_end).c_str());
  } else {
    ++tally.failed;
    std::printf("FAILED  %s: %s%s", item.shader.c_str(), failure.c_str(), failure.back() == '\n' ? "" : "\n");
  }
  std::fflush(stdout);
}

int run_cases(const Options& options, const std::vector<Case>& cases) {
  // Each worker has its own device: Vulkan objects do not survive a fork.
  const auto start = [&]() -> std::function<std::string(size_t)> {
    auto runner = Runner::create();
    if (!runner) {
      return [message = "0 ms\n" + runner.error().to_string()](size_t) { return message; };
    }
    std::shared_ptr<Runner> shared = std::move(*runner);
    return [&options, &cases, shared](size_t i) { return timed(*shared, cases[i], options.seconds); };
  };
  Tally tally;
  const auto ran = trellis::test_support::run_in_workers(
      cases.size(), {options.workers, options.seconds}, start,
      [&](size_t i, const ChildOutcome& outcome) { report(cases[i], outcome, options.verbose, tally); });
  if (!ran) {
    std::fprintf(stderr, "trellis-run-case: %s\n", ran.error().to_string().c_str());
    return kSomeFailed;
  }
  std::printf("%zu passed, %zu failed\n", tally.passed, tally.failed);
  return tally.failed == 0 ? kAllPassed : kSomeFailed;
}

int describe_device() {
  const auto runner = Runner::create();
  if (!runner) {
    std::fprintf(stderr, "trellis-run-case: %s\n", runner.error().to_string().c_str());
    return kSomeFailed;
  }
  const auto& properties = (*runner)->properties();
  std::printf("device      %s\ndriver      %s\nVulkan      %u.%u.%u\n", properties.name.c_str(),
              properties.driver.c_str(), VK_API_VERSION_MAJOR(properties.vulkan_version),
              VK_API_VERSION_MINOR(properties.vulkan_version),
              VK_API_VERSION_PATCH(properties.vulkan_version));
  std::printf("subgroups   %u (%u to %u)\n", properties.subgroup_size, properties.min_subgroup_size,
              properties.max_subgroup_size);
  std::printf("extensions ");
  for (const std::string& extension : properties.extensions) std::printf(" %s", extension.c_str());
  std::printf("\n");
  return kAllPassed;
}

}  // namespace

int main(int count, char** arguments) {
  const auto options = parse_options(count, arguments);
  if (!options) {
    std::fputs(kUsage, stderr);
    return kBadUsage;
  }
  if (options->device) return describe_device();
  std::vector<Case> cases;
  if (options->all) {
    if (!gather_folder(*options, cases)) return kBadUsage;
  } else if (options->list) {
    if (!gather_list(options->paths[0], cases)) return kBadUsage;
  } else {
    cases.push_back({options->paths[0], options->paths[1]});
  }
  if (cases.empty()) {
    std::fputs("trellis-run-case: there is nothing to run\n", stderr);
    return kBadUsage;
  }
  return run_cases(*options, cases);
}
