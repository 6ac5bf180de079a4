// Names for outputs by what they are made of.
#pragma once

#include <optional>
#include <string>

#include "tools/outcome.hpp"

namespace trellis::tools {

/// SHA-256 of all that the job's output depends on: this build of the program, the options, the input (HLSL as preprocessed), the files that
/// options name, and the versions of the programs that have a part in it. What went wrong, or nothing.
std::optional<Outcome> cache_key(const Settings& settings, const Job& job, std::span<const uint8_t> input, std::string& key,
                                 Outcome& noted);

}  // namespace trellis::tools
