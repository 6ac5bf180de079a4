// TinyWGSL as DXIL would have it: blocks, with local variables in memory or as phis.
#pragma once

#include "dxil_frontend/program/shader.hpp"
#include "tinywgsl/program.hpp"

namespace trellis::tinywgsl {

enum class LocalsAs : uint8_t { kMemory, kPhis };

/// Unreachable statements are left out. lid is FlattenedThreadIdInGroup, shared memory is groupshared.
dxil::Shader lower(const Program& program, LocalsAs locals);

}  // namespace trellis::tinywgsl
