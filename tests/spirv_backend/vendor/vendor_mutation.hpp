// Translates programs with intrinsics after random changes that keep them well-formed:
// steps are lost, doubled and swapped, constants and operands become others.
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

/// The shaders of reference_shaders/vendor.
std::vector<VendorSample> vendor_samples();

/// The program with a few changes; `seed` decides which.
Program mutate(const Program& program, uint64_t seed);

struct MutationReport {
  std::map<std::string, std::size_t> outcomes;  ///< "translated", "bad input", "unsupported": how often.
  std::vector<std::string> failures;            ///< Modules that a check refused.
};

/// Trial number n mutates samples[n % size] with seed first_seed + n; every second one asks for zeros in
/// place of errors. Modules go through the validator.
MutationReport run_mutations(const std::vector<VendorSample>& samples, uint64_t first_seed,
                             std::size_t count);

}  // namespace trellis::vendor_testing
