// --watch: translates inputs again when they change.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tools/reports/outcome.hpp"
#include "tools/settings.hpp"

namespace trellis::tools {

/// Runs jobs and returns their outcomes.
using DoJobs = std::function<std::vector<Outcome>(const std::vector<Job>&)>;

/// Runs the jobs of settings.inputs, and runs them again when their inputs or dependencies change. Polls five
/// times a second and also notices new files in a folder. Returns the exit code when the inputs no longer fit
/// together; otherwise runs until the process ends.
int watch(const Settings& settings, const DoJobs& do_jobs);

}  // namespace trellis::tools
