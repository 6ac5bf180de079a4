// Lowering: passes that run on the program before planning. Each replaces something in DXIL that SPIR-V or
// the back end does not support.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "dxil_frontend/program/vendor_intrinsics.hpp"
#include "lower/edit/lowered_program.hpp"
#include "lower/vendor/vendor_intrinsics.hpp"
#include "support/result.hpp"

namespace trellis::lower {

/// Called with the program after each pass that changed it, in order; used for dumps. The first call, with
/// the name "input", comes before all passes. References are valid only during the call.
class PassObserver {
 public:
  virtual ~PassObserver() = default;
  virtual void after_pass(std::string_view pass, const LoweredProgram& program) = 0;
};

#ifdef NDEBUG
inline constexpr bool kVerifiesByDefault = false;
#else
inline constexpr bool kVerifiesByDefault = true;
#endif

struct Options {
  /// The module will declare MaximallyReconvergesKHR, unless LoweredProgram::repacking() forbids it.
  bool maximal_reconvergence = false;
  uint32_t longest_vector = 4;  ///< Maximum number of components; a power of two. Longer vectors are split.
  VendorPolicy vendor = VendorPolicy::kTranslate;
  dxil::VendorSlots vendor_slots;
  VendorDevice vendor_device;
  PassObserver* observer = nullptr;  ///< Not owned; may be null.
  /// Run the program's verifier (dxil_frontend/program/verify/verifier.hpp) after each pass that changed the
  /// program. A failure is kInternalCheck and names the pass.
  bool verify = kVerifiesByDefault;
};

struct Pass {
  const char* name;     ///< For files and messages, for example "long-vectors".
  const char* summary;  ///< A sentence that describes the pass.
  /// Returns false if run() would not change the program. Looks only at reached functions.
  bool (*applies)(const LoweredProgram& program, const Options& options);
  Result<void> (*run)(LoweredProgram& program, const Options& options);
};

/// Returns all passes, in the order in which they run. Later ones rely on the results of earlier ones.
std::span<const Pass> passes();

/// Runs the passes that apply. The shader and its entry point must outlive the result. Errors: kUnsupported,
/// for code that a pass cannot lower.
Result<LoweredProgram> lower(const dxil::Shader& shader, const dxil::EntryPoint& entry_point,
                             const Options& options = {});

}  // namespace trellis::lower
