// Between what bounds the scalar values of a function lie, as far as a look at each instruction tells: masks,
// shifts, thread ids, conversions, sums of such. What loops carry and memory holds is not known.
//
// With them, conversions of floats that cannot leave the integer's range need no clamping, and addresses in
// bytes that cannot wrap around are divided before they are scaled.
#pragma once

#include <cstdint>
#include <limits>

#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

/// Of an integer: as a signed and as an unsigned number. Always within its type.
struct IntegerBounds {
  int64_t low = INT64_MIN, high = INT64_MAX;  ///< Signed.
  uint64_t most = UINT64_MAX;                 ///< Unsigned.
  uint8_t zeros = 0;                          ///< So many low bits are 0.
};

/// Of a float. Infinite bounds: any number on that side, infinity too.
struct FloatBounds {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  bool may_be_nan = true;

  /// Neither NaN nor infinite.
  bool is_finite() const;
};

/// What a conversion to an integer has to look after: values that D3D clamps, and SPIR-V leaves undefined.
struct ConversionHazards {
  bool nan = true, below = true, above = true;
  bool any() const { return nan || below || above; }
};
ConversionHazards hazards_of(const FloatBounds& value, uint32_t integer_bits, bool is_signed);

class ValueBounds {
 public:
  /// Notes what is known of the instruction's result. Operands first: what was not added is not known.
  void add(const dxil::Module& module, const dxil::Function& function, const dxil::EntryPoint& entry,
           const dxil::Instruction& i);

  /// Of a scalar integer (min-precision ones: of their low 16 bits, extended) or float.
  IntegerBounds integer(const dxil::Module& module, const dxil::Function& function,
                        dxil::ValueId value) const;
  FloatBounds number(const dxil::Module& module, const dxil::Function& function, dxil::ValueId value) const;

 private:
  Vector<uint32_t> known_;  // By local value: into one of the two, as the type says, or kNone.
  Vector<IntegerBounds> integers_;
  Vector<FloatBounds> numbers_;
};

}  // namespace trellis::spirv
