// The size of a thread group's shared memory.
#pragma once

#include <cstdint>

#include "dxil_frontend/program/shader.hpp"

namespace trellis::dxil {

/// Returns the size in bytes of the groupshared variables that functions reachable from the entry point use.
/// Types are laid out as in DXIL: 16-bit types take four bytes unless the program has native 16-bit types.
/// Linear in the functions' instructions.
uint64_t groupshared_bytes(const Module& module, const EntryPoint& entry_point);

}  // namespace trellis::dxil
