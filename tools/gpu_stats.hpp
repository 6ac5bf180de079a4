// --gpu-stats: compiles modules with a GPU's driver and reports its statistics, as text or JSON.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "api/translator.hpp"
#include "tools/gpu_compiler/compiler_process.hpp"
#include "tools/reports/outcome.hpp"
#include "tools/settings.hpp"

namespace trellis::tools {

/// Has `compiler` compile the module `spirv` and adds the result to the job's part of the report in
/// `outcome`. Returns a failed outcome, or nothing. `translation` describes the entry points; `spirv` is its
/// module, possibly optimized.
std::optional<Outcome> add_gpu_stats(const Settings& settings, gpu_compiler::CompilerProcess& compiler,
                                     const Translation& translation, std::span<const uint32_t> spirv,
                                     const std::string& input, Outcome& outcome);

/// Returns the whole report, made from the jobs' parts.
std::string gpu_stats_document(std::span<const std::string> parts, const Settings& settings);

}  // namespace trellis::tools
