// What outputs were made of, for build systems.
#pragma once

#include <string>
#include <vector>

#include "tools/outcome.hpp"

namespace trellis::tools {

/// Makefile rules "OUTPUT: INPUT FILE...", one for each job that is done and has an output, as make and ninja read
/// them. `always`: files that each of them depends on.
std::string dependency_rules(const std::vector<Job>& jobs, const std::vector<Outcome>& outcomes,
                             const std::vector<std::string>& always);

}  // namespace trellis::tools
