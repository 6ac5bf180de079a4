// Conversions of floats to 32-bit integers of which no use can see the largest integers.
//
// Direct3D clamps a conversion to 0xFFFFFFFF (unsigned) or 0x7FFFFFFF (signed). The largest float below is
// 2^32 - 256 or 2^31 - 128: a clamp of the float gives that, and a comparison and a selection follow for the
// larger ones. Neither is necessary if the number is only compared with small numbers, or is a coordinate of
// a texture: then both are outside.
#pragma once

#include "dxil_frontend/program/ir.hpp"
#include "spirv_backend/analysis/value_bounds.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

class ConversionUses {
 public:
  /// Records the conversion if it can give the largest integers.
  void add_conversion(const dxil::Module& module, const dxil::Function& function, const ValueBounds& bounds,
                      const dxil::Instruction& i);

  /// Looks at the uses of the recorded conversions. Call it after all of them have been added.
  void find_uses(const dxil::Module& module, const dxil::Function& function, const ValueBounds& bounds);

  /// Returns true if no use of the conversion distinguishes the integers above the largest float.
  bool ignores_greatest(const dxil::Function& function, dxil::ValueId conversion) const;

 private:
  enum class Kind : uint8_t { kOther, kUnsigned, kSigned, kExact };

  Vector<Kind> kinds_;  ///< By local value; empty if there is no conversion.
};

}  // namespace trellis::spirv
