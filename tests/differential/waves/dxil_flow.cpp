// Converts a DXIL function to the structurizer's representation.
#include "dxil_frontend/program/dxil_ops.hpp"
#include "tests/differential/waves/dxil_wave.hpp"

namespace trellis::differential {

namespace {

using dxil::Instruction;
using dxil::Opcode;

class FlowMaker {
 public:
  explicit FlowMaker(const dxil::Function& function)
      : function_(function), home_(function.local_types.size(), kNone) {}

  Flow make() {
    flow_.graph = function_.graph;
    flow_.value_count = function_.first_local + static_cast<uint32_t>(function_.local_types.size());
    flow_.flags.assign(function_.blocks.size(), 0);
    find_homes();
    for (BlockId block = 0; block < function_.blocks.size(); ++block) add_block(block);
    for (size_t i = 0; i < home_.size(); ++i) {
      if (home_[i] != kNone) {
        flow_.definitions.push_back({function_.first_local + static_cast<ValueId>(i), home_[i]});
      }
    }
    return std::move(flow_);
  }

 private:
  BlockId& home(ValueId value) { return home_[value - function_.first_local]; }

  /// Finds the block that defines each value. Components belong to the block of their aggregate, wherever
  /// they are extracted.
  void find_homes() {
    for (BlockId block = 0; block < function_.blocks.size(); ++block) {
      for (const Instruction& i : function_.instructions_of(block)) {
        if (i.result != kNone && i.opcode != Opcode::kExtractValue) home(i.result) = block;
      }
    }
    for (const Instruction& i : function_.instructions) {
      if (i.opcode == Opcode::kExtractValue) home(i.result) = home(function_.operands_of(i)[0]);
    }
  }

  void add_block(BlockId block) {
    const dxil::BlockHints& hints = function_.blocks[block].hints;
    if (hints.branch || hints.flatten) flow_.flags[block] |= structurizer::kSelection;
    for (const Instruction& i : function_.instructions_of(block)) {
      add_flags(block, i);
      const auto operands = function_.operands_of(i);
      if (i.opcode == Opcode::kPhi) {
        flow_.phis.entries.push_back({i.result, static_cast<uint32_t>(flow_.incoming.size())});
        flow_.incoming.insert(flow_.incoming.end(), operands.begin(), operands.end());
      } else if (i.opcode != Opcode::kExtractValue) {
        for (const ValueId value : operands) add_use(block, value);
      }
    }
    flow_.phis.end_row();
  }

  void add_flags(BlockId block, const Instruction& i) {
    if (i.opcode == Opcode::kSwitch) flow_.flags[block] |= structurizer::kSwitch;
    const dxil::DxilOp* op = i.opcode == Opcode::kDxOp ? dxil::find_op(i.op()) : nullptr;
    if (op == nullptr) return;
    if (op->is_convergent()) flow_.flags[block] |= structurizer::kConvergent;
    if (op->is_co_convergent()) flow_.flags[block] |= structurizer::kCoConvergent;
  }

  void add_use(BlockId block, ValueId value) {
    if (value < function_.first_local || home(value) == block || home(value) == kNone) return;
    for (size_t i = flow_.uses.size(); i-- > 0 && flow_.uses[i].block == block;) {
      if (flow_.uses[i].value == value) return;
    }
    flow_.uses.push_back({value, block});
  }

  const dxil::Function& function_;
  Flow flow_;
  std::vector<BlockId> home_;  ///< Indexed by local value.
};

}  // namespace

Flow flow_of(const dxil::Function& function) { return FlowMaker(function).make(); }

}  // namespace trellis::differential
