// What LLVM's reader does not have to see, as decoding reads nothing of it: attributes without text. Blocks
// of an unknown id are passed over by it, so the id is written over in the copy that it reads.
#pragma once

#include <optional>

#include "dxil_frontend/bitcode_check/state.hpp"

namespace trellis::dxil::bitcode {

/// Hides the block whose id lies there; none: the block stays.
void hide_block(ModuleState& state, const std::optional<OperandPlace>& place);

}  // namespace trellis::dxil::bitcode
