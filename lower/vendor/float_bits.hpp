// Conversions of floats that SPIR-V has no instruction for, or none that every device has: by integer
// arithmetic on their bits.
#pragma once

#include <cstdint>

#include "lower/vendor/vendor_writer.hpp"

namespace trellis::lower {

enum class Rounding : uint8_t { kNearest, kDown, kUp };
/// E4M3 has no infinity, and NaN in 0x7F and 0xFF only; its largest number is 448.
enum class Float8 : uint8_t { kE4M3, kE5M2 };

/// The bits of a half from those of a float.
dxil::ValueId half_of_float(VendorWriter& w, dxil::ValueId bits, Rounding rounding);

/// The bits of a float from those of an 8-bit one, which are the low ones of the word.
dxil::ValueId float_of_float8(VendorWriter& w, dxil::ValueId bits, Float8 format);
/// To nearest even. What is too large becomes the largest number if it `saturates`, else infinity or NaN.
dxil::ValueId float8_of_float(VendorWriter& w, dxil::ValueId bits, Float8 format, bool saturates);

}  // namespace trellis::lower
