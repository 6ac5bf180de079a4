#include "dxil_frontend/bitcode_check/hiding.hpp"

namespace trellis::dxil::bitcode {

void hide_block(ModuleState& state, const std::optional<OperandPlace>& place) {
  constexpr uint64_t kUnknownBlock = 127;  // No version of LLVM has it. The highest in one chunk.
  if (place) state.hiding.push_back({*place, kUnknownBlock});
}

}  // namespace trellis::dxil::bitcode
