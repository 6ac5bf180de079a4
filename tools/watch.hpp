// --watch: translates again whatever changes.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tools/outcome.hpp"
#include "tools/settings.hpp"

namespace trellis::tools {

/// Does jobs, and returns what came of each.
using DoJobs = std::function<std::vector<Outcome>(const std::vector<Job>&)>;

/// Has the jobs of settings.inputs done, and again those whose files have changed since, or what their translation
/// depended on; five times a second it looks, also for files that come to a folder. Ends when the process does, or when
/// the inputs no longer fit together: the exit code.
int watch(const Settings& settings, const DoJobs& do_jobs);

}  // namespace trellis::tools
