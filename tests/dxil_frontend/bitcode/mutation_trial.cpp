#include "tests/dxil_frontend/bitcode/mutation_trial.hpp"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBufferRef.h>
#include <sys/resource.h>
#include <unistd.h>

#include <optional>
#include <utility>

#include "dxil_frontend/bitcode/bitcode_check.hpp"
#include "dxil_frontend/llvm_reader/llvm_module.hpp"
#include "dxil_frontend/read_shader.hpp"
#include "tests/dxil_frontend/readers/both_ways.hpp"
#include "tests/dxil_frontend/metadata/reflection_both_ways.hpp"
#include "tests/support/child_process.hpp"

namespace trellis::container_testing {

namespace {

struct SilentHandler final : llvm::DiagnosticHandler {
  bool handleDiagnostics(const llvm::DiagnosticInfo&) override { return true; }
};

/// Reads a whole module with LLVM, including upgrades.
bool read_at_once(std::span<const uint8_t> bitcode) {
  llvm::LLVMContext context;
  context.setDiagnosticHandler(std::make_unique<SilentHandler>());
  llvm::ParserCallbacks callbacks;
  callbacks.DataLayout = [](llvm::StringRef, llvm::StringRef layout) -> std::optional<std::string> {
    std::string text = layout.str();
    if (const std::size_t at = text.find("i8:32"); at != std::string::npos) text.replace(at, 5, "i8:8");
    return text;
  };
  const llvm::StringRef bytes(reinterpret_cast<const char*>(bitcode.data()), bitcode.size());
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(bytes, "dxil"), context, callbacks);
  if (module) return true;
  llvm::consumeError(module.takeError());
  return false;
}

void limit_memory() {
#ifndef TRELLIS_ADDRESS_SANITIZER
  constexpr rlim_t kLimit = rlim_t{2} << 30;
  const rlimit limit{kLimit, kLimit};
  ::setrlimit(RLIMIT_AS, &limit);
#endif
  // LLVM prints the reason to stderr before it aborts; the signal indicates the outcome.
  ::close(STDERR_FILENO);
}

/// Returns "refused", "read", "llvm", or how the function bodies decoded from records differ from LLVM's.
std::string try_bitcode(std::span<const uint8_t> bitcode, bool debug_information,
                        const TrialOptions& options) {
  const dxil::CheckedBitcode unchecked;
  const auto checked = options.check ? dxil::check_bitcode(bitcode) : unchecked;
  if (!checked) return "refused";
  const std::span<const uint8_t> readable = checked->of(bitcode);
  bool read = dxil::LlvmModule::read(readable, dxil::LlvmReading::kProgram).ok();
  if (options.check) {
    const dxil::test::BothWays both = dxil::test::decode_both_ways(bitcode);
    if (!both.difference.empty()) return "decoded from records: " + both.difference;
  }
  // LLVM verifies modules with debug information, and terminates the process if the code is invalid.
  if (!debug_information) read = read_at_once(readable) && read;
  if (options.whole_reader) static_cast<void>(dxil::read_shader(bitcode));
  return read ? "read" : "llvm";
}

/// Does the same for a reflection module.
std::string try_reflection(std::span<const uint8_t> bitcode) {
  const dxil::test::ReflectionBothWays both = dxil::test::read_reflection_both_ways(bitcode);
  if (!both.difference.empty()) return "read from records: " + both.difference;
  if (!both.is_checked) return "refused";
  return both.is_recorded ? "read" : "llvm";
}

}  // namespace

std::vector<uint8_t> trial_input(const std::vector<Sample>& samples, const TrialOptions& options,
                                 std::size_t trial) {
  const uint64_t seed = options.first_seed + trial;
  std::vector<uint8_t> input = mutate(samples[trial % samples.size()].bitcode, seed);
  if (options.steps == 0) return input;
  if (!dxil::check_bitcode(input)) input = samples[trial % samples.size()].bitcode;
  for (std::size_t step = 1; step <= options.steps; ++step) {
    std::vector<uint8_t> next = mutate(input, seed + (uint64_t{step} << 40));
    if (dxil::check_bitcode(next)) input = std::move(next);
  }
  return input;
}

TrialReport run_trials(const std::vector<Sample>& samples, const TrialOptions& options) {
  TrialReport report;
  if (samples.empty()) return report;
  const auto work = [&](std::size_t trial) {
    const std::vector<uint8_t> input = trial_input(samples, options, trial);
    if (options.reflection) return try_reflection(input);
    return try_bitcode(input, samples[trial % samples.size()].debug_information, options);
  };
  const auto ended = [&](std::size_t trial, const test_support::ChildOutcome& outcome) {
    if (!outcome.finished) {
      report.failures.push_back({trial, samples[trial % samples.size()].label, outcome.text});
    } else if (outcome.text == "refused") {
      ++report.refused;
    } else if (outcome.text == "read") {
      ++report.read;
    } else if (outcome.text == "llvm") {
      ++report.llvm_refused;
    } else {
      report.failures.push_back({trial, samples[trial % samples.size()].label, outcome.text});
    }
  };
  test_support::WorkerOptions workers;
  workers.workers = options.workers;
  workers.seconds = options.seconds;
  const auto start = [&]() -> std::function<std::string(std::size_t)> {
    limit_memory();
    return work;
  };
  if (const auto run = test_support::run_in_workers(options.count, workers, start, ended); !run) {
    report.failures.push_back({0, "", run.error().to_string()});
  }
  return report;
}

}  // namespace trellis::container_testing
