// --gpu-stats: what Mesa's compiler for AMD GPUs makes of the modules, as text or JSON.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "api/translator.hpp"
#include "tools/gpu_compiler/compile.hpp"
#include "tools/outcome.hpp"
#include "tools/settings.hpp"

namespace trellis::tools {

/// Has a module compiled, and adds what came of it to the job's part of the report; an outcome that says why
/// not. `translation` tells of entry points; `spirv` is its module, or what became of that.
std::optional<Outcome> add_gpu_stats(const Settings& settings, const Translation& translation,
                                     std::span<const uint32_t> spirv, const std::string& input,
                                     Outcome& outcome);

/// The report made of such parts.
std::string gpu_stats_document(std::span<const std::string> parts, const Settings& settings);

}  // namespace trellis::tools
