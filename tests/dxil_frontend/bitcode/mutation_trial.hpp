// What becomes of damaged bitcode: does the bitcode check refuse it, and if not, does LLVM survive it?
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
  bool check = true;  ///< False: what LLVM does without the bitcode check.
  /// How often to damage the bitcode once more, keeping what the bitcode check accepts: this explores what
  /// the check lets through.
  std::size_t steps = 0;
  bool reflection = false;    ///< Read the bitcode as a reflection module, in both ways.
  bool whole_reader = false;  ///< Hand accepted bitcode to the whole front end, too, not only to LLVM.
};

struct TrialFailure {
  std::size_t trial = 0;  ///< Number; the seed is first_seed + trial.
  std::string sample;
  std::string outcome;
};

struct TrialReport {
  std::size_t refused = 0;       ///< The bitcode check refused them.
  std::size_t read = 0;          ///< Accepted, and LLVM read it. Reflection: accepted, and recorded.
  std::size_t llvm_refused = 0;  ///< Accepted, and LLVM said why it would not. Reflection: left to LLVM.
  std::vector<TrialFailure> failures;  ///< Accepted, or in the bitcode check: crash, out of memory, hang.
};

/// Trial number n damages samples[n % size] with seed first_seed + n, in a child process with 2 GiB of
/// memory.
TrialReport run_trials(const std::vector<Sample>& samples, const TrialOptions& options);

/// The damaged bitcode of trial number n.
std::vector<uint8_t> trial_input(const std::vector<Sample>& samples, const TrialOptions& options,
                                 std::size_t trial);

}  // namespace trellis::container_testing
