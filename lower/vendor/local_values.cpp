#include "lower/vendor/local_values.hpp"

namespace trellis::lower {

using dxil::BlockId;
using dxil::Function;
using dxil::Instruction;
using dxil::kNone;
using dxil::Opcode;
using dxil::ValueId;

namespace {

/// Returns the block's only successor if the block is its only predecessor, else kNone.
BlockId only_follower(const Function& function, BlockId block) {
  const auto successors = function.graph.successors(block);
  if (successors.size() != 1) return kNone;
  const BlockId next = successors[0];
  return next != 0 && function.graph.in_edges(next).size() == 1 ? next : kNone;
}

}  // namespace

Vector<Vector<uint32_t>> instruction_runs(const Function& function) {
  Vector<uint8_t> follows(function.blocks.size(), 0), is_done(function.blocks.size(), 0);
  for (BlockId block = 0; block < function.blocks.size(); ++block) {
    if (const BlockId next = only_follower(function, block); next != kNone) follows[next] = 1;
  }
  Vector<Vector<uint32_t>> runs;
  for (BlockId first = 0; first < function.blocks.size(); ++first) {
    if (follows[first] != 0) continue;
    Vector<uint32_t>& run = runs.emplace_back();
    for (BlockId block = first; block != kNone && is_done[block] == 0;
         block = only_follower(function, block)) {
      is_done[block] = 1;
      const dxil::BasicBlock& b = function.blocks[block];
      for (uint32_t n = 0; n < b.instruction_count; ++n) run.push_back(b.first_instruction + n);
    }
  }
  return runs;
}

void LocalValues::find_plain(const dxil::Module& module, const Function& function) {
  const auto holds_scalar = [&module](const Instruction& i) {
    const dxil::TypeKind kind = module.types[i.aux].kind;
    return kind == dxil::TypeKind::kInt || kind == dxil::TypeKind::kFloat;
  };
  Vector<dxil::TypeId> held(is_plain_.size(), kNone);
  for (const Instruction& i : function.instructions) {
    if (i.opcode != Opcode::kAlloca || i.operand_count != 0 || !holds_scalar(i)) continue;
    is_plain_[i.result - first_local_] = 1;
    held[i.result - first_local_] = i.aux;
  }
  for (const Instruction& i : function.instructions) {
    const auto operands = function.operands_of(i);
    for (size_t n = 0; n < operands.size(); ++n) {
      if (operands[n] < first_local_ || is_plain_[operands[n] - first_local_] == 0) continue;
      const dxil::TypeId type = held[operands[n] - first_local_];
      const bool is_load = i.opcode == Opcode::kLoad && i.type == type;
      const bool is_store =
          i.opcode == Opcode::kStore && n == 1 && module.type_of(function, operands[0]) == type;
      if ((i.flags & dxil::kVolatile) != 0 || (!is_load && !is_store))
        is_plain_[operands[n] - first_local_] = 0;
    }
  }
}

LocalValues::LocalValues(const dxil::Module& module, const Function& function,
                         const Vector<Vector<uint32_t>>& runs)
    : first_local_(function.first_local),
      forwarded_(function.local_types.size(), kNone),
      is_plain_(function.local_types.size(), 0) {
  find_plain(module, function);
  Vector<ValueId> held(function.local_types.size(), kNone);
  Vector<uint32_t> written;
  for (const Vector<uint32_t>& run : runs) {
    for (const uint32_t variable : written) held[variable] = kNone;
    written.clear();
    for (const uint32_t n : run) {
      const Instruction& i = function.instructions[n];
      const auto operands = function.operands_of(i);
      if (i.opcode == Opcode::kStore && is_plain_variable(operands[1])) {
        held[operands[1] - first_local_] = resolve(operands[0]);
        written.push_back(operands[1] - first_local_);
      } else if (i.opcode == Opcode::kLoad && is_plain_variable(operands[0])) {
        forwarded_[i.result - first_local_] = held[operands[0] - first_local_];
      }
    }
  }
}

}  // namespace trellis::lower
