// Runs jobs in child processes, so that a crash, a hang or exhausted memory costs one input and not the run.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tools/reports/outcome.hpp"
#include "tools/settings.hpp"

namespace trellis::tools {

/// Called in the parent when a job ends, in no particular order.
using JobEnded = std::function<void(size_t job, Outcome outcome)>;

/// Distributes the jobs over settings.jobs concurrent child processes, each with the memory limit of the
/// settings. A worker that dies or exceeds the time limit fails its current job (exit code 1 if it was still
/// reading the input, else 4) and is replaced. Every job gets an outcome.
void run_in_workers(const Settings& settings, const std::vector<Job>& jobs, const JobEnded& ended);

}  // namespace trellis::tools
