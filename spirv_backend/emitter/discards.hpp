// Discard on devices without demotion: a flag says that the invocation discarded. It goes on, for the
// derivatives of its neighbours, writes nothing any more, and is killed where the entry point returns.
#pragma once

#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/module/code_writer.hpp"

namespace trellis::spirv {

/// Whether the device demotes invocations, and may be asked to.
bool has_demotion(const ModuleContext& context);

/// Whether the module discards by the flag.
bool discards_by_flag(const ModuleContext& context);

/// Loads the flag. Only if the module discards by it.
Id load_discard_flag(ModuleContext& context, CodeWriter& code);
/// Sets it where the condition holds (0: always).
void store_discard_flag(ModuleContext& context, CodeWriter& code, Id condition);

/// Asks whether the invocation is a helper, or was made one by a discard.
Id ask_for_helper(ModuleContext& context, CodeWriter& code);

}  // namespace trellis::spirv
