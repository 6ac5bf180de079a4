// Damages libraries, mostly in RDAT, the part that describes them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tests/api/input_mutation.hpp"

namespace trellis::api_testing {

/// Returns every ray tracing library of the corpus twice: unchanged, and with one subobject of each kind
/// added to RDAT, since no library of the corpus has all of them. Empty if the corpus cannot be read.
std::vector<InputSample> library_samples();

/// Returns the library with some damage; `seed` decides what and where. A third of the trials use damage().
/// The others change one to three words of RDAT (offsets, counts, references and enumerations), slightly or
/// greatly.
std::vector<uint8_t> damage_library(std::span<const uint8_t> file, uint64_t seed);

}  // namespace trellis::api_testing
