// Registers for resources that a library leaves without any: a linker would give them.
#pragma once

#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

/// A resource's lower bound, or space, if it has none.
inline constexpr uint32_t kNoRegister = UINT32_MAX;

/// Gives each resource without a register the first free ones of its class and space: in order of declaration
/// (by id), arrays without an end after all others. Without a space it goes to space 0. Resources for which no
/// registers are left stay as they are.
void assign_registers(Vector<Resource>& resources);

}  // namespace trellis::dxil
