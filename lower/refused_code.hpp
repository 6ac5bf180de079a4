// Refuses code before any pass runs. After the passes, such code could fail with an error that hides the real
// cause.
#pragma once

#include <span>

#include "dxil_frontend/program/shader.hpp"
#include "support/result.hpp"

namespace trellis::lower {

/// Refuses calls of functions without a body, and linear algebra. `is_reached`: from reached_functions().
Result<void> refuse_code(const dxil::Module& module, std::span<const uint8_t> is_reached);

}  // namespace trellis::lower
