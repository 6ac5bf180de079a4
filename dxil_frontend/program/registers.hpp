// Assigns registers to resources that a library leaves unassigned, as a linker would.
#pragma once

#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

/// Value of a resource's lower bound or space if none is assigned.
inline constexpr uint32_t kNoRegister = UINT32_MAX;

/// Gives each resource without a register the first free registers of its class and space, in order of
/// declaration (by id); unbounded arrays come after all others. A resource without a space goes to space 0.
/// Resources for which no registers are left remain unassigned.
void assign_registers(Vector<Resource>& resources);

}  // namespace trellis::dxil
