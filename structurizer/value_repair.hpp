// Repairs values whose definition no longer dominates a use.
#pragma once

#include "cfg/dominators.hpp"
#include "structurizer/structured.hpp"
#include "support/containers.hpp"

namespace trellis::structurizer {

/// The phis collected so far.
struct PhiList {
  Vector<NewPhi> phis;
  Vector<Operand> incoming;

  /// Adds a phi with room for its operands and returns its index.
  uint32_t add(BlockId block, ValueId stands_for, size_t operand_count) {
    NewPhi phi;
    phi.block = block;
    phi.stands_for = stands_for;
    phi.first_incoming = static_cast<uint32_t>(incoming.size());
    incoming.resize(incoming.size() + operand_count);
    phis.push_back(phi);
    return static_cast<uint32_t>(phis.size() - 1);
  }
};

/// Reads values backwards from where they are needed, adding phis at joins.
///
/// In the program, the definition D dominates the use; in the result, some path through inserted blocks
/// bypasses it. Walking up the dominator tree from the use: in a block that D dominates, the value is
/// available under its own name. In a strict dominator of D it is undefined, since every path from there that
/// matters passes D again. A join whose immediate dominator is a strict dominator of D needs a phi. Any other
/// block reads what its immediate dominator reads, since nothing between the two defines the value.
class ValueRepair {
 public:
  /// Keeps references. definitions: the block of the result that defines each value; kNone for values that
  /// are valid everywhere.
  ValueRepair(const Structured& function, const cfg::DominatorTree& dominators,
              const Vector<BlockId>& definitions, PhiList& phis)
      : function_(function), dominators_(dominators), definitions_(definitions), phis_(phis) {}

  /// Returns true if the value's own name is valid at the end of the block.
  bool is_available(ValueId value, BlockId block) const {
    return definitions_[value] == kNone || dominators_.dominates(definitions_[value], block);
  }
  /// Returns the operand that holds the value at the end of a block, and throughout a block that does not
  /// define it.
  Operand at_end(ValueId value, BlockId block);

 private:
  Operand read(ValueId value, BlockId block);

  const Structured& function_;
  const cfg::DominatorTree& dominators_;
  const Vector<BlockId>& definitions_;
  PhiList& phis_;
  HashMap<uint64_t, uint32_t> made_;  ///< Maps (value, block) to a phi. Only looked up, never iterated.
  Vector<uint32_t> unfilled_;
};

}  // namespace trellis::structurizer
