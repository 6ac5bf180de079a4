// The operations of DXIL by name: Op::kWaveMatch, Op::kRayQuery_Proceed.
#pragma once

#include <cstdint>
#include <iterator>

#include "dxil_frontend/program/dxil_op_rows.hpp"

namespace trellis::dxil {

#define TRELLIS_ENUMERATOR(number, name, ...) k##name = (number),
#define TRELLIS_NAME(number, name, ...) Op::k##name,

/// An operation number. A call may contain any number: find_op() returns null for numbers that are not
/// listed.
enum class Op : uint32_t { TRELLIS_DXIL_OPS(TRELLIS_ENUMERATOR) TRELLIS_VENDOR_OPS(TRELLIS_ENUMERATOR) };

/// The operations of DXIL, in ascending order of their numbers.
inline constexpr Op kAllOps[] = {TRELLIS_DXIL_OPS(TRELLIS_NAME)};
inline constexpr uint32_t kOpCount = std::size(kAllOps);
/// The operations that only rewrites of a program create, in the same order.
inline constexpr Op kInternalOps[] = {TRELLIS_VENDOR_OPS(TRELLIS_NAME)};
inline constexpr uint32_t kInternalOpCount = std::size(kInternalOps);

#undef TRELLIS_ENUMERATOR
#undef TRELLIS_NAME

constexpr uint32_t number_of(Op op) { return static_cast<uint32_t>(op); }

namespace detail {

constexpr uint32_t count_ordinary_ops() {
  uint32_t count = 0;
  while (count < kOpCount && number_of(kAllOps[count]) == count) ++count;
  return count;
}

}  // namespace detail

/// DXIL's numbers form two runs without gaps: ordinary operations from 0 on, and experimental operations.
inline constexpr uint32_t kOrdinaryOpCount = detail::count_ordinary_ops();
constexpr bool is_experimental(Op op) { return number_of(op) >= number_of(kAllOps[kOrdinaryOpCount]); }
constexpr bool is_internal(Op op) { return number_of(op) - number_of(kInternalOps[0]) < kInternalOpCount; }

/// Returns the operation's index in kAllOps. Internal operations have indices from kOpCount + 1 on. Returns
/// kOpCount for a number that is not an operation. Constant time.
constexpr uint32_t index_of(Op op) {
  if (number_of(op) < kOrdinaryOpCount) return number_of(op);
  if (is_internal(op)) return kOpCount + 1 + (number_of(op) - number_of(kInternalOps[0]));
  const uint32_t experimental = number_of(op) - number_of(kAllOps[kOrdinaryOpCount]);
  return experimental < kOpCount - kOrdinaryOpCount ? kOrdinaryOpCount + experimental : kOpCount;
}

inline constexpr uint32_t kEndOfOpIndices = kOpCount + 1 + kInternalOpCount;

}  // namespace trellis::dxil
