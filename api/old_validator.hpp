// What Debian 12's SPIRV-Tools (2023.1) is wrong about. Used only where Trellis is built with that, for want
// of the current one (cmake/spirv_tools.cmake).
#pragma once

#include <cstdint>
#include <span>

#include "support/containers.hpp"

namespace trellis {

/// A copy of the module without the components of interface variables that are arrays (over vertices) of
/// arrays (over rows), each at a location of its own instead. Validators from before 2024 look into the outer
/// array only, and believe that the inner one has no components.
Vector<uint32_t> without_nested_components(std::span<const uint32_t> spirv);

}  // namespace trellis
