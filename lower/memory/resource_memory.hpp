// Resource objects in local memory: libraries that are not linked yet keep handles in local arrays, which
// they pass to functions by address. Neither SPIR-V nor the rest of the back end has such memory; here each
// load becomes what was stored, and a function that takes such arrays is copied for each of the contents that
// it is called with.
#pragma once

#include <cstdint>
#include <span>

#include "dxil_frontend/program/shader.hpp"
#include "support/result.hpp"

namespace trellis::lower {

/// Whether some local variable of the functions with a 1 in `is_reached` (of all, if it is empty) holds
/// resource objects: handles, or what a library reads from a resource's symbol.
bool has_resource_memory(const dxil::Shader& shader, std::span<const uint8_t> is_reached = {});

/// Takes such variables away, in what the entry point reaches. A load whose index is not constant selects
/// among all elements. Errors: kUnsupported, where control flow decides what a variable holds, where a
/// function that was given it may have changed it, and where it is used otherwise than by loads, stores and
/// calls.
Result<void> remove_resource_memory(dxil::Shader& shader, const dxil::EntryPoint& entry_point);

}  // namespace trellis::lower
