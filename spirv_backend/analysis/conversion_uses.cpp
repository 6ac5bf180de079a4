#include "spirv_backend/analysis/conversion_uses.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "dxil_frontend/program/dxil_op.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using dxil::Op;
using dxil::Opcode;
using dxil::Predicate;
using dxil::ValueId;

/// What a use needs to know about its function.
struct Scope {
  const dxil::Module& module;
  const dxil::Function& function;
  const ValueBounds& bounds;

  std::optional<uint64_t> constant(ValueId value) const {
    if (module.is_undef(value)) return std::nullopt;
    return module.scalar_bits(value);
  }
};

/// A conversion that stops at the largest float returns `limit` instead of the integers from there on, or,
/// below, -limit instead of those up to there. They differ in the low `bits` only.
struct Form {
  bool is_signed, is_below = false;
  int64_t limit() const { return is_signed ? 0x7FFFFF80 : 0xFFFFFF00; }
  uint32_t bits() const { return is_signed && !is_below ? 7 : 8; }
};

/// Returns true if the value is always within the limit, as the kind of number that the conversion makes.
bool is_within(const Scope& scope, ValueId value, Form form) {
  const IntegerBounds bounds = scope.bounds.integer(scope.module, scope.function, value);
  if (form.is_below) return bounds.low > -form.limit();
  return form.is_signed ? bounds.high < form.limit() : bounds.most < static_cast<uint64_t>(form.limit());
}

bool compares_alike(const Scope& scope, const Instruction& i, uint32_t n, Form form) {
  const std::span<const ValueId> operands = scope.function.operands_of(i);
  switch (static_cast<Predicate>(i.aux)) {
    case Predicate::kEq:
    case Predicate::kNe:
      break;
    case Predicate::kUgt:
    case Predicate::kUge:
    case Predicate::kUlt:
    case Predicate::kUle:
      if (form.is_signed) return false;
      break;
    case Predicate::kSgt:
    case Predicate::kSge:
    case Predicate::kSlt:
    case Predicate::kSle:
      if (!form.is_signed) return false;
      break;
    default:
      return false;
  }
  return is_within(scope, operands[1 - n], form);
}

/// Returns true if the texture's coordinates are moved by constants, by at most so many texels.
bool has_offsets_within(const dxil::Module& module, std::span<const ValueId> offsets, int64_t most) {
  for (const ValueId offset : offsets) {
    if (!module.is_module_value(offset)) return false;
    if (module.is_undef(offset)) continue;
    const std::optional<uint64_t> bits = module.scalar_bits(offset);
    const int64_t texels = static_cast<int32_t>(bits.value_or(0));
    if (!bits || texels < -most || texels > most) return false;
  }
  return true;
}

/// Returns true if the comparison has the same result for all integers that are not positive.
bool compares_least_alike(const Scope& scope, const Instruction& i, uint32_t n) {
  const ValueId other = scope.function.operands_of(i)[1 - n];
  const int64_t low = scope.bounds.integer(scope.module, scope.function, other).low;
  // As if the number were on the left.
  switch (static_cast<Predicate>(i.aux)) {
    case Predicate::kEq:
    case Predicate::kNe:
      return low > 0;
    case Predicate::kSgt:
    case Predicate::kSle:
      return low >= (n == 0 ? 0 : 1);
    case Predicate::kSge:
    case Predicate::kSlt:
      return low >= (n == 0 ? 1 : 0);
    default:
      return false;
  }
}

/// Returns true if operand `n` of the instruction may be a conversion that stops at the largest float.
bool works_alike(const Scope& scope, const Instruction& i, uint32_t n, Form form) {
  const std::span<const ValueId> operands = scope.function.operands_of(i);
  switch (i.opcode) {
    case Opcode::kICmp:
      return compares_alike(scope, i, n, form);
    case Opcode::kLShr:
    case Opcode::kAShr: {
      const std::optional<uint64_t> amount = scope.constant(operands[1]);
      return n == 0 && amount && *amount >= form.bits() && *amount < 32;
    }
    case Opcode::kAnd: {
      const std::optional<uint64_t> mask = scope.constant(operands[1 - n]);
      return mask && (*mask & ((uint64_t{1} << form.bits()) - 1)) == 0;
    }
    default:
      return false;
  }
}

/// Returns the operands that the result is one of, as the kind of number that the conversion makes.
std::span<const ValueId> passed_on(const dxil::Function& function, const Instruction& i, bool is_signed) {
  const std::span<const ValueId> operands = function.operands_of(i);
  if (i.opcode == Opcode::kSelect) return operands.subspan(1);
  if (i.opcode == Opcode::kPhi) return operands;
  if (i.opcode != Opcode::kDxOp || operands.size() != 2) return {};
  const bool is_known =
      is_signed ? i.op() == Op::kIMin || i.op() == Op::kIMax : i.op() == Op::kUMin || i.op() == Op::kUMax;
  return is_known ? operands : std::span<const ValueId>();
}

