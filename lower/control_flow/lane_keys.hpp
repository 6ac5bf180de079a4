// Waterfall loops: `key = WaveReadLaneFirst(x); if (key == x) { ... x ... }`. Where the two are equal, the
// key stands for x: it is the same for all lanes, which compilers do not find out by themselves. What is
// addressed by it, and wave operations on it, become cheaper.
#pragma once

#include "dxil_frontend/program/ir.hpp"

namespace trellis::lower {

/// True if the module has a branch on such a comparison, and a use behind it.
bool has_lane_keys(const dxil::Module& module, std::span<const uint8_t> is_reached = {});

/// Names the key in place of the value in all blocks that the branch leads to when they are equal, and
/// nothing else does.
void use_lane_keys(dxil::Module& module);

}  // namespace trellis::lower
