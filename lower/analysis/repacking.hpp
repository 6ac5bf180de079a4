// Operations after which other invocations may run together than before.
#pragma once

#include <optional>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "dxil_frontend/program/shader.hpp"

namespace trellis::lower {

/// Whether the operation becomes one of Vulkan's invocation repack instructions, or a hit object's
/// counterpart of it: TraceRay, ReportHit, CallShader; tracing, invoking and reordering by hit objects.
bool repacks_invocations(dxil::Op op);

/// The first such operation of the functions with a 1 in `is_reached`. An entry point with one must not
/// declare MaximallyReconvergesKHR (VUID-StandaloneSpirv-MaximallyReconvergesKHR-09565).
std::optional<dxil::Op> find_repacking(const dxil::Module& module, std::span<const uint8_t> is_reached);

}  // namespace trellis::lower
