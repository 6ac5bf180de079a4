// Processes one input, from its bytes to its output file, in this process.
#pragma once

#include <functional>
#include <optional>

#include "api/translator.hpp"
#include "tools/gpu_compiler/compiler_process.hpp"
#include "tools/reports/outcome.hpp"
#include "tools/settings.hpp"

namespace trellis::tools {

using ProgressCallback = std::function<void(Progress)>;

/// What the jobs of one process share, because making it takes longer than a small job.
struct SharedTools {
  Translator translator;
  std::optional<gpu_compiler::CompilerProcess>
      gpu_compiler;  ///< Of --gpu-stats; made by the first job that needs it.
};

/// Runs the job: reads, translates, writes. Prints nothing.
Outcome run_job(SharedTools& shared, const Settings& settings, const Job& job,
                const ProgressCallback& progress);

}  // namespace trellis::tools
