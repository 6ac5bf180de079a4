// Finds contradictions between an entry point and what its library declares about itself (the part RDAT).
#pragma once

#include "dxil_frontend/program/shader.hpp"
#include "spirv_backend/plan/plan.hpp"
#include "support/containers.hpp"

namespace trellis {

/// Adds a line for each contradiction; none if the library declares nothing about itself.
void find_library_warnings(const dxil::Shader& shader, const spirv::ModulePlan& plan,
                           Vector<String>& warnings);

}  // namespace trellis
