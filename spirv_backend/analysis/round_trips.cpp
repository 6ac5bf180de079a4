#include "spirv_backend/analysis/round_trips.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include "dxil_frontend/program/dxil_op.hpp"

namespace trellis::spirv {
namespace {

struct RoundTrip {
  const dxil::Instruction* there;  ///< The conversion to an integer.
  dxil::ValueId result;            ///< Of the conversion back, in the same block.
};

using dxil::Instruction;
using dxil::Op;
using dxil::Opcode;
using dxil::ValueId;

/// Finds the round trips, then follows their results through products.
class TripFinder {
 public:
  TripFinder(const dxil::Module& module, const dxil::Function& function, const ValueBounds& bounds)
      : module_(module), function_(function), bounds_(bounds) {}

  RoundTrips find();

 private:
  enum Flag : uint8_t { kFollowed = 1, kSignSeen = 2, kTrip = 4, kInteger = 8, kOtherUse = 16 };

  bool has_bits(ValueId value, dxil::TypeKind kind, uint32_t bits) const {
    const dxil::Type& type = module_.types[module_.type_of(function_, value)];
    return type.kind == kind && type.bits == bits;
  }
  uint8_t flags_of(ValueId value) const {
    const ValueId local = value - function_.first_local;  // Large for values of the module.
    return local < flags_.size() ? flags_[local] : 0;
  }
  uint8_t& flags(ValueId value) { return flags_[value - function_.first_local]; }
  const Instruction* definition_before(const Instruction& user, ValueId value) const;
  void find_in(std::span<const Instruction> block);
  bool is_in_range(const RoundTrip& trip) const;
  bool is_unsigned(const Instruction& user, ValueId value) const;
  bool is_scaled_unsigned(const Instruction& user, ValueId value) const;
  bool is_never_zero(ValueId value) const;
  bool hides_sign(const Instruction& i, uint32_t n) const;
  void look_at_uses();

