// Reads and writes a CompiledModule as JSON, for messages between processes and for reports.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "tools/gpu_compiler/compile.hpp"

namespace trellis::gpu_compiler {

nlohmann::ordered_json json_of(const CompiledModule& compiled);

/// Returns false if the JSON does not describe a CompiledModule.
bool read_json(const nlohmann::json& json, CompiledModule& compiled);

}  // namespace trellis::gpu_compiler
