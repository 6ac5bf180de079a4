// The function around an entry point's code. It is needed where SPIR-V has a single function and the program
// has two phases: in hull shaders (control points, then patch constants) and amplification shaders (where the
// dispatch must be last, but code may follow it in the program). Vertex and domain shaders that copy captured
// outputs need it too.
#pragma once

#include "spirv_backend/emitter/module_context.hpp"

namespace trellis::spirv {

/// Writes the wrapper of a module that needs one (has_wrapper), as context.entry_id.
Result<void> write_wrapper(ModuleContext& context);

/// For amplification shaders: returns the variable that keeps the sizes of the dispatch until the end.
Id dispatch_size_variable(ModuleContext& context);

/// For amplification shaders: returns the function that all threads call to copy the payload from an object.
/// Its first parameter is the index of the object's unit at which the payload begins. All threads together
/// copy a groupshared object. Any other object is thread-local memory: the function takes a pointer to it as
/// well, and copies the object of the group's first thread.
Result<Id> payload_copy_function(ModuleContext& context, uint32_t source);

}  // namespace trellis::spirv