  const dxil::Module& module_;
  const dxil::Function& function_;
  const ValueBounds& bounds_;
  Vector<RoundTrip> found_;
  Vector<uint8_t> flags_;  ///< By local value.
};

/// Returns the definition of a value shortly before the instruction; null for others.
const Instruction* TripFinder::definition_before(const Instruction& user, ValueId value) const {
  constexpr ptrdiff_t kLooksBack = 64;
  const ptrdiff_t number = &user - function_.instructions.data();
  for (ptrdiff_t back = 1; back <= std::min(number, kLooksBack); ++back) {
    if ((&user - back)->result == value) return &user - back;
  }
  return nullptr;
}

void TripFinder::find_in(std::span<const Instruction> block) {
  for (const Instruction& i : block) {
    if (i.opcode != Opcode::kSIToFP && i.opcode != Opcode::kUIToFP) continue;
    if (!has_bits(i.result, dxil::TypeKind::kFloat, 32)) continue;
    const ValueId integer = function_.operands_of(i)[0];
    const Instruction* const there = definition_before(i, integer);
    const Opcode expected = i.opcode == Opcode::kSIToFP ? Opcode::kFPToSI : Opcode::kFPToUI;
    if (there == nullptr || there->opcode != expected || there < block.data()) continue;
    if (!has_bits(integer, dxil::TypeKind::kInt, 32)) continue;
    if (!has_bits(function_.operands_of(*there)[0], dxil::TypeKind::kFloat, 32)) continue;
    found_.push_back({there, i.result});
  }
}

/// Returns true if the value was converted from an integer that is not negative, so that it is not -0 either.
bool TripFinder::is_unsigned(const Instruction& user, ValueId value) const {
  const Instruction* const i = definition_before(user, value);
  if (i == nullptr || (i->opcode != Opcode::kUIToFP && i->opcode != Opcode::kSIToFP)) return false;
  return bounds_.number(module_, function_, value).low >= 0;
}

/// The same for such a value, or its product with a positive one.
bool TripFinder::is_scaled_unsigned(const Instruction& user, ValueId value) const {
  if (is_unsigned(user, value)) return true;
  const Instruction* const i = definition_before(user, value);
  if (i == nullptr || i->opcode != Opcode::kFMul) return false;
  const std::span<const ValueId> operands = function_.operands_of(*i);
  for (const uint32_t n : {0, 1}) {
    const FloatBounds factor = bounds_.number(module_, function_, operands[1 - n]);
    if (is_unsigned(*i, operands[n]) && factor.is_finite() && factor.low > 0) return true;
  }
  return false;
}

bool TripFinder::is_in_range(const RoundTrip& trip) const {
  const FloatBounds number = bounds_.number(module_, function_, function_.operands_of(*trip.there)[0]);
  return !hazards_of(number, 32, trip.there->opcode == Opcode::kFPToSI).any();
}

bool TripFinder::is_never_zero(ValueId value) const {
  if (!has_bits(value, dxil::TypeKind::kFloat, 32)) return false;
  // The device may flush denormals.
  constexpr double kLeast = std::numeric_limits<float>::min();
  const FloatBounds bounds = bounds_.number(module_, function_, value);
  return bounds.low >= kLeast || bounds.high <= -kLeast;
}

/// Returns true if the result is the same for 0 and -0 as operand `n`.
bool TripFinder::hides_sign(const Instruction& i, uint32_t n) const {
  const std::span<const ValueId> operands = function_.operands_of(i);
  switch (i.opcode) {
    case Opcode::kFCmp:
    case Opcode::kFPToSI:
    case Opcode::kFPToUI:
      return true;
    case Opcode::kFAdd:
    case Opcode::kFSub:
      return is_never_zero(operands[1 - n]);
    case Opcode::kDxOp:
      return i.is(Op::kFAbs) || (i.is(Op::kFMad) && n < 2 && is_never_zero(operands[2]));
    default:
      return false;
  }
}

void TripFinder::look_at_uses() {
  flags_.resize(function_.local_types.size(), 0);
  for (const RoundTrip& trip : found_) {
    flags(trip.result) = kFollowed | kTrip;
    flags(trip.there->result) = kInteger;
  }
  // A product of a product that comes later in the order of instructions counts as a use that sees the sign.
  Vector<const Instruction*> products;
  for (const Instruction& i : function_.instructions) {
    if (i.opcode != Opcode::kFMul) continue;
    const std::span<const ValueId> factors = function_.operands_of(i);
    if (((flags_of(factors[0]) | flags_of(factors[1])) & kFollowed) == 0) continue;
    flags(i.result) = kFollowed;
    products.push_back(&i);
  }
  for (const Instruction& i : function_.instructions) {
    const std::span<const ValueId> operands = function_.operands_of(i);
    for (uint32_t n = 0; n < operands.size(); ++n) {
      const uint8_t used = flags_of(operands[n]);
      if (used == 0) continue;
      const uint8_t result = i.result == dxil::kNone ? 0 : flags_of(i.result);
      if ((used & kInteger) != 0 && (result & kTrip) == 0) flags(operands[n]) |= kOtherUse;
      const bool is_product = i.opcode == Opcode::kFMul && (result & kFollowed) != 0;
      if ((used & kFollowed) != 0 && !is_product && !hides_sign(i, n)) flags(operands[n]) |= kSignSeen;
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t p = products.size(); p-- > 0;) {
      if ((flags_of(products[p]->result) & kSignSeen) == 0) continue;
      for (const ValueId v : function_.operands_of(*products[p])) {
        if ((flags_of(v) & (kFollowed | kSignSeen)) != kFollowed) continue;
        flags(v) |= kSignSeen;
        changed = true;
      }
    }
  }
}

RoundTrips TripFinder::find() {
  for (const dxil::BasicBlock& block : function_.blocks) {
    find_in(std::span(function_.instructions).subspan(block.first_instruction, block.instruction_count));
  }
  if (found_.empty()) return {};
  look_at_uses();
  std::erase_if(found_, [&](const RoundTrip& trip) {
    const bool is_positive = trip.there->opcode == Opcode::kFPToUI &&
                             is_scaled_unsigned(*trip.there, function_.operands_of(*trip.there)[0]);
    if (is_positive || (flags_of(trip.result) & kSignSeen) == 0) return false;
    flags(trip.there->result) |= kOtherUse;
    return true;
  });
  RoundTrips trips;
  for (const RoundTrip& trip : found_) {
    const bool has_other_uses = (flags_of(trip.there->result) & kOtherUse) != 0;
    if (has_other_uses && !is_in_range(trip)) continue;
    trips.results.push_back(trip.result);
    if (!has_other_uses) trips.integers.push_back(trip.there->result);
  }
  std::sort(trips.results.begin(), trips.results.end());
  std::sort(trips.integers.begin(), trips.integers.end());
  return trips;
}

}  // namespace

RoundTrips find_round_trips(const dxil::Module& module, const dxil::Function& function,
                            const ValueBounds& bounds) {
  return TripFinder(module, function, bounds).find();
}

}  // namespace trellis::spirv
