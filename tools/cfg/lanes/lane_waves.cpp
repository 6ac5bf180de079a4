// Operations of DXIL that involve other lanes: of the wave, and of a quad (four lanes with consecutive
// numbers).
#include <algorithm>
#include <bit>

#include "tools/cfg/lanes/lane_machine.hpp"

namespace trellis::tools {
namespace {

using dxil::Op;
using dxil::Type;
using dxil::TypeKind;

/// The operations of WaveActiveOp and related wave operations, by number.
enum Number : uint64_t { kSum, kProduct, kMin, kMax };
enum BitNumber : uint64_t { kAnd, kOr, kXor };

Combine wave_combine(uint64_t number, bool is_unsigned) {
  switch (number) {
    case kSum:
      return Combine::kAdd;
    case kProduct:
      return Combine::kMul;
    case kMin:
      return is_unsigned ? Combine::kUMin : Combine::kMin;
    default:
      return is_unsigned ? Combine::kUMax : Combine::kMax;
  }
}

Combine bitwise(uint64_t number) {
  return number == kAnd ? Combine::kAnd : number == kOr ? Combine::kOr : Combine::kXor;
}

/// What a combination of no lanes yields.
uint64_t neutral(Combine how, const Type& type) {
  if (how == Combine::kMul) return type.kind == TypeKind::kFloat ? bits_of(1.0, type.bits) : 1;
  return how == Combine::kAnd ? cut(~uint64_t{0}, type.bits) : 0;
}

}  // namespace

bool LaneMachine::is_made_up_in(const Instruction& i, uint32_t operand) {
  return std::any_of(active_.begin(), active_.end(),
                     [&](uint32_t lane) { return scalar(i, operand, lane).made_up; });
}

/// Combines the first operand over the active ones of `lanes`, component by component.
LaneValue LaneMachine::over_lanes(const Instruction& i, uint32_t lanes, Combine how, uint32_t lane) {
  const ValueId id = function_.operands_of(i)[0];
  const Type& type = scalar_type(module_.type_of(function_, id));
  const bool is_float = type.kind == TypeKind::kFloat;
  LaneValue result = value(id, lane);
  for (Scalar& part : result) part = {neutral(how, type), false};
  bool is_first = true;
  for (const uint32_t other : active_) {
    if ((lanes >> other & 1) == 0) continue;
    const LaneValue theirs = value(id, other);
    for (size_t n = 0; n < std::min(result.size(), theirs.size()); ++n) {
      const uint64_t bits =
          is_first ? theirs[n].bits : combine(how, is_float, type.bits, result[n].bits, theirs[n].bits);
      result[n] = {bits, result[n].made_up || theirs[n].made_up};
    }
    is_first = false;
  }
  return result;
}

LaneValue LaneMachine::of_lane(const Instruction& i, uint32_t lane, uint64_t other) {
  const ValueId id = function_.operands_of(i)[0];
  if (other < lanes_.size()) return value(id, static_cast<uint32_t>(other));
  LaneValue none = value(id, lane);
  for (Scalar& part : none) part = {0, true};
  return none;
}

/// Returns the active lanes whose first operand equals that of a lane, as bits.
uint32_t LaneMachine::equal_lanes(const Instruction& i, uint32_t lane) {
  const ValueId id = function_.operands_of(i)[0];
  const LaneValue mine = value(id, lane);
  uint32_t mask = 0;
  for (const uint32_t other : active_) {
    const LaneValue theirs = value(id, other);
    const bool is_equal = std::equal(mine.begin(), mine.end(), theirs.begin(), theirs.end(),
                                     [](Scalar a, Scalar b) { return a.bits == b.bits; });
    if (is_equal) mask |= 1u << other;
  }
  return mask;
}

/// Whether the active lanes have the same value, component by component.
LaneValue LaneMachine::all_equal(const Instruction& i) {
  const ValueId id = function_.operands_of(i)[0];
  const LaneValue first = value(id, active_[0]);
  LaneValue result(first.size(), Scalar{1, is_made_up_in(i, 0)});
  for (const uint32_t other : active_) {
    const LaneValue theirs = value(id, other);
    for (size_t n = 0; n < std::min(first.size(), theirs.size()); ++n) {
      if (theirs[n].bits != first[n].bits) result[n].bits = 0;
    }
  }
  return result;
}

/// The words of a mask of lanes.
LaneValue LaneMachine::masked(uint64_t mask, const Instruction& i) {
  const bool made_up = is_made_up_in(i, 0);
  return {{mask, made_up}, {0, made_up}, {0, made_up}, {0, made_up}};
}

std::optional<LaneValue> LaneMachine::wave_operation(const Instruction& i, uint32_t lane) {
  const auto one = [](uint64_t bits, bool made_up = false) { return LaneValue{{bits, made_up}}; };
  uint32_t active = 0, votes = 0;
  for (const uint32_t other : active_) {
    active |= 1u << other;
    if (!function_.operands_of(i).empty() && (scalar(i, 0, other).bits & 1) != 0) votes |= 1u << other;
  }
  const uint32_t below = active & ((1u << lane) - 1);
  const auto number = [&](uint32_t operand) { return constant_operand(i, operand).value_or(0); };
  switch (i.op()) {
    case Op::kWaveIsFirstLane:
      return one(lane == active_[0]);
    case Op::kWaveGetLaneIndex:
      return one(lane);
    case Op::kWaveGetLaneCount:
      return one(kLaneCount);
    case Op::kWaveAnyTrue:
      return one(votes != 0, is_made_up_in(i, 0));
    case Op::kWaveAllTrue:
      return one(votes == active, is_made_up_in(i, 0));
    case Op::kWaveActiveBallot:
      return masked(votes, i);
    case Op::kWaveAllBitCount:
      return one(std::popcount(votes), is_made_up_in(i, 0));
    case Op::kWavePrefixBitCount:
      return one(std::popcount(votes & below), is_made_up_in(i, 0));
    case Op::kWaveReadLaneFirst:
      return of_lane(i, lane, active_[0]);
    case Op::kWaveReadLaneAt:
      return of_lane(i, lane, scalar(i, 1, lane).bits);
    case Op::kWaveActiveAllEqual:
      return all_equal(i);
    case Op::kWaveMatch:
      return masked(equal_lanes(i, lane), i);
    case Op::kWaveActiveOp:
      return over_lanes(i, active, wave_combine(number(1), number(2) == 1), lane);
    case Op::kWavePrefixOp:
      return over_lanes(i, below, wave_combine(number(1), number(2) == 1), lane);
    case Op::kWaveActiveBit:
      return over_lanes(i, active, bitwise(number(1)), lane);
    case Op::kWaveMultiPrefixBitCount:
      return one(std::popcount(votes & below & static_cast<uint32_t>(scalar(i, 1, lane).bits)),
                 is_made_up_in(i, 0));
    default:
      return quad_operation(i, lane);
  }
}

std::optional<LaneValue> LaneMachine::quad_operation(const Instruction& i, uint32_t lane) {
  const uint32_t first = lane & ~3u;
  switch (i.op()) {
    case Op::kQuadReadLaneAt:
      return of_lane(i, lane, first | (scalar(i, 1, lane).bits & 3));
    case Op::kQuadOp:
      // 0: across x; 1: across y; 2: diagonally.
      return of_lane(i, lane, lane ^ ((constant_operand(i, 1).value_or(0) + 1) & 3));
    case Op::kQuadVote: {
      const bool is_all = constant_operand(i, 1).value_or(0) == 1;
      return over_lanes(i, 15u << first, is_all ? Combine::kAnd : Combine::kOr, lane);
    }
    case Op::kDerivCoarseX:
    case Op::kDerivCoarseY:
    case Op::kDerivFineX:
    case Op::kDerivFineY:
      return derivative(i, lane);
    default:
      return std::nullopt;
  }
}

LaneValue LaneMachine::derivative(const Instruction& i, uint32_t lane) {
  const bool is_fine = i.op() == Op::kDerivFineX || i.op() == Op::kDerivFineY;
  const uint32_t step = i.op() == Op::kDerivCoarseX || i.op() == Op::kDerivFineX ? 1 : 2;
  const uint32_t from = is_fine ? lane & ~step : lane & ~3u;
  const LaneValue a = of_lane(i, lane, from), b = of_lane(i, lane, from | step);
  const uint32_t width = scalar_type(i.type).bits;
  LaneValue result;
  for (size_t n = 0; n < std::min(a.size(), b.size()); ++n) {
    const double difference = float_of(b[n].bits, width) - float_of(a[n].bits, width);
    result.push_back({bits_of(difference, width), a[n].made_up || b[n].made_up});
  }
  return result;
}

}  // namespace trellis::tools
