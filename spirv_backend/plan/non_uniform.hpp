// Which resource accesses get NonUniform.
#pragma once

#include "spirv_backend/plan/plan.hpp"

namespace trellis::spirv {

/// Sets Reference::non_uniform of the functions' handles as the plan's options ask for; what the program
/// declares is there already. Analyses the program only if it takes descriptors by an index that is not
/// constant. A program that cannot be analysed gets NonUniform for all of these.
void decide_non_uniform(const dxil::Shader& shader, ModulePlan& plan);

}  // namespace trellis::spirv
