// The options of a call, in words that another call may be made of.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace trellis::tools {

enum class Purpose : uint8_t {
  kOutput,  ///< Options that what is written depends on.
  kRun,     ///< Options about limits and messages.
};

/// The options of that purpose that were given, in the order of the table, each spelled in one way. Inputs, outputs, and what says how a
/// call lists its inputs are of neither purpose.
std::vector<std::string> canonical_words(const CLI::App& app, Purpose purpose);

/// Of several values for an option that takes one, the last one counts.
void let_last_win(CLI::App& app);

}  // namespace trellis::tools
