// Runs work in forked child processes, so that a crash or a hang (in a driver, for example) costs one item of
// work and not the whole run.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "support/result.hpp"

namespace trellis::test_support {

/// The result of one item of work in a child.
struct ChildOutcome {
  bool finished = false;  ///< The function returned.
  /// What the function returned; otherwise why it did not return: "killed by signal 11 (Segmentation fault)",
  /// "no answer within 20 s", "ended with exit status 3".
  std::string text;
};

/// Runs `work` in a forked child and returns its result. The child is killed after `seconds`. Threads and
/// driver objects do not survive a fork: `work` has to create its own Vulkan objects.
ChildOutcome run_in_child(const std::function<std::string()>& work, double seconds);

struct WorkerOptions {
  size_t workers = 2;
  double seconds = 60.0;  ///< Limit for one item; for a worker's first item it includes starting the worker.
};

/// Called in a new worker before its first item; returns the function that processes item n. It creates what
/// the worker reuses between items (a device).
using StartWorker = std::function<std::function<std::string(size_t)>()>;

/// Called in the parent as items end, in no particular order.
using ItemEnded = std::function<void(size_t item, const ChildOutcome& outcome)>;

/// Distributes the items 0 to count - 1 over forked workers. If a worker dies or exceeds the limit, its item
/// fails and a new worker replaces it. Error: no child can be created.
Result<void> run_in_workers(size_t count, const WorkerOptions& options, const StartWorker& start,
                            const ItemEnded& ended);

}  // namespace trellis::test_support
