// One return for each called function.
#pragma once

#include "dxil_frontend/program/ir.hpp"

namespace trellis::lower {

/// True if a called function has several returns, and the module operations that involve other lanes. SPIR-V does not
/// promise that lanes which return at different places are together behind the call.
bool has_several_returns(const dxil::Module& module, std::span<const uint8_t> is_reached = {});

/// Makes jumps of such returns, to a new last block with the function's only one, which the structurizer then makes the
/// merge block of what leads there. dxc emits functions in that form; others need not.
void join_returns(dxil::Module& module);

}  // namespace trellis::lower
