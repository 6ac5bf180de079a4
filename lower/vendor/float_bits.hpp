// Float conversions that SPIR-V lacks or that not every device supports, as integer arithmetic on the bits.
#pragma once

#include <cstdint>

#include "lower/vendor/vendor_writer.hpp"

namespace trellis::lower {

enum class Rounding : uint8_t { kNearest, kDown, kUp };
/// E4M3 has no infinity; only 0x7F and 0xFF are NaN; its largest number is 448.
enum class Float8 : uint8_t { kE4M3, kE5M2 };

/// Converts the bits of a float to those of a half.
dxil::ValueId half_of_float(VendorWriter& w, dxil::ValueId bits, Rounding rounding);

/// Converts an 8-bit float, in the low bits of the word, to the bits of a float.
dxil::ValueId float_of_float8(VendorWriter& w, dxil::ValueId bits, Float8 format);
/// Rounds to nearest even. A value out of range becomes the largest number if it `saturates`, otherwise
/// infinity, or NaN in E4M3.
dxil::ValueId float8_of_float(VendorWriter& w, dxil::ValueId bits, Float8 format, bool saturates);

}  // namespace trellis::lower
