// The options of a call as words from which another call can be made.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace trellis::tools {

enum class Purpose : uint8_t {
  kOutput,  ///< Options that change the output.
  kRun,     ///< Options about limits and messages.
};

/// Returns the given options of that purpose in the order of the table, in one canonical spelling. Inputs,
/// outputs and the options that say how a call lists its inputs belong to neither purpose.
std::vector<std::string> canonical_words(const CLI::App& app, Purpose purpose);

/// If an option that takes one value is given several times, the last value counts.
void let_last_win(CLI::App& app);

}  // namespace trellis::tools
