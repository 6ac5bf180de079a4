// Operations after which an invocation may run together with others than before.
#pragma once

#include <optional>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "dxil_frontend/program/shader.hpp"

namespace trellis::lower {

/// Whether the operation becomes one of Vulkan's invocation repack instructions, or the hit object's
/// counterpart of one: TraceRay, ReportHit, CallShader, and tracing, invoking and reordering with hit
/// objects.
bool repacks_invocations(dxil::Op op);

/// Returns the first such operation of the functions with a 1 in `is_reached`. An entry point that reaches
/// one must not declare MaximallyReconvergesKHR (VUID-StandaloneSpirv-MaximallyReconvergesKHR-09565).
std::optional<dxil::Op> find_repacking(const dxil::Module& module, std::span<const uint8_t> is_reached);

}  // namespace trellis::lower
