// What LLVM's reader does not have to see, as decoding reads nothing of it: attributes without text, names
// inside of functions, orders of uses, attached metadata of other kinds than a few. LLVM spends a twentieth
// of its time on them. Blocks of an unknown id and records of an unknown code are passed over by it, so the
// id or the code is written over in the copy that it reads.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "dxil_frontend/bitcode_check/state.hpp"

namespace trellis::dxil::bitcode {

/// Hides the block whose id lies there; none: the block stays.
void hide_block(ModuleState& state, const std::optional<OperandPlace>& place);

/// The attachments of one function: the whole block is hidden if nothing of it is read, else those records.
class HiddenAttachments {
 public:
  explicit HiddenAttachments(ModuleState& state) : state_(state), first_(state.hiding.size()) {}
  /// The reader's record, which attaches these: pairs of kind and node.
  void note(std::span<const uint64_t> attached);
  /// `place`: of the block's id.
  void finish(const std::optional<OperandPlace>& place);

 private:
  ModuleState& state_;
  size_t first_;
  bool is_read_ = false;
};

}  // namespace trellis::dxil::bitcode
