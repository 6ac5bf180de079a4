// Determines which indices differ between the lanes of a subgroup, and which resource accesses get
// NonUniform.
#pragma once

#include "spirv_backend/plan/plan.hpp"

namespace trellis::spirv {

/// Sets Reference::non_uniform of the functions' handles as the plan's options request, where it already
/// holds what the program declares. Also sets it for addresses in small thread-local arrays
/// (MemoryObject::is_small_array()) if it affects how these are accessed. Analyzes the program only if it has
/// such a handle or address with a dynamic index. If the program cannot be analyzed, all of them are
/// non-uniform.
void decide_non_uniform(const dxil::Shader& shader, ModulePlan& plan);

}  // namespace trellis::spirv
