// Intrinsics of vendors (dxil_frontend/program/vendor_intrinsics.hpp) become operations of DXIL before
// anything else looks at the program; what DXIL has no operation for becomes one of TRELLIS_VENDOR_OPS. The
// buffer that they go through is not accessed any more, and so not bound.
#pragma once

#include <memory>
#include <span>

#include "dxil_frontend/program/vendor_intrinsics.hpp"
#include "lower/edit/lowered_program.hpp"
#include "support/result.hpp"

namespace trellis::lower {

/// How programs that use vendors' intrinsics are treated. Of a buffer that only looks like a vendor's, and of
/// Intel's, the accesses are translated as what they are, with a warning.
enum class VendorPolicy : uint8_t {
  kTranslate,  ///< Those that are not supported are kUnsupported.
  kRefuse,     ///< All are kUnsupported.
  kZero,       ///< Those that are not supported give zero, with a warning.
};

/// Whether the program has buffers of vendors' interfaces, or that look like one.
bool has_vendor_intrinsics(const LoweredProgram& program, const dxil::VendorSlots& slots);

/// Replaces those that are certain to be AGS' or NVAPI's. What is not supported, or not used as the interface
/// requires, is kUnsupported; with kZero its results are zero, and a warning says so. Resources and entry
/// points keep their numbers; the entry point may get an input.
Result<void> replace_vendor_intrinsics(LoweredProgram& program, VendorPolicy policy,
                                       const dxil::VendorSlots& slots);

}  // namespace trellis::lower
