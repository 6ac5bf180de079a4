// Processes one input, from its bytes to its output file, in this process.
#pragma once

#include <functional>

#include "api/translator.hpp"
#include "tools/reports/outcome.hpp"
#include "tools/settings.hpp"

namespace trellis::tools {

using ProgressCallback = std::function<void(Progress)>;

/// Runs the job: reads, translates, writes. Prints nothing.
Outcome run_job(Translator& translator, const Settings& settings, const Job& job,
                const ProgressCallback& progress);

}  // namespace trellis::tools
