#include "dxil_frontend/bitcode_check/hiding.hpp"

namespace trellis::dxil::bitcode {
namespace {

// No version of LLVM has a block or, among attachments, a record of these numbers, the highest in one chunk.
constexpr uint64_t kUnknownBlock = 127;
constexpr uint64_t kUnknownCode = 31;

}  // namespace

void hide_block(ModuleState& state, const std::optional<OperandPlace>& place) {
  if (place) state.hiding.push_back({*place, kUnknownBlock});
}

void HiddenAttachments::note(std::span<const uint64_t> attached) {
  for (size_t i = 0; i + 1 < attached.size(); i += 2) {
    if (!is_read(state_.attachment_kinds[attached[i]])) continue;
    is_read_ = true;
    return;
  }
  if (const auto place = state_.reader.place_of_code()) state_.hiding.push_back({*place, kUnknownCode});
}

void HiddenAttachments::finish(const std::optional<OperandPlace>& place) {
  if (is_read_ || !place) return;
  state_.hiding.resize(first_);
  hide_block(state_, place);
}

}  // namespace trellis::dxil::bitcode
