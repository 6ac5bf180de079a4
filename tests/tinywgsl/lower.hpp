// Lowers TinyWGSL to DXIL's blocks, with local variables in memory or as phis.
#pragma once

#include "dxil_frontend/program/shader.hpp"
#include "tinywgsl/syntax/program.hpp"

namespace trellis::tinywgsl {

enum class LocalsAs : uint8_t { kMemory, kPhis };

/// Leaves out unreachable statements. lid becomes FlattenedThreadIdInGroup, and shared memory becomes
/// groupshared.
dxil::Shader lower(const Program& program, LocalsAs locals);

}  // namespace trellis::tinywgsl
