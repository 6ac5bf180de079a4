#include "spirv_backend/analysis/loop_counters.hpp"

#include <algorithm>
#include <span>

#include "spirv_backend/analysis/bounds_arithmetic.hpp"

namespace trellis::spirv {
namespace {

using cfg::BlockId;
using dxil::Instruction;
using dxil::Opcode;
using dxil::Predicate;
using dxil::ValueId;

/// An iteration that is followed by another one only if `next <predicate> limit`.
struct Iteration {
  int64_t step = 0;
  Predicate predicate = Predicate::kEq;
  ValueId limit = dxil::kNone;
};

Predicate negated(Predicate predicate) {
  constexpr Predicate kNegated[] = {Predicate::kNe,  Predicate::kEq,  Predicate::kUle, Predicate::kUlt,
                                    Predicate::kUge, Predicate::kUgt, Predicate::kSle, Predicate::kSlt,
                                    Predicate::kSge, Predicate::kSgt};
  return kNegated[static_cast<size_t>(predicate)];
}

/// The same comparison with its operands exchanged.
Predicate exchanged(Predicate predicate) {
  constexpr Predicate kExchanged[] = {Predicate::kEq,  Predicate::kNe,  Predicate::kUlt, Predicate::kUle,
                                      Predicate::kUgt, Predicate::kUge, Predicate::kSlt, Predicate::kSle,
                                      Predicate::kSgt, Predicate::kSge};
  return kExchanged[static_cast<size_t>(predicate)];
}

class CounterFinder {
 public:
  CounterFinder(const dxil::Module& module, const dxil::Function& function, const ValueBounds& known,
                const Instruction& phi, BlockId header)
      : module_(module),
        function_(function),
        known_(known),
        phi_(phi),
        header_(header),
        bits_(module.types[phi.type].bits) {}

  std::optional<IntegerBounds> find() const;

 private:
  const Instruction* definition_in(BlockId block, ValueId value) const;
  std::optional<int64_t> step(BlockId latch, ValueId next) const;
  std::optional<Iteration> iteration(cfg::EdgeId edge, ValueId next) const;
  std::optional<IntegerBounds> counted(const IntegerBounds& first, const Iteration& iteration) const;
  std::optional<IntegerBounds> counted_up(const IntegerBounds& first, const Iteration& iteration) const;
  std::optional<IntegerBounds> counted_down(const IntegerBounds& first, const Iteration& iteration) const;

