// Sums of products that are written as one Fma, which has fewer words and gives drivers less to undo.
//
// Drivers contract most products and sums themselves. Mesa does not where the sum is saturated: a clamp that
// D3D defines for NaN is exact there, and so is the sum of which it becomes a modifier. Elsewhere, Fma keeps
// it from separating the two while it rearranges sums.
//
// Fma without NoContraction has the precision of a multiplication followed by an addition. Only results that
// need not be precise become one.
#pragma once

#include <cstdint>

#include "dxil_frontend/program/ir.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

class FunctionEmitter;

class Contractions {
 public:
  /// A sum of a product, and how its parts enter. The operands of the product are used in place of the
  /// product, which is in the same block and has no other use.
  struct Sum {
    const dxil::Instruction* product = nullptr;
    dxil::ValueId other = dxil::kNone;
    bool negates_product = false, negates_other = false;
    bool is_absolute = false;  ///< Adds the absolute value of the product.
    bool is_negated = false;   ///< The result is the negated sum.
  };

  /// Finds the sums of the emitter's function. Call it when the emitter knows what is precise.
  void find(const FunctionEmitter& e);

  /// Returns true if the instruction need not be written: a product, or its absolute value.
  bool is_absorbed(const dxil::Instruction& i) const { return mark_of(i) == kAbsorbed; }
  /// Returns true if the instruction negates a sum that is written with the opposite signs.
  bool is_done(const dxil::Instruction& i) const { return mark_of(i) == kDone; }
  /// Returns true if no instruction has the value: a product, or a sum that is written negated.
  bool lacks(dxil::ValueId value) const {
    if (marks_.empty() || value < first_local_) return false;
    const uint32_t mark = marks_[value - first_local_];
    return mark == kAbsorbed || (mark >= kFirstSum && sums_[mark - kFirstSum].is_negated);
  }
  /// Returns the sum that an addition or a subtraction is written as, or null.
  const Sum* sum(const dxil::Instruction& i) const {
    const uint32_t mark = mark_of(i);
    return mark >= kFirstSum ? &sums_[mark - kFirstSum] : nullptr;
  }

 private:
  enum Mark : uint32_t { kNothing, kAbsorbed, kDone, kFirstSum };

  uint32_t mark_of(const dxil::Instruction& i) const {
    return marks_.empty() || i.result == dxil::kNone ? uint32_t{kNothing} : marks_[i.result - first_local_];
  }
  void count_uses(const dxil::Function& function);
  const dxil::Instruction* only_definition(const FunctionEmitter& e, dxil::ValueId value) const;
  const dxil::Instruction* product(const FunctionEmitter& e, dxil::ValueId value) const;
  bool add(const FunctionEmitter& e, const dxil::Instruction& i, uint32_t term, bool is_negated,
           bool may_be_absolute);
  void look_at_saturation(const FunctionEmitter& e, const dxil::Instruction& i);

  dxil::ValueId first_local_ = 0;
  std::span<const dxil::Instruction> block_;  ///< The block that is looked at.
  Vector<uint32_t> marks_;                    ///< By local value; empty if nothing is contracted.
  Vector<uint32_t> uses_;                     ///< By local value: how many operands it is.
  Vector<Sum> sums_;
};

/// Writes the sum as the instruction's result.
void define_sum(FunctionEmitter& e, const dxil::Instruction& i, const Contractions::Sum& sum);

/// Returns true if the instruction is dxc's negation: -0.0 - x.
bool is_negation(const FunctionEmitter& e, const dxil::Instruction& i);

}  // namespace trellis::spirv
