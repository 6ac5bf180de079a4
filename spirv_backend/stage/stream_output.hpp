// Stream output: implements D3D12's declaration with transform feedback. An output that is captured as a
// whole is decorated directly. In other cases (single components, repeated captures, elements of built-in
// arrays) a copy at an otherwise unused location is captured; it is written when the vertex is complete.
#pragma once

#include "spirv_backend/emitter/module_context.hpp"

namespace trellis::spirv {

/// Declares the execution mode and the decorations; the interface must have been declared.
void declare_captures(ModuleContext& context);

/// Returns the function that writes the stream's copies; writes it on first use.
Id capture_function(ModuleContext& context, uint32_t stream);

}  // namespace trellis::spirv
