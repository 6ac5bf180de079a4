// Writes the dependencies of outputs for build systems.
#pragma once

#include <string>
#include <vector>

#include "tools/reports/outcome.hpp"

namespace trellis::tools {

/// Returns Makefile rules "OUTPUT: INPUT FILE..." that make and ninja read, one for each successful job that
/// has an output. Every output depends on the files in `always`.
std::string dependency_rules(const std::vector<Job>& jobs, const std::vector<Outcome>& outcomes,
                             const std::vector<std::string>& always);

}  // namespace trellis::tools
