// Gives each called function a single return.
#pragma once

#include "dxil_frontend/program/ir.hpp"

namespace trellis::lower {

/// Whether a called function has several returns and the module has operations that involve other lanes.
/// SPIR-V does not guarantee that lanes which return at different points are together after the call.
bool has_several_returns(const dxil::Module& module, std::span<const uint8_t> is_reached = {});

/// Replaces such returns with jumps to a new last block, which contains the only return. The structurizer
/// makes this block a merge block. dxc emits functions in this form; other compilers may not.
void join_returns(dxil::Module& module);

}  // namespace trellis::lower
