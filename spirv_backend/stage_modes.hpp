// Execution model and execution modes of an entry point.
#pragma once

#include "spirv_backend/module_context.hpp"

namespace trellis::spirv {

/// Whether this kind of shader is translated.
bool is_translated(dxil::ShaderKind stage);

/// OpEntryPoint and the modes that follow from the stage and its signatures.
void declare_stage(ModuleContext& context);

}  // namespace trellis::spirv
