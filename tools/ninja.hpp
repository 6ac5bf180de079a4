// Ninja files that make what a call would make.
#pragma once

#include <string>
#include <vector>

#include "tools/outcome.hpp"

namespace trellis::tools {

/// The text of a file that makes the output of each job by a call of `program`. What it cannot say, or nothing.
std::string ninja_text(const Settings& settings, const std::vector<Job>& jobs, const std::string& program, std::string& text);

/// Writes it to where the settings say; returns the exit code.
int write_ninja(const Settings& settings, const std::vector<Job>& jobs);

}  // namespace trellis::tools
