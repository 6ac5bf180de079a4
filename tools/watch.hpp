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

/// Looks five times a second at the files of settings.inputs, those that came to a folder included, and at what their
/// translation depended on; has the jobs done whose files changed since `done` were. Ends when the process does, or
/// when the inputs no longer fit together: the exit code.
int watch(const Settings& settings, std::vector<Job> jobs, std::vector<Outcome> done, const DoJobs& do_jobs);

}  // namespace trellis::tools
