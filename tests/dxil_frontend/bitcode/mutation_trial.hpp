// Trials of damaged bitcode: whether the bitcode check rejects it, and if not, whether LLVM survives it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tests/dxil_frontend/bitcode/bitcode_mutation.hpp"

namespace trellis::container_testing {

struct TrialOptions {
  uint64_t first_seed = 0;
  std::size_t count = 400;
  double seconds = 5;  ///< A trial that takes longer counts as a hang.
  std::size_t workers = 2;
  bool check = true;  ///< If false, LLVM reads the bitcode without the bitcode check.
  /// How often to damage the bitcode again, keeping what the bitcode check accepts. This explores the inputs
  /// that the check accepts.
  std::size_t steps = 0;
  bool reflection = false;    ///< Read the bitcode as a reflection module, with both readers.
  bool whole_reader = false;  ///< Also pass accepted bitcode to the whole front end, not only to LLVM.
};

struct TrialFailure {
  std::size_t trial = 0;  ///< Trial number; the seed is first_seed + trial.
  std::string sample;
  std::string outcome;
};

struct TrialReport {
  std::size_t refused = 0;       ///< Rejected by the bitcode check.
  std::size_t read = 0;          ///< Accepted, and read by LLVM. For reflection: accepted, and recorded.
  std::size_t llvm_refused = 0;  ///< Accepted, but LLVM reported an error. For reflection: left to LLVM.
  std::vector<TrialFailure> failures;  ///< Accepted, or in the bitcode check: crash, out of memory, hang.
};

/// Runs the trials. Trial n damages samples[n % size] with seed first_seed + n, in a child process with 2 GiB
/// of memory.
TrialReport run_trials(const std::vector<Sample>& samples, const TrialOptions& options);

/// Returns the damaged bitcode of trial n.
std::vector<uint8_t> trial_input(const std::vector<Sample>& samples, const TrialOptions& options,
                                 std::size_t trial);

}  // namespace trellis::container_testing
