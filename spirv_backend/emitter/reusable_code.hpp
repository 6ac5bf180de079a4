// Instructions that a function has already written, so that an equal one need not be written again. Lowerings
// build vectors, addresses and pointers from the same operands at each use.
#pragma once

#include <cstdint>
#include <span>

#include "spirv_backend/module/code_writer.hpp"
#include "structurizer/dominator_intervals.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

/// Remembers instructions by their words. The memory is small and fixed: an instruction may displace another,
/// which is then written again.
class ReusableCode {
 public:
  /// Lets blocks use what blocks that dominate them wrote, in a function of about that many instructions.
  /// Without this call, instructions are reused only within a block of the module. `dominators` must outlive
  /// the calls of once().
  void begin_function(const structurizer::DominatorIntervals& dominators, size_t instructions);
  /// Call after the block's label, if it has one in `code`, was written. If the block's code contains further
  /// labels, what follows them is available only up to the next label.
  void begin_block(structurizer::BlockId block, const CodeWriter& code) {
    block_ = block;
    begin_ = code.block_begin();
  }

  /// Returns the id of an equal instruction that is available at the end of `code`; if there is none, writes
  /// it. The result must depend on the operands only. An OpSampledImage is reused only within a block, as
  /// SPIR-V requires.
  Id once(CodeWriter& code, spv::Op opcode, Id result_type, std::span<const uint32_t> operands);

 private:
  struct Entry {
    uint32_t at = 0;                                    ///< Index of the result word; 0: none.
    structurizer::BlockId block = structurizer::kNone;  ///< kNone: not available after the next label.
  };

  bool is_available(const Entry& entry, spv::Op opcode, const CodeWriter& code) const;

  const structurizer::DominatorIntervals* dominators_ = nullptr;
  Vector<Entry> entries_;  ///< Indexed by the upper bits of a hash; empty until the first call.
  uint32_t shift_ = 56;    ///< Of a hash with 64 bits: its other bits are the index.
  structurizer::BlockId block_ = structurizer::kNone;
  size_t begin_ = 0;  ///< Where the code of block_ begins.
};

}  // namespace trellis::spirv
