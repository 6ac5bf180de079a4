// The child's side of the worker pool, and what it shares with the parent.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "tools/platform/processes.hpp"
#include "tools/reports/outcome.hpp"
#include "tools/settings.hpp"

namespace trellis::tools {

/// The progress of a worker, in memory shared between parent and child.
using SharedProgress = std::atomic<uint8_t>;

/// Serves jobs until the channel closes: receives a job number, and sends a length and a packed outcome. Only
/// call it in a child that has just been started.
[[noreturn]] void serve_jobs(platform::Channel parent, SharedProgress& progress, const Settings& settings,
                             const std::vector<Job>& jobs);

}  // namespace trellis::tools
