// Diagnostics with a location in a function of the program.
#pragma once

#include "dxil_frontend/program/ir.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::lower {

/// Returns a diagnostic with function, block, instruction and operation filled in. The instruction must be
/// one of the function's.
[[gnu::cold]] Diagnostic diagnose(ErrorCode code, const dxil::Function& function,
                                  const dxil::Instruction& instruction, String message);

}  // namespace trellis::lower
