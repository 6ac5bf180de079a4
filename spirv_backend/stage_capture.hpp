// Stream output: D3D12's declaration carried out as transform feedback. An output that is captured as a whole
// is decorated where it is. Of others (some components, one more time, elements of built-in arrays) a copy
// is captured, at a location that nothing else has; it is made when the vertex is finished.
#pragma once

#include "spirv_backend/module_context.hpp"

namespace trellis::spirv {

/// From the options' entries to StagePlan::captures. The elements must have been placed. kBadInput with the
/// number of the entry for what D3D12 refuses too; kUnsupported for stages and outputs that cannot be
/// captured.
Result<void> plan_captures(ModulePlan& plan);

/// Whether vertices of the stream have components that are captured as copies.
bool copies_captures(const ModulePlan& plan, uint32_t stream);

/// Execution mode and decorations; the interface must have been declared.
void declare_captures(ModuleContext& context);

/// The function that makes the stream's copies; made when first asked for.
Id capture_function(ModuleContext& context, uint32_t stream);

}  // namespace trellis::spirv
