#include "spirv_backend/emitter/contractions.hpp"

#include <algorithm>

#include "spirv_backend/emitter/function_emitter.hpp"
#include "spirv_backend/emitter/vector_parts.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using dxil::Opcode;

constexpr NumericType kFloat = {BaseType::kFloat, 32, 1};
constexpr uint64_t kSign = uint64_t{1} << 31;

bool is_free_float(const FunctionEmitter& e, const Instruction& i) {
  return e.result_type(i) == kFloat && !e.context().is_min_precision(i.type) && !e.is_precise(i);
}

/// A factor or a term of a sum, with its sign changed or removed. Those of constants are constants.
class Part {
 public:
  Part(FunctionEmitter& e, ValueId value) : e_(e), id_(e.use(value)) {
    if (!e.program().is_undef(value)) constant_ = e.program().scalar_bits(value);
  }

  bool is_constant() const { return constant_.has_value(); }
  Id id() const { return id_; }
  void negate() {
    id_ = constant_ ? e_.constant(kFloat, *constant_ ^ kSign) : e_.op(Op::OpFNegate, kFloat, id_);
  }
  void make_absolute() {
    if (constant_) *constant_ &= kSign - 1;
    id_ = constant_ ? e_.constant(kFloat, *constant_) : e_.ext(GLSLstd450FAbs, kFloat, id_);
  }

 private:
  FunctionEmitter& e_;
  Id id_;
  std::optional<uint64_t> constant_;
};

}  // namespace

bool is_negation(const FunctionEmitter& e, const Instruction& i) {
  if (i.opcode == Opcode::kFNeg) return true;
  if (i.opcode != Opcode::kFSub) return false;
  const dxil::Type* type = &e.program().types[i.type];
  if (type->kind == dxil::TypeKind::kVector) type = &e.program().types[type->element];
  return splat_bits(e, e.operand_value(i, 0)) == uint64_t{1} << (type->bits - 1) && !e.operand_is_undef(i, 0);
}

void Contractions::count_uses(const dxil::Function& function) {
  uses_.assign(function.local_types.size(), 0);
  uint32_t* const uses = uses_.data();
  const ValueId first_local = first_local_;
  for (const Instruction& i : function.instructions) {
    for (const ValueId value : function.operands_of(i)) {
      if (value >= first_local) ++uses[value - first_local];
    }
  }
}

/// Returns the instruction of this block that defines the value if that has no other use, else null.
const Instruction* Contractions::only_definition(const FunctionEmitter& e, ValueId value) const {
  const Instruction* i = e.values().definition(value);
  const bool is_here = i != nullptr && i >= block_.data() && i < block_.data() + block_.size();
  return is_here && uses_[value - first_local_] == 1 ? i : nullptr;
}

const Instruction* Contractions::product(const FunctionEmitter& e, ValueId value) const {
  const Instruction* i = only_definition(e, value);
  return i != nullptr && i->opcode == Opcode::kFMul && is_free_float(e, *i) ? i : nullptr;
}

/// Adds the sum if its operand `term` is a product.
bool Contractions::add(const FunctionEmitter& e, const Instruction& i, uint32_t term, bool is_negated,
                       bool may_be_absolute) {
  Sum sum;
  ValueId value = e.operand_value(i, term);
  const Instruction* absolute = may_be_absolute ? only_definition(e, value) : nullptr;
  if (absolute != nullptr && absolute->is(dxil::Op::kFAbs) && is_free_float(e, *absolute)) {
    value = e.operand_value(*absolute, 0);
    sum.is_absolute = true;
  }
  sum.product = product(e, value);
  if (sum.product == nullptr) return false;
  const bool subtracts = i.opcode == Opcode::kFSub;
  sum.other = e.operand_value(i, 1 - term);
  sum.is_negated = is_negated;
  sum.negates_product = is_negated != (subtracts && term == 1);
  sum.negates_other = is_negated != (subtracts && term == 0);
  marks_[sum.product->result - first_local_] = kAbsorbed;
  if (sum.is_absolute) marks_[absolute->result - first_local_] = kAbsorbed;
  marks_[i.result - first_local_] = uint32_t{kFirstSum} + static_cast<uint32_t>(sums_.size());
  sums_.push_back(sum);
  return true;
}

/// A saturated sum, possibly a negated one.
void Contractions::look_at_saturation(const FunctionEmitter& e, const Instruction& i) {
  const Instruction* sum = only_definition(e, e.operand_value(i, 0));
  const Instruction* negation = nullptr;
  if (sum != nullptr && is_negation(e, *sum) && is_free_float(e, *sum)) {
    negation = sum;
    sum = only_definition(e, e.operand_value(*sum, negation->operand_count - 1));
  }
  if (sum == nullptr || !is_free_float(e, *sum)) return;
  if (sum->opcode != Opcode::kFAdd && (sum->opcode != Opcode::kFSub || is_negation(e, *sum))) return;
  const bool is_negated = negation != nullptr;
  if (!add(e, *sum, 0, is_negated, true) && !add(e, *sum, 1, is_negated, true)) return;
  if (negation != nullptr) marks_[negation->result - first_local_] = kDone;
}

void Contractions::find(const FunctionEmitter& e) {
  const dxil::Function& function = e.function();
  const auto has = [&function](Opcode opcode) {
    return std::any_of(function.instructions.begin(), function.instructions.end(),
                       [opcode](const Instruction& i) { return i.opcode == opcode; });
  };
  if (!has(Opcode::kFMul) || !(has(Opcode::kFAdd) || has(Opcode::kFSub))) return;
  first_local_ = function.first_local;
  count_uses(function);
  marks_.assign(function.local_types.size(), kNothing);
  for (uint32_t block = 0; block < function.blocks.size(); ++block) {
    block_ = function.instructions_of(block);
    // A saturation follows its sum, so it decides first.
    for (size_t n = block_.size(); n-- > 0;) {
      const Instruction& i = block_[n];
      if (i.is(dxil::Op::kSaturate)) {
        look_at_saturation(e, i);
      } else if (i.opcode == Opcode::kFAdd && marks_[i.result - first_local_] == kNothing &&
                 is_free_float(e, i)) {
        add(e, i, 0, false, false);
      }
    }
  }
}

void define_sum(FunctionEmitter& e, const Instruction& i, const Contractions::Sum& sum) {
  Part a(e, e.operand_value(*sum.product, 0));
  Part b(e, e.operand_value(*sum.product, 1));
  Part c(e, sum.other);
  if (sum.is_absolute) {
    a.make_absolute();
    b.make_absolute();
  }
  if (sum.negates_product) (b.is_constant() ? b : a).negate();
  if (sum.negates_other) c.negate();
  e.define_ext(i, GLSLstd450Fma, a.id(), b.id(), c.id());
}

}  // namespace trellis::spirv