bool is_any_passed_on(const dxil::Function& function, const Instruction& i) {
  return !passed_on(function, i, false).empty() || !passed_on(function, i, true).empty();
}

bool is_shift(const Instruction& i) { return i.opcode == Opcode::kLShr || i.opcode == Opcode::kAShr; }

}  // namespace

/// Returns true if operand `n` is a coordinate of a texture, and numbers that are greater than the number of
/// texels in any row are alike.
bool ConversionUses::is_coordinate(const dxil::Module& module, const dxil::Function& function,
                                   const Instruction& i, uint32_t n) const {
  constexpr uint32_t kCoordinates = 3, kLoaded = 2, kStored = 1, kChanged = 2, kExchanged = 1;
  constexpr int64_t kFarthest = 1024;
  if (i.opcode != Opcode::kDxOp) return false;
  const auto is_from = [&](uint32_t first) { return n >= first && n < first + kCoordinates; };
  const auto is_texture_atomic = [&] {
    return std::binary_search(texture_atomics_.begin(), texture_atomics_.end(), &i);
  };
  switch (i.op()) {
    case Op::kTextureLoad: {
      if (!is_from(kLoaded)) return false;
      // An offset could make the largest unsigned integer wrap around to 0. The ends of the signed ones are
      // far from 0 on either side.
      const std::span<const ValueId> operands = function.operands_of(i);
      const bool is_signed = (flags_of(function, operands[n]) & kSigned) != 0;
      return has_offsets_within(module, operands.subspan(kLoaded + kCoordinates), is_signed ? kFarthest : 0);
    }
    case Op::kTextureStore:
      return is_from(kStored);
    case Op::kAtomicBinOp:
      return is_from(kChanged) && is_texture_atomic();
    case Op::kAtomicCompareExchange:
      return is_from(kExchanged) && is_texture_atomic();
    default:
      return false;
  }
}

void ConversionUses::add_texture_atomic(const Instruction& i) { texture_atomics_.push_back(&i); }

bool ConversionUses::add_flags(const dxil::Function& function, ValueId value, uint8_t flags) {
  uint8_t& known = flags_[value - function.first_local];
  const uint8_t before = known;
  known |= flags;
  return known != before;
}

void ConversionUses::add_conversion(const dxil::Module& module, const dxil::Function& function,
                                    const ValueBounds& bounds, const Instruction& i) {
  const bool is_signed = i.opcode == Opcode::kFPToSI;
  const dxil::Type& type = module.types[i.type];
  if ((!is_signed && i.opcode != Opcode::kFPToUI) || type.kind != dxil::TypeKind::kInt || type.bits != 32)
    return;
  const ValueId from = function.operands_of(i)[0];
  // A double has the largest integers.
  if (module.types[module.type_of(function, from)].bits > 32) return;
  const ConversionHazards hazards = hazards_of(bounds.number(module, function, from), type.bits, is_signed);
  if (!hazards.above && !(is_signed && hazards.nan)) return;
  if (flags_.empty()) flags_.resize(function.local_types.size(), 0);
  add_flags(function, i.result, is_signed ? kTracked | kSigned : kTracked);
}

/// Tracks what passes on a tracked number. Returns true if that changed anything.
bool ConversionUses::track_results(const dxil::Function& function, const Instruction& i) {
  bool changed = false;
  for (const bool is_signed : {false, true}) {
    const uint8_t kind = is_signed ? kTracked | kSigned : kTracked;
    for (const ValueId v : passed_on(function, i, is_signed)) {
      if ((flags_of(function, v) & (kTracked | kSigned)) != kind) continue;
      const uint8_t known = flags_of(function, i.result);
      // A result that may be of either kind counts as seen.
      const bool is_mixed = (known & kTracked) != 0 && (known & kSigned) != (kind & kSigned);
      changed |= add_flags(function, i.result, is_mixed ? kAllSeen : kind);
    }
  }
  return changed;
}

