// Which indices differ between the lanes of a subgroup, and which resource accesses get NonUniform for it.
#pragma once

#include "spirv_backend/plan/plan.hpp"

namespace trellis::spirv {

/// Sets Reference::non_uniform of the functions' handles as the plan's options ask for; what the program
/// declares is there already; and of addresses in small arrays of one thread (MemoryObject::is_small_array())
/// if it decides how these are accessed. Analyses the program only if there is one of either by an index that
/// is not constant. In a program that cannot be analysed all of these differ.
void decide_non_uniform(const dxil::Shader& shader, ModulePlan& plan);

}  // namespace trellis::spirv
