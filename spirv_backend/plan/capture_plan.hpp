// Stream output: which outputs are captured where they are, and which need copies (stage/stream_output.hpp).
#pragma once

#include "spirv_backend/plan/plan.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// Components of a captured variable.
inline constexpr uint32_t kMaxCaptureComponents = 4;

/// From the options' entries to StagePlan::captures. The elements must have been placed. kBadInput with the
/// number of the entry for what D3D12 refuses too; kUnsupported for stages and outputs that cannot be
/// captured.
Result<void> plan_captures(ModulePlan& plan);

/// Whether vertices of the stream have components that are captured as copies.
bool copies_captures(const ModulePlan& plan, uint32_t stream);

}  // namespace trellis::spirv
