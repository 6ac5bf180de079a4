// The entry points of a module apart from each other.
#pragma once

#include <cstdint>
#include <span>

#include "support/containers.hpp"

namespace trellis {

/// For each entry point of the module, a copy that has only that one; the built-ins of others are undecorated
/// variables there. Empty if there are fewer than two.
Vector<Vector<uint32_t>> single_entry_points(std::span<const uint32_t> spirv);

}  // namespace trellis
