// What is known of the values of a function that are computed from dx.break's condition.
#pragma once

#include "dxil_frontend/program/ir.hpp"
#include "support/containers.hpp"

namespace trellis::lower {

/// True if it is dx.break's variable: a constant of zeros called "dx.break.cond", perhaps with a number
/// behind it.
bool is_break_variable(const dxil::Module& module, const dxil::Global& global);
/// True if a value of the module is an address in it.
bool is_break_address(const dxil::Module& module, dxil::ValueId value);

/// Which values of a function are constants because dx.break's condition is one: constant propagation over
/// the reached blocks, optimistic where values go round in loops.
class BreakConditions {
 public:
  /// Keeps references. Linear in the instructions.
  BreakConditions(const dxil::Module& module, const dxil::Function& function);

  /// True if the value is a constant, and computed from the condition (or an address of it, or a local
  /// variable that holds nothing else).
  bool is_known(dxil::ValueId value) const {
    const Fact* fact = local_fact(value);
    return fact != nullptr && fact->state == State::kConstant && fact->is_marked;
  }
  /// The bits of a known value; those that a known local variable holds; 0 for an address.
  uint64_t bits(dxil::ValueId value) const { return local_fact(value)->bits; }

 private:
  enum class State : uint8_t { kUnknown, kConstant, kVaries };
  struct Fact {
    State state = State::kUnknown;
    bool is_marked = false;  ///< Some operand is computed from the condition.
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
  Vector<Fact> facts_;              ///< By local.
  Vector<dxil::BlockId> block_of_;  ///< By instruction; kNone where it is not reached.
  CompressedRows<uint32_t> users_;  ///< By local: instructions.
  Vector<uint32_t> work_;           ///< Instructions to look at again.
  Vector<uint8_t> is_queued_;       ///< By instruction.
};

}  // namespace trellis::lower
