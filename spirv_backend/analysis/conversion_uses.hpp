// Conversions of floats to 32-bit integers, and what their uses can see of the results that D3D defines.
//
// D3D clamps a conversion to 0xFFFFFFFF (unsigned) or 0x7FFFFFFF (signed). The largest float below is
// 2^32 - 256 or 2^31 - 128: a clamp of the float gives that, and a comparison and a selection follow for the
// larger ones. Neither is necessary if the number is only compared with small numbers, or is a coordinate of
// a texture: then both are outside.
//
// Likewise, no use may distinguish the signed integers up to -(2^31 - 128). Then both ends can be clamped
// alike.
//
// NaN becomes 0, but a clamp of the float to a signed range gives the smallest integer. This needs no
// selection if no use distinguishes numbers that are not positive, such as a maximum with 0.
//
// Selections, phis, minima and maxima pass these numbers on: what matters is what their uses see. A shift by
// an unknown amount makes the ends equal or leaves both outside of any texture.
//
// A conversion back to a float may see neither end: it becomes a truncation of the float (round_trips.hpp),
// if that costs less.
#pragma once

#include <span>

#include "dxil_frontend/program/ir.hpp"
#include "spirv_backend/analysis/value_bounds.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

class ConversionUses {
 public:
  /// Records the conversion if it can give the largest integers or convert NaN.
  void add_conversion(const dxil::Module& module, const dxil::Function& function, const ValueBounds& bounds,
                      const dxil::Instruction& i);

  /// Records an atomic operation on a texture. Its coordinates are like those of a load.
  void add_texture_atomic(const dxil::Instruction& i);

  /// Looks at the uses of the recorded conversions. Call it after all of them have been added.
  void find_uses(const dxil::Module& module, const dxil::Function& function, const ValueBounds& bounds);

  /// Returns true if no use of the conversion distinguishes the integers above the largest float.
  bool ignores_greatest(const dxil::Function& function, dxil::ValueId conversion) const;
  /// Returns true if no use of the signed conversion distinguishes the integers up to -(2^31 - 128).
  bool ignores_lowest(const dxil::Function& function, dxil::ValueId conversion) const;
  /// Returns true if no use of the signed conversion distinguishes the integers up to 0.
  bool ignores_nan(const dxil::Function& function, dxil::ValueId conversion) const;

 private:
  /// Bits of a mask.
  enum Flag : uint8_t {
    kTracked = 1,
    kSigned = 2,
    kGreatestSeen = 4,
    kLowestSeen = 8,
    kLeastSeen = 16,
    kShifted = 32,     ///< A tracked number, shifted to the right.
    kShiftedSeen = 64  ///< Has uses other than as a coordinate of a texture.
  };
  static constexpr uint8_t kAllSeen = kGreatestSeen | kLowestSeen | kLeastSeen;

  uint8_t flags_of(const dxil::Function& function, dxil::ValueId value) const {
    const dxil::ValueId local = value - function.first_local;
    return value < function.first_local || local >= flags_.size() ? 0 : flags_[local];
  }
  bool add_flags(const dxil::Function& function, dxil::ValueId value, uint8_t flags);
  bool track_results(const dxil::Function& function, const dxil::Instruction& i);
  void find_shifted_coordinates(const dxil::Module& module, const dxil::Function& function,
                                std::span<const dxil::Instruction* const> shifts);
  bool is_coordinate(const dxil::Module& module, const dxil::Function& function, const dxil::Instruction& i,
                     uint32_t n) const;
  bool pass_back(const dxil::Module& module, const dxil::Function& function, const ValueBounds& bounds,
                 const dxil::Instruction& i);

  Vector<uint8_t> flags_;                             ///< By local value; empty if there is no conversion.
  Vector<const dxil::Instruction*> texture_atomics_;  ///< By address, after find_uses() has sorted them.
};

}  // namespace trellis::spirv
