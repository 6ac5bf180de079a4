// Resource objects in local memory. Libraries that are not linked yet keep handles in local arrays and pass
// them to functions by address. Neither SPIR-V nor the rest of the back end has such memory. Here each load
// is replaced with the stored object, and a function that takes such arrays is copied for each set of
// contents that it is called with.
#pragma once

#include <cstdint>
#include <span>

#include "dxil_frontend/program/shader.hpp"
#include "support/result.hpp"

namespace trellis::lower {

/// Whether some local variable of the functions with a 1 in `is_reached` (of all if it is empty) holds
/// resource objects: handles, or objects that a library reads from resource symbols.
bool has_resource_memory(const dxil::Shader& shader, std::span<const uint8_t> is_reached = {});

/// Removes such variables from the functions that the entry point reaches. A load with a dynamic index
/// becomes a selection among all elements. Errors: kUnsupported if a variable's content depends on control
/// flow, if a function that receives its address may have changed it, or if it is used by anything except
/// loads, stores and calls.
Result<void> remove_resource_memory(dxil::Shader& shader, const dxil::EntryPoint& entry_point);

}  // namespace trellis::lower
