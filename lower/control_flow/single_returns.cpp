#include "lower/control_flow/single_returns.hpp"

#include <algorithm>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "lower/analysis/reached_functions.hpp"
#include "support/containers.hpp"

namespace trellis::lower {

namespace {

using dxil::BasicBlock;
using dxil::BlockId;
using dxil::Function;
using dxil::Instruction;
using dxil::kNone;
using dxil::Module;
using dxil::Opcode;
using dxil::ValueId;

bool involves_lanes(const Module& module, std::span<const uint8_t> is_reached) {
  return any_function(module, is_reached, [](const Function& function) {
    return std::any_of(function.instructions.begin(), function.instructions.end(), [](const Instruction& i) {
      const dxil::DxilOp* op = i.opcode == Opcode::kDxOp ? dxil::find_op(i.op()) : nullptr;
      return op != nullptr && op->involves_lanes();
    });
  });
}

bool returns_at(const Function& function, BlockId block) {
  return function.instructions_of(block).back().opcode == Opcode::kReturn;
}

uint32_t count_returns(const Function& function) {
  uint32_t count = 0;
  for (BlockId block = 0; block < function.blocks.size(); ++block)
    count += returns_at(function, block) ? 1 : 0;
  return count;
}

/// Returns for each function 1 if it is called and has several returns, else 0.
Vector<uint8_t> find_functions(const Module& module, std::span<const uint8_t> is_reached) {
  Vector<uint8_t> found(module.functions.size(), 0);
  for (size_t f = 0; f < found.size(); ++f) {
    if (!is_reached.empty() && is_reached[f] == 0) continue;
    for (const Instruction& i : module.functions[f].instructions) {
      if (i.opcode == Opcode::kCall) found[i.aux] = 1;
    }
  }
  for (size_t f = 0; f < found.size(); ++f) {
    if (found[f] != 0 && count_returns(module.functions[f]) < 2) found[f] = 0;
  }
  return found;
}

void append(Function& function, Instruction instruction) {
  function.instructions.push_back(instruction);
  if (!function.positions.empty()) function.positions.emplace_back();
  ++function.blocks.back().instruction_count;
}

/// Appends a phi of the values that the jumps to the last block carry. Returns its result.
ValueId append_phi(Function& function, const Vector<ValueId>& value_of) {
  Instruction phi;
  phi.opcode = Opcode::kPhi;
  phi.type = function.return_type;
  phi.result = function.first_local + static_cast<uint32_t>(function.local_types.size());
  phi.first_operand = static_cast<uint32_t>(function.operands.size());
  function.local_types.push_back(function.return_type);
  const auto join = static_cast<BlockId>(function.blocks.size()) - 1;
  for (const cfg::EdgeId edge : function.graph.in_edges(join)) {
    function.operands.push_back(value_of[function.graph.source(edge)]);
    ++phi.operand_count;
  }
  append(function, phi);
  return phi.result;
}

void join_returns_of(Function& function) {
  const auto join = static_cast<BlockId>(function.blocks.size());
  Vector<Vector<BlockId>> successors(join + size_t{1});
  Vector<ValueId> value_of(join, kNone);
  Instruction last;
  for (BlockId block = 0; block < join; ++block) {
    const auto targets = function.graph.successors(block);
    successors[block].assign(targets.begin(), targets.end());
    if (!returns_at(function, block)) continue;
    const BasicBlock& b = function.blocks[block];
    Instruction& i = function.instructions[b.first_instruction + b.instruction_count - 1];
    last = i;
    if (i.operand_count != 0) value_of[block] = function.operands_of(i)[0];
    i.opcode = Opcode::kBranch;
    i.operand_count = 0;
    successors[block] = {join};
  }
  function.graph = cfg::Graph::from_lists(successors, function.graph.entry());
  function.blocks.emplace_back();
  function.blocks.back().first_instruction = static_cast<uint32_t>(function.instructions.size());
  if (last.operand_count != 0) {
    const ValueId result = append_phi(function, value_of);
    last.first_operand = static_cast<uint32_t>(function.operands.size());
    function.operands.push_back(result);
  }
  append(function, last);
}

}  // namespace

bool has_several_returns(const Module& module, std::span<const uint8_t> is_reached) {
  if (module.functions.size() < 2) return false;
  const Vector<uint8_t> found = find_functions(module, is_reached);
  return std::any_of(found.begin(), found.end(), [](uint8_t is_found) { return is_found != 0; }) &&
         involves_lanes(module, is_reached);
}

void join_returns(Module& module) {
  const Vector<uint8_t> found = find_functions(module, {});
  for (size_t f = 0; f < found.size(); ++f) {
    if (found[f] != 0) join_returns_of(module.functions[f]);
  }
}

}  // namespace trellis::lower