  const dxil::Module& module_;
  const dxil::Function& function_;
  const ValueBounds& known_;
  const Instruction& phi_;
  BlockId header_;
  uint32_t bits_;
};

const Instruction* CounterFinder::definition_in(BlockId block, ValueId value) const {
  constexpr size_t kLooksBack = 64;
  const std::span<const Instruction> all = function_.instructions_of(block);
  const size_t stop = all.size() - std::min(all.size(), kLooksBack);
  for (size_t n = all.size(); n-- > stop;) {
    if (all[n].result == value) return &all[n];
  }
  return nullptr;
}

/// Returns the constant that is added to the phi.
std::optional<int64_t> CounterFinder::step(BlockId latch, ValueId next) const {
  const Instruction* const sum = definition_in(latch, next);
  if (sum == nullptr || sum->opcode != Opcode::kAdd) return std::nullopt;
  const std::span<const ValueId> operands = function_.operands_of(*sum);
  for (uint32_t n = 0; n < 2; ++n) {
    const bool is_constant = module_.is_module_value(operands[1 - n]) && !module_.is_undef(operands[1 - n]);
    if (operands[n] != phi_.result || !is_constant || !module_.scalar_bits(operands[1 - n])) continue;
    return known_.integer(module_, function_, operands[1 - n]).low;
  }
  return std::nullopt;
}

/// Returns the condition under which the edge is taken, if it compares the next number.
std::optional<Iteration> CounterFinder::iteration(cfg::EdgeId edge, ValueId next) const {
  const BlockId latch = function_.graph.source(edge);
  const std::optional<int64_t> step = this->step(latch, next);
  const std::span<const BlockId> successors = function_.graph.successors(latch);
  if (!step || successors.size() != 2 || successors[0] == successors[1]) return std::nullopt;
  const Instruction& branch = function_.instructions_of(latch).back();
  if (branch.opcode != Opcode::kCondBranch) return std::nullopt;
  const Instruction* const compared = definition_in(latch, function_.operands_of(branch)[0]);
  if (compared == nullptr || compared->opcode != Opcode::kICmp) return std::nullopt;
  const std::span<const ValueId> operands = function_.operands_of(*compared);
  auto predicate = static_cast<Predicate>(compared->aux);
  if (operands[1] == next) predicate = exchanged(predicate);
  const ValueId limit = operands[1] == next ? operands[0] : operands[1];
  if ((operands[0] != next && operands[1] != next) || limit == next) return std::nullopt;
  if (function_.graph.slot(edge) == 1) predicate = negated(predicate);
  return Iteration{*step, predicate, limit};
}

std::optional<IntegerBounds> CounterFinder::counted_up(const IntegerBounds& first,
                                                       const Iteration& iteration) const {
  const IntegerBounds limit = known_.integer(module_, function_, iteration.limit);
  int64_t last = 0, end = 0;
  switch (iteration.predicate) {
    case Predicate::kNe:
      // The number must reach the limit, which must not move.
      if (iteration.step != 1 || first.high >= limit.low || limit.low != limit.high) return std::nullopt;
      last = limit.high - 1;
      break;
    case Predicate::kUlt:
    case Predicate::kUle:
      if (first.low < 0 || limit.low < 0) return std::nullopt;
      last = limit.high - (iteration.predicate == Predicate::kUlt ? 1 : 0);
      break;
    case Predicate::kSlt:
    case Predicate::kSle:
      if (iteration.predicate == Predicate::kSlt && limit.high == INT64_MIN) return std::nullopt;
      last = limit.high - (iteration.predicate == Predicate::kSlt ? 1 : 0);
      break;
    default:
      return std::nullopt;
  }
  last = std::max(last, first.high);
  // The sum must not wrap around.
  if (__builtin_add_overflow(last, iteration.step, &end) || end > signed_most(bits_)) return std::nullopt;
  IntegerBounds b = any_integer(bits_);
  keep_signed(b, first.low, last, bits_);
  return agreed(b, bits_);
}

std::optional<IntegerBounds> CounterFinder::counted_down(const IntegerBounds& first,
                                                         const Iteration& iteration) const {
  const IntegerBounds limit = known_.integer(module_, function_, iteration.limit);
  int64_t last = 0, end = 0;
  switch (iteration.predicate) {
    case Predicate::kNe:
      if (iteration.step != -1 || first.low <= limit.high || limit.low != limit.high) return std::nullopt;
      last = limit.low + 1;
      break;
    case Predicate::kSgt:
    case Predicate::kSge:
      if (iteration.predicate == Predicate::kSgt && limit.low == INT64_MAX) return std::nullopt;
      last = limit.low + (iteration.predicate == Predicate::kSgt ? 1 : 0);
      break;
    default:
      return std::nullopt;
  }
  last = std::min(last, first.low);
  if (__builtin_add_overflow(last, iteration.step, &end) || end < -signed_most(bits_) - 1)
    return std::nullopt;
  IntegerBounds b = any_integer(bits_);
  keep_signed(b, last, first.high, bits_);
  return agreed(b, bits_);
}

std::optional<IntegerBounds> CounterFinder::counted(const IntegerBounds& first,
                                                    const Iteration& iteration) const {
  if (iteration.step == 0) return std::nullopt;
  return iteration.step > 0 ? counted_up(first, iteration) : counted_down(first, iteration);
}

std::optional<IntegerBounds> CounterFinder::find() const {
  const std::span<const cfg::EdgeId> edges = function_.graph.in_edges(header_);
  const std::span<const ValueId> operands = function_.operands_of(phi_);
  if (edges.size() != operands.size()) return std::nullopt;
  std::optional<Iteration> found;
  std::optional<IntegerBounds> first;
  for (size_t n = 0; n < operands.size(); ++n) {
    const std::optional<Iteration> here = iteration(edges[n], operands[n]);
    if (here && found) return std::nullopt;
    if (here) {
      found = here;
      continue;
    }
    const IntegerBounds value = known_.integer(module_, function_, operands[n]);
    first = first ? joined(*first, value) : value;
  }
  if (!found || !first) return std::nullopt;
  return counted(*first, *found);
}

}  // namespace

std::optional<IntegerBounds> counter_bounds(const dxil::Module& module, const dxil::Function& function,
                                            const ValueBounds& known, const Instruction& phi, BlockId block) {
  if (phi.operand_count < 2 || module.types[phi.type].kind != dxil::TypeKind::kInt) return std::nullopt;
  return CounterFinder(module, function, known, phi, block).find();
}

}  // namespace trellis::spirv
