#include "structurizer/value_repair.hpp"

namespace trellis::structurizer {

Operand ValueRepair::read(ValueId value, BlockId block) {
  const BlockId definition = definitions_[value];
  while (true) {
    if (dominators_.dominates(definition, block)) return Operand::value(value);
    if (dominators_.dominates(block, definition)) return Operand::undef();
    const BlockId above = dominators_.parent(block);
    if (dominators_.dominates(above, definition)) break;
    block = above;
  }
  const size_t predecessor_count = function_.predecessors_of(block).size();
  if (predecessor_count < 2) return Operand::undef();
  const auto [found, is_new] = made_.try_emplace(uint64_t{value} << 32 | block, 0);
  if (is_new) {
    found->second = phis_.add(block, value, predecessor_count);
    unfilled_.push_back(found->second);
  }
  return Operand::phi(found->second);
}

Operand ValueRepair::at_end(ValueId value, BlockId block) {
  if (is_available(value, block)) return Operand::value(value);
  const Operand result = read(value, block);
  while (!unfilled_.empty()) {
    const NewPhi phi = phis_.phis[unfilled_.back()];
    unfilled_.pop_back();
    const auto predecessors = function_.predecessors_of(phi.block);
    for (size_t i = 0; i < predecessors.size(); ++i) {
      const Operand operand = read(phi.stands_for, predecessors[i]);
      phis_.incoming[phi.first_incoming + i] = operand;
    }
  }
  return result;
}

}  // namespace trellis::structurizer
