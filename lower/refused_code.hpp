// Code that is refused before anything rewrites the program: by then, its instructions may fail for reasons
// that only follow from the real one.
#pragma once

#include <span>

#include "dxil_frontend/program/shader.hpp"
#include "support/result.hpp"

namespace trellis::lower {

/// Refuses calls of functions without a body, and linear algebra. `is_reached`: as reached_functions() says.
Result<void> refuse_code(const dxil::Module& module, std::span<const uint8_t> is_reached);

}  // namespace trellis::lower
