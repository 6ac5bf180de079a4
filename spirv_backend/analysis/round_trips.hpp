// Floats that are converted to 32-bit integers and back: the result is the truncated float, clamped to the
// integer's range. GPUs truncate with one instruction; the clamp needs no integers.
//
// The only difference is the sign of zero: a number between -1 and 0 becomes 0, but is truncated to -0. So
// its uses must not see that sign.
#pragma once

#include "dxil_frontend/program/ir.hpp"
#include "spirv_backend/analysis/value_bounds.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

/// Both lists are in ascending order.
struct RoundTrips {
  /// Results of conversions back that may be truncations instead. No use sees whether a zero is negative.
  /// Either the integer has no other uses, or the float cannot leave its range: otherwise both would need a
  /// clamp.
  Vector<dxil::ValueId> results;
  Vector<dxil::ValueId> integers;  ///< Those without other uses.
};

RoundTrips find_round_trips(const dxil::Module& module, const dxil::Function& function,
                            const ValueBounds& bounds);

}  // namespace trellis::spirv
