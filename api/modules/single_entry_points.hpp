// Splits a module by its entry points.
#pragma once

#include <cstdint>
#include <span>

#include "support/containers.hpp"

namespace trellis {

/// Returns for each entry point of the module a copy with only that entry point. In it, the built-ins of
/// other entry points are undecorated variables. Empty if there are fewer than two entry points.
Vector<Vector<uint32_t>> single_entry_points(std::span<const uint32_t> spirv);

}  // namespace trellis
