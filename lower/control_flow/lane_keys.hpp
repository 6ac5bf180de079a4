// Waterfall loops: `key = WaveReadLaneFirst(x); if (key == x) { ... x ... }`. Where the two are equal, the
// key can replace x. The key is uniform, which compilers do not infer from the comparison; accesses and wave
// operations that use it become cheaper.
#pragma once

#include "dxil_frontend/program/ir.hpp"

namespace trellis::lower {

/// Whether some function branches on such a comparison and uses the value where the two are equal.
bool has_lane_keys(const dxil::Module& module, std::span<const uint8_t> is_reached = {});

/// Replaces the value with its key in all blocks that only the branch's "equal" edge leads to.
void use_lane_keys(dxil::Module& module);

}  // namespace trellis::lower
