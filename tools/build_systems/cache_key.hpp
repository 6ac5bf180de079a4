// Cache keys: names for outputs, derived from everything that they depend on.
#pragma once

#include <optional>
#include <string>

#include "tools/reports/outcome.hpp"

namespace trellis::tools {

/// Computes the SHA-256 of everything that the job's output depends on: this build of the program, the
/// options, the input (HLSL after preprocessing), the files that options name, and the versions of the other
/// programs that take part. Returns a failure, or nothing.
std::optional<Outcome> cache_key(const Settings& settings, const Job& job, std::span<const uint8_t> input,
                                 std::string& key, Outcome& noted);

}  // namespace trellis::tools
