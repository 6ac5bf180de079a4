// Stream output: D3D12's declaration carried out as transform feedback. An output that is captured as a whole
// is decorated where it is. Of others (some components, one more time, elements of built-in arrays) a copy
// is captured, at a location that nothing else has; it is made when the vertex is finished.
#pragma once

#include "spirv_backend/emitter/module_context.hpp"

namespace trellis::spirv {

/// Execution mode and decorations; the interface must have been declared.
void declare_captures(ModuleContext& context);

/// The function that makes the stream's copies; made when first asked for.
Id capture_function(ModuleContext& context, uint32_t stream);

}  // namespace trellis::spirv
