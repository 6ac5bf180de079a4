// Bounds of the scalar values of a function. Each instruction is looked at once, in order: masks, shifts,
// thread ids, sizes of textures, counters of loops, conversions and sums of these have bounds; values from
// memory do not.
//
// With bounds, a conversion of a float that cannot leave the integer's range needs no clamping, and a byte
// address that cannot wrap around is divided before it is scaled.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

/// Bounds of an integer, as a signed and as an unsigned number. They are always within its type.
struct IntegerBounds {
  int64_t low = INT64_MIN, high = INT64_MAX;  ///< As a signed number.
  uint64_t most = UINT64_MAX;                 ///< Maximum as an unsigned number.
  uint8_t zeros = 0;                          ///< Number of low bits that are known to be 0.
};

/// Bounds of a float. An infinite bound allows any number on that side, infinity included.
struct FloatBounds {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  bool may_be_nan = true;

  /// Returns true if the value can be neither NaN nor infinite.
  bool is_finite() const;
};

/// Values that may occur in a conversion to an integer although SPIR-V leaves their result undefined. D3D
/// defines it: NaN becomes 0, and values out of range are clamped.
struct ConversionHazards {
  bool nan = true, below = true, above = true;
  bool any() const { return nan || below || above; }
};
ConversionHazards hazards_of(const FloatBounds& value, uint32_t integer_bits, bool is_signed);

class ValueBounds {
 public:
  /// Records the bounds of the instruction's result. Add the operands first: values that were not added have
  /// no bounds. `block` is the one that the instruction is in.
  void add(const dxil::Module& module, const dxil::Function& function, const dxil::EntryPoint& entry,
           const dxil::Instruction& i, cfg::BlockId block);

  /// Records bounds of the fields of a kGetDimensions of a texture.
  void add_texture_size(const dxil::Function& function, const dxil::Instruction& i);
  /// Returns the bounds of the fields of a struct, if they were recorded.
  std::optional<IntegerBounds> extent(const dxil::Function& function, dxil::ValueId aggregate) const;

  /// Returns the bounds of a scalar integer; for min-precision integers, those of the low 16 bits, extended.
  IntegerBounds integer(const dxil::Module& module, const dxil::Function& function,
                        dxil::ValueId value) const;
  /// Returns the bounds of a scalar float.
  FloatBounds number(const dxil::Module& module, const dxil::Function& function, dxil::ValueId value) const;

 private:
  Vector<uint32_t>
      known_;  // By local value: index into integers_ or numbers_, depending on the type, or kNone.
  Vector<IntegerBounds> integers_;
  Vector<FloatBounds> numbers_;
};

}  // namespace trellis::spirv
