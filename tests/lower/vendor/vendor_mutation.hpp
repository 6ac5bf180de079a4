// Translates programs with intrinsics after random changes that keep them well-formed: removes, repeats and
// swaps steps, and changes constants and operands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "api/translator.hpp"

namespace trellis::vendor_testing {

struct VendorSample {
  std::string name;
  Program program;
  TranslateOptions options;
};

/// Returns the shaders of reference_shaders/vendor, and those that make hits.
std::vector<VendorSample> vendor_samples();

/// Returns the program with a few changes; `seed` decides which.
Program mutate(const Program& program, uint64_t seed);

struct MutationReport {
  /// How often each of "translated", "bad input" and "unsupported" occurred.
  std::map<std::string, std::size_t> outcomes;
  std::vector<std::string> failures;  ///< Modules that a check rejected.
};

/// Runs the trials. Trial n mutates samples[n % size] with seed first_seed + n; every second one requests
/// zeros instead of errors, and every second pair is for a device with all extensions. Modules are validated.
MutationReport run_mutations(const std::vector<VendorSample>& samples, uint64_t first_seed,
                             std::size_t count);

}  // namespace trellis::vendor_testing
