// Repairs NonSemantic.Shader.DebugInfo.100 instructions after spirv-opt.
#pragma once

#include <cstdint>
#include <vector>

namespace trellis::tools {

/// Moves each DebugFunctionDefinition to the first block of its function, after the variables, as the
/// instruction set requires; spirv-opt inserts blocks before it. Leaves `words` unchanged if they are not a
/// module.
void move_debug_definitions(std::vector<uint32_t>& words);

}  // namespace trellis::tools
