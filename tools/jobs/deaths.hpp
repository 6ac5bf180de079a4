// The outcomes of jobs whose process did not survive.
#pragma once

#include <string>

#include "tools/reports/outcome.hpp"
#include "tools/settings.hpp"

namespace trellis::tools {

/// `progress` is what the process did last. The exit code is 1 if it was still reading the input, else 4.
/// `reason` is the system's description of a signal: "Segmentation fault".
Outcome crashed(Progress progress, const std::string& reason);
Outcome ran_out_of_memory(Progress progress, const Settings& settings);
Outcome took_too_long(Progress progress, const Settings& settings);
Outcome ended_unexpectedly(Progress progress);

}  // namespace trellis::tools
