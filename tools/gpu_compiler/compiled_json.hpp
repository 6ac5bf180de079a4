// What a driver made of a module, as JSON: from process to process, and for reports.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "tools/gpu_compiler/compile.hpp"

namespace trellis::gpu_compiler {

nlohmann::ordered_json json_of(const CompiledModule& compiled);

/// False: it is none of that.
bool read_json(const nlohmann::json& json, CompiledModule& compiled);

}  // namespace trellis::gpu_compiler
