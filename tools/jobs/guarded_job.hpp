// Runs the only job of a call in this process, which is faster than a worker: starting one takes longer than
// the translation of a small shader.
#pragma once

#include "tools/platform/work_guard.hpp"
#include "tools/reports/outcome.hpp"
#include "tools/settings.hpp"

namespace trellis::tools {

/// Returns true if run_guarded() can run the job with the protection of a worker. Jobs that start other
/// programs or load a driver need a worker.
bool can_be_guarded(const Settings& settings, const Job& job);

/// Runs the job within the limits of the settings. If the translator crashes or exceeds a limit, the program
/// starts over with `words`, and outcome_of() says how the job ended.
Outcome run_guarded(const Settings& settings, const Job& job, const char* const* words);

Outcome outcome_of(const platform::EndedWork& ended, const Settings& settings);

}  // namespace trellis::tools
