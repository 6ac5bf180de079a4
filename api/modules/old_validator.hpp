// Works around errors of Debian 12's SPIRV-Tools (2023.1). Used only where Trellis is built with that version
// because the current one is not available (cmake/spirv_tools.cmake).
#pragma once

#include <cstdint>
#include <span>

#include "support/containers.hpp"

namespace trellis {

/// Returns a copy of the module in which interface variables that are arrays (over vertices) of arrays (over
/// rows) have no component; each gets its own location instead. Validators from before 2024 only examine the
/// outer array and assume that the inner one has no components.
Vector<uint32_t> without_nested_components(std::span<const uint32_t> spirv);

}  // namespace trellis
