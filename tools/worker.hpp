// The child's side of the worker pool, and what it shares with the parent.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "tools/outcome.hpp"
#include "tools/platform/processes.hpp"
#include "tools/settings.hpp"

namespace trellis::tools {

/// In memory shared between parent and child.
using SharedProgress = std::atomic<uint8_t>;

/// Serves jobs until the channel closes: a job number comes in, a length and a packed outcome go out. Only to
/// be called in a child that has just been started.
[[noreturn]] void serve_jobs(platform::Channel parent, SharedProgress& progress, const Settings& settings,
                             const std::vector<Job>& jobs);

}  // namespace trellis::tools
