// NonSemantic.Shader.DebugInfo.100 behind spirv-opt.
#pragma once

#include <cstdint>
#include <vector>

namespace trellis::tools {

/// Moves each DebugFunctionDefinition to the first block of its function, behind the variables, where the set
/// wants it: spirv-opt puts blocks in front of it. `words` is a module; what is none is left alone.
void move_debug_definitions(std::vector<uint32_t>& words);

}  // namespace trellis::tools
