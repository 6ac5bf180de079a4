// From the caller's register shifts to the back end's.
#pragma once

#include "api/options.hpp"
#include "dxil_frontend/program/shader.hpp"
#include "spirv_backend/emit.hpp"
#include "support/containers.hpp"

namespace trellis {

/// Shifts that name every space become one for each space the shader has resources of the class in; at most
/// one shift is left for a class and space. Ordered by class, then space.
Vector<spirv::RegisterShift> expand_shifts(const dxil::Shader& shader, const Vector<RegisterShift>& shifts);

}  // namespace trellis
