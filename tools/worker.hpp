// The child's side of the worker pool, and what it shares with the parent.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "tools/outcome.hpp"
#include "tools/settings.hpp"

namespace trellis::tools {

/// A worker ends with this status when memory runs out.
inline constexpr int kOutOfMemoryStatus = 77;

/// In memory shared between parent and child.
using SharedProgress = std::atomic<uint8_t>;

/// Serves jobs until the socket closes: a job number comes in, a length and a packed outcome go out. Only to
/// be called in a freshly forked child.
[[noreturn]] void serve_jobs(int socket, SharedProgress& progress, const Settings& settings,
                             const std::vector<Job>& jobs);

}  // namespace trellis::tools
