// Damage to libraries, most of it to what they say of themselves (the part RDAT).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tests/api/input_mutation.hpp"

namespace trellis::api_testing {

/// Every library of the corpus (ray tracing, work graphs) twice: as it is, and with one subobject of each
/// kind added to RDAT, which no library of the corpus has. Empty if the corpus cannot be read.
std::vector<InputSample> library_samples();

/// The library with some damage; `seed` decides what and where. A third of the time that of damage(), else to
/// one to three words of RDAT: offsets, counts, references and enumerations that are a little wrong, or very.
std::vector<uint8_t> damage_library(std::span<const uint8_t> file, uint64_t seed);

}  // namespace trellis::api_testing
