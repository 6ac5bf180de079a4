// How much memory a thread group shares.
#pragma once

#include <cstdint>

#include "dxil_frontend/program/shader.hpp"

namespace trellis::dxil {

/// Bytes of the groupshared variables that the functions use which the entry point reaches. Types are laid
/// out as DXIL does: 16-bit types take four bytes unless the program has native ones. Linear in the
/// functions' instructions.
uint64_t groupshared_bytes(const Module& module, const EntryPoint& entry_point);

}  // namespace trellis::dxil
