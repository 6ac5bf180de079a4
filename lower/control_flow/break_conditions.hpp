// Constant propagation of dx.break's condition through a function.
#pragma once

#include "dxil_frontend/program/ir.hpp"
#include "support/containers.hpp"

namespace trellis::lower {

/// Whether the global is dx.break's variable: a constant zero named "dx.break.cond", possibly with a suffix
/// that begins with a dot.
bool is_break_variable(const dxil::Module& module, const dxil::Global& global);
/// Whether a module-level value is an address in such a variable.
bool is_break_address(const dxil::Module& module, dxil::ValueId value);

/// Finds the values of a function that are constant because dx.break's condition is. Propagates constants
/// over the reached blocks, optimistically around loops.
class BreakConditions {
 public:
  /// Keeps references. Takes linear time in the number of instructions.
  BreakConditions(const dxil::Module& module, const dxil::Function& function);

  /// Whether the value is a constant that is computed from the condition. Also true for addresses in the
  /// condition's variable, and for local variables that only hold such constants.
  bool is_known(dxil::ValueId value) const {
    const Fact* fact = local_fact(value);
    return fact != nullptr && fact->state == State::kConstant && fact->is_marked;
  }
  /// The bits of a known value, or those that a known local variable holds; 0 for an address.
  uint64_t bits(dxil::ValueId value) const { return local_fact(value)->bits; }

 private:
  enum class State : uint8_t { kUnknown, kConstant, kVaries };
  struct Fact {
    State state = State::kUnknown;
    bool is_marked = false;  ///< It is computed from the condition.
    uint64_t bits = 0;
    friend bool operator==(const Fact&, const Fact&) = default;
  };

  const Fact* local_fact(dxil::ValueId value) const {
    return value < function_.first_local ? nullptr : &facts_[value - function_.first_local];
  }
  Fact fact(dxil::ValueId value) const;
  static Fact meet(const Fact& a, const Fact& b);
  Fact fact_of_address(dxil::ValueId pointer) const;
  bool is_plain_variable(const dxil::Instruction& alloca) const;
  void prepare();
  void propagate();
  void evaluate(uint32_t instruction);
  Fact result_of(const dxil::Instruction& i, dxil::BlockId block) const;
  Fact compared(const dxil::Instruction& i) const;
  Fact combined(const dxil::Instruction& i) const;
  Fact selected(const dxil::Instruction& i) const;
  Fact converted(const dxil::Instruction& i) const;
  Fact joined(const dxil::Instruction& phi, dxil::BlockId block) const;
  uint32_t width(dxil::ValueId value) const;

  const dxil::Module& module_;
  const dxil::Function& function_;
  Vector<Fact> facts_;              ///< Indexed by local.
  Vector<dxil::BlockId> block_of_;  ///< Indexed by instruction; kNone if the block is not reached.
  CompressedRows<uint32_t> users_;  ///< By local: the instructions that use it.
  Vector<uint32_t> work_;           ///< Instructions to evaluate again.
  Vector<uint8_t> is_queued_;       ///< Indexed by instruction.
};

}  // namespace trellis::lower
