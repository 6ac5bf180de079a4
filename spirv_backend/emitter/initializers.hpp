// Initial values of memory objects, flattened to their units.
#pragma once

#include <cstdint>
#include <optional>

#include "spirv_backend/emitter/module_context.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

/// The bit patterns of an object's units, in order; undefined parts are zero. Empty if the initialiser holds
/// something that is no number (an address), or the object is larger than any real table.
std::optional<Vector<uint64_t>> flatten_initializer(ModuleContext& context, const MemoryObject& object);

}  // namespace trellis::spirv
