// Intrinsics of vendors (dxil_frontend/program/vendor_intrinsics.hpp) become operations of DXIL before
// anything else looks at the program; what DXIL has no operation for becomes one of TRELLIS_VENDOR_OPS. The
// buffer that they go through is not accessed any more, and so not bound.
#pragma once

#include <memory>
#include <span>

#include "dxil_frontend/program/vendor_intrinsics.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

struct WithoutVendors {
  std::shared_ptr<dxil::Shader> shader;  ///< Resources and entry points have the numbers that they had.
  Vector<String> warnings;               ///< What gives zero.
};

/// `uses`: of AGS or NVAPI, that the entry point comes to. What is not supported, or not used as the
/// interface wants it, is kUnsupported; with `gives_zero` its results are zero, and a warning says so.
Result<WithoutVendors> replace_vendor_intrinsics(const dxil::Shader& shader,
                                                 const dxil::EntryPoint& entry_point,
                                                 std::span<const dxil::VendorUse> uses, bool gives_zero);

}  // namespace trellis::spirv