/// Marks the operands with what the uses of the result see. Returns true if that changed anything.
bool ConversionUses::pass_back(const dxil::Module& module, const dxil::Function& function,
                               const ValueBounds& bounds, const Instruction& i) {
  const uint8_t result = flags_of(function, i.result);
  const uint8_t seen = result & kAllSeen;
  if (seen == 0) return false;
  const Scope scope = {module, function, bounds};
  const bool is_signed = (result & kSigned) != 0;
  const std::span<const ValueId> operands = passed_on(function, i, is_signed);
  const bool is_least = i.is(Op::kUMin) || i.is(Op::kIMin);
  bool changed = false;
  for (size_t n = 0; n < operands.size(); ++n) {
    if (flags_of(function, operands[n]) == 0) continue;
    uint8_t through = seen;
    if (is_least && is_within(scope, operands[1 - n], {is_signed})) through &= ~kGreatestSeen;
    if (i.is(Op::kIMax)) {
      if (is_within(scope, operands[1 - n], {.is_signed = true, .is_below = true})) through &= ~kLowestSeen;
      if (bounds.integer(module, function, operands[1 - n]).low >= 0) through &= ~kLeastSeen;
    }
    changed |= add_flags(function, operands[n], through);
  }
  return changed;
}

/// Finds the shifted numbers of which all uses are coordinates. A number from the limit of its form on is at
/// least 2^24 after a shift by less than 8, outside of any texture; a shift by 8 or more removes the
/// difference.
void ConversionUses::find_shifted_coordinates(const dxil::Module& module, const dxil::Function& function,
                                              std::span<const Instruction* const> shifts) {
  bool found = false;
  for (const Instruction* const i : shifts) {
    if ((flags_of(function, function.operands_of(*i)[0]) & kTracked) == 0) continue;
    add_flags(function, i->result, kShifted);
    found = true;
  }
  if (!found) return;
  for (const Instruction& i : function.instructions) {
    const std::span<const ValueId> operands = function.operands_of(i);
    for (uint32_t n = 0; n < operands.size(); ++n) {
      if ((flags_of(function, operands[n]) & kShifted) == 0) continue;
      if (!is_coordinate(module, function, i, n)) add_flags(function, operands[n], kShiftedSeen);
    }
  }
}

void ConversionUses::find_uses(const dxil::Module& module, const dxil::Function& function,
                               const ValueBounds& bounds) {
  if (flags_.empty()) return;
  std::sort(texture_atomics_.begin(), texture_atomics_.end());
  Vector<const Instruction*> passing, shifts;
  for (const Instruction& i : function.instructions) {
    if (i.result == dxil::kNone || module.types[i.type].bits != 32) continue;
    if (is_any_passed_on(function, i)) passing.push_back(&i);
    if (is_shift(i)) shifts.push_back(&i);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const Instruction* i : passing) changed |= track_results(function, *i);
  }
  find_shifted_coordinates(module, function, shifts);
  const Scope scope = {module, function, bounds};
  for (const Instruction& i : function.instructions) {
    const uint8_t result = i.result == dxil::kNone ? 0 : flags_of(function, i.result);
    const bool passes = (result & kTracked) != 0;
    const bool shifts_coordinate = (result & (kShifted | kShiftedSeen)) == kShifted;
    const std::span<const ValueId> operands = function.operands_of(i);
    for (uint32_t n = 0; n < operands.size(); ++n) {
      const uint8_t flags = flags_of(function, operands[n]);
      if (flags == 0) continue;
      const bool is_signed = (flags & kSigned) != 0;
      const std::span<const ValueId> passed = passed_on(function, i, is_signed);
      if (passes && std::find(passed.begin(), passed.end(), operands[n]) != passed.end()) continue;
      const bool is_far = (shifts_coordinate && n == 0) || is_coordinate(module, function, i, n);
      uint8_t seen = kAllSeen;
      if (is_far || works_alike(scope, i, n, {is_signed})) seen &= ~kGreatestSeen;
      if (is_far || works_alike(scope, i, n, {is_signed, true})) seen &= ~kLowestSeen;
      if (i.opcode == Opcode::kICmp && compares_least_alike(scope, i, n)) seen &= ~kLeastSeen;
      add_flags(function, operands[n], seen);
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    // Uses mostly follow their operands.
    for (size_t p = passing.size(); p-- > 0;) changed |= pass_back(module, function, bounds, *passing[p]);
  }
}

bool ConversionUses::ignores_greatest(const dxil::Function& function, ValueId conversion) const {
  return (flags_of(function, conversion) & (kTracked | kGreatestSeen)) == kTracked;
}

bool ConversionUses::ignores_lowest(const dxil::Function& function, ValueId conversion) const {
  return (flags_of(function, conversion) & (kTracked | kSigned | kLowestSeen)) == (kTracked | kSigned);
}

bool ConversionUses::ignores_nan(const dxil::Function& function, ValueId conversion) const {
  return (flags_of(function, conversion) & (kTracked | kSigned | kLeastSeen)) == (kTracked | kSigned);
}

}  // namespace trellis::spirv
