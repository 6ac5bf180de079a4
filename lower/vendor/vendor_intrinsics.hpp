// Replaces vendors' intrinsics (dxil_frontend/program/vendor_intrinsics.hpp) with operations of DXIL or,
// where DXIL has none, of TRELLIS_VENDOR_OPS. Runs before all other passes. The buffer that the intrinsics go
// through is no longer accessed, and so not bound.
#pragma once

#include <memory>
#include <span>

#include "dxil_frontend/program/vendor_intrinsics.hpp"
#include "lower/edit/lowered_program.hpp"
#include "support/result.hpp"

namespace trellis::lower {

/// How vendors' intrinsics are treated. Accesses to Intel's buffer, and to one that only looks like a
/// vendor's, are translated as ordinary accesses, with a warning.
enum class VendorPolicy : uint8_t {
  kTranslate,  ///< Unsupported ones are kUnsupported.
  kRefuse,     ///< All are kUnsupported.
  kZero,       ///< Unsupported ones return zero, with a warning.
};

/// Formats of matrices, as bits of a mask: halves to floats, bytes to 32-bit integers. The numbers are those
/// of the operands of VendorMatrixProduct, too.
inline constexpr uint8_t kHalves = 1, kSignedBytes = 2, kUnsignedBytes = 4;

/// Optional features of the device that intrinsics use.
struct VendorDevice {
  uint8_t matrix_formats = 0;  ///< Products that VendorMatrixProduct can carry out.
  /// The largest subgroup that the pipeline may have; 0: unknown. A group of 32 threads must have whole ones.
  uint32_t largest_subgroup = 0;
  bool has_pull_model = false;  ///< VendorPullModel.
  bool makes_hits = false;      ///< VendorMakeHit.
};

/// Whether the program has a buffer that belongs to a vendor's interface or looks like one.
bool has_vendor_intrinsics(const LoweredProgram& program, const dxil::VendorSlots& slots);

/// Replaces the intrinsics that are certain to be AGS's or NVAPI's. Those that are unsupported or break the
/// interface's rules are kUnsupported; with kZero, their results are zero, with a warning. Resources and
/// entry points keep their indices. The entry point may get an additional input.
Result<void> replace_vendor_intrinsics(LoweredProgram& program, VendorPolicy policy,
                                       const dxil::VendorSlots& slots, const VendorDevice& device);

}  // namespace trellis::lower
