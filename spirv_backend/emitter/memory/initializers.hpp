// Initial values of memory objects, flattened to units.
#pragma once

#include <cstdint>
#include <optional>

#include "spirv_backend/emitter/module_context.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

/// Returns the bit patterns of an object's units in order; undefined parts are zero. Empty if the initializer
/// contains something that is not a number (an address), or if the object is larger than any realistic table.
std::optional<Vector<uint64_t>> flatten_initializer(ModuleContext& context, const MemoryObject& object);

}  // namespace trellis::spirv
