#include "spirv_backend/short_selections.hpp"

#include <span>

#include "dxil_frontend/program/dxil_ops.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using dxil::Opcode;
using structurizer::Block;
using structurizer::BlockId;
using structurizer::MergeKind;
using structurizer::Structured;

/// The most instructions of both sides together. With more, there is no less latency, and lanes that agree on
/// a side execute more (docs/internals/output-quality.md).
constexpr uint32_t kMost = 40;

/// Returns roughly how many instructions of a GPU it takes; more than kMost if it must stay in its branch.
uint32_t cost_of(const Instruction& i) {
  constexpr uint32_t kConversion = 4, kDivision = 8;
  switch (i.opcode) {
    case Opcode::kPhi:  // Counted for the result's blocks.
    case Opcode::kBranch:
    case Opcode::kCondBranch:
    case Opcode::kExtractValue:
    case Opcode::kExtractElement:
    case Opcode::kBitcast:
    case Opcode::kFreeze:
      return 0;
    case Opcode::kUDiv:
    case Opcode::kSDiv:
    case Opcode::kURem:
    case Opcode::kSRem:
      return kDivision;
    case Opcode::kFPToUI:
    case Opcode::kFPToSI:
      return kConversion;
    case Opcode::kDxOp: {
      if (i.is(dxil::Op::kCBufferLoadLegacy)) return 1;
      const dxil::DxilOp* op = dxil::find_op(i.op());
      const bool moves = op != nullptr && op->memory == dxil::MemoryEffect::kPure && !op->is_convergent() &&
                         !op->is_co_convergent() && !op->involves_lanes();
      return moves ? 1 : kMost + 1;
    }
    default:
      return i.opcode >= Opcode::kAdd && i.opcode <= Opcode::kSIToFP ? 1 : kMost + 1;
  }
}

class SelectionCost {
 public:
  SelectionCost(const Structured& structured, const dxil::Function& function)
      : structured_(structured), function_(function) {}

  /// Returns the cost of both sides; more than kMost if they hold anything but instructions without effects
  /// and selections of such, or if the source asks for a branch around one of these.
  uint32_t of_sides(const Block& selection) {
    const std::span<const BlockId> sides = successors(selection);
    if (selection.merge != MergeKind::kSelection || sides.size() != 2) return kMost + 1;
    for (const BlockId side : sides) add_path(side, selection.merge_block);
    return cost_;
  }

 private:
  std::span<const BlockId> successors(const Block& block) const {
    return {structured_.successors.data() + block.first_successor, block.successor_count};
  }

  /// Adds what is between the start of a side and the merge block. Each selection inside costs something, so
  /// their depth is limited.
  void add_path(BlockId at, BlockId end) {
    while (at != end && cost_ <= kMost) {
      const Block& block = structured_.blocks[at];
      add_block(block);
      const std::span<const BlockId> next = successors(block);
      if (block.merge == MergeKind::kSelection) {
        if (cost_ <= kMost) cost_ = of_sides(block);
        at = block.merge_block;
      } else if (block.merge != MergeKind::kNone || next.size() != 1 || next[0] != end) {
        cost_ = kMost + 1;
      } else {
        at = end;
      }
    }
  }

  void add_block(const Block& block) {
    cost_ += block.phi_count + (block.merge == MergeKind::kNone ? 0 : 1);
    if (block.payload == structurizer::kNone) return;
    if (function_.blocks[block.payload].hints.branch) cost_ = kMost + 1;
    for (const Instruction& i : function_.instructions_of(block.payload)) {
      if (cost_ > kMost) return;
      cost_ += cost_of(i);
    }
  }

  const Structured& structured_;
  const dxil::Function& function_;
  uint32_t cost_ = 0;
};

}  // namespace

bool is_short_selection(const structurizer::Structured& structured, const dxil::Function& function,
                        const structurizer::Block& selection) {
  return SelectionCost(structured, function).of_sides(selection) <= kMost;
}

}  // namespace trellis::spirv
