// Execution model and execution modes of an entry point.
#pragma once

#include "spirv_backend/module_context.hpp"

namespace trellis::spirv {

/// Whether this kind of shader is translated.
bool is_translated(dxil::ShaderKind stage);

/// What the stage's plan wants to know of the module's: whether invocations have to be ordered.
void plan_interlock(ModulePlan& plan);

/// What the stage's properties say that cannot be (kBadInput) or that Vulkan lacks (kUnsupported).
Result<void> check_stage_state(const dxil::EntryPoint& entry, Target target);

/// Capabilities and modes of the stages that make or divide primitives: geometry, hull, domain, mesh,
/// amplification.
void declare_primitive_modes(ModuleContext& context);

/// OpEntryPoint and the modes that follow from the stage and its signatures.
void declare_stage(ModuleContext& context);

}  // namespace trellis::spirv
