// Jobs in child processes: a crash, a hang or an exhausted memory costs one input, not the run.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tools/outcome.hpp"
#include "tools/settings.hpp"

namespace trellis::tools {

/// Called in the parent as jobs end, in no particular order.
using JobEnded = std::function<void(size_t job, Outcome outcome)>;

/// Spreads the jobs over child processes, settings.jobs at a time, each with the memory limit of the
/// settings. A worker that dies or exceeds the time limit fails the job it was at (exit code 1 if it was
/// still reading the input, else 4) and is replaced. Every job gets an outcome.
void run_in_workers(const Settings& settings, const std::vector<Job>& jobs, const JobEnded& ended);

}  // namespace trellis::tools
