// Stream output: which outputs are captured directly, and which need copies (stage/stream_output.hpp).
#pragma once

#include "spirv_backend/plan/plan.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// Maximum number of components of a captured variable.
inline constexpr uint32_t kMaxCaptureComponents = 4;

/// Turns the options' entries into StagePlan::captures. The elements must have been placed. Errors: kBadInput
/// with the number of the entry for what D3D12 refuses as well; kUnsupported for stages and outputs that
/// cannot be captured.
Result<void> plan_captures(ModulePlan& plan);

/// Whether some captured components of the stream are copied before they are captured.
bool copies_captures(const ModulePlan& plan, uint32_t stream);

}  // namespace trellis::spirv
