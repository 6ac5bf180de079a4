// The function around an entry point's code, where SPIR-V has one entry and the program has two phases: hull
// shaders (control points, then patch constants) and amplification shaders (whose dispatch ends them, if
// anything follows it in the program); and for vertex and domain shaders with copies of outputs to capture.
#pragma once

#include "spirv_backend/emitter/module_context.hpp"

namespace trellis::spirv {

/// Writes the wrapper of a module that has one (has_wrapper), as context.entry_id.
Result<void> write_wrapper(ModuleContext& context);

/// Of amplification shaders: the variable that keeps the sizes of the dispatch until the end.
Id dispatch_size_variable(ModuleContext& context);

/// Amplification shaders: the function that all threads call to copy the payload from an object. Its first
/// parameter is the unit of the object where the payload begins. A groupshared object is copied by all
/// threads together. Any other is the memory of one thread: the function takes a pointer to it, too, and
/// copies what the first thread of the group has.
Result<Id> payload_copy_function(ModuleContext& context, uint32_t source);

}  // namespace trellis::spirv
