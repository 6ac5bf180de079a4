// Writes Ninja files that build the outputs of a call.
#pragma once

#include <string>
#include <vector>

#include "tools/reports/outcome.hpp"

namespace trellis::tools {

/// Makes a Ninja file that builds the output of each job by a call of `program`. Returns what the file cannot
/// express, or an empty string.
std::string ninja_text(const Settings& settings, const std::vector<Job>& jobs, const std::string& program,
                       std::string& text);

/// Writes the Ninja file to the path in the settings. Returns the exit code.
int write_ninja(const Settings& settings, const std::vector<Job>& jobs);

}  // namespace trellis::tools
