// Lowering: passes over the program, before anything is planned. Each replaces something that DXIL has and
// SPIR-V, or the back end, has not.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "dxil_frontend/program/vendor_intrinsics.hpp"
#include "lower/edit/lowered_program.hpp"
#include "lower/vendor/vendor_intrinsics.hpp"
#include "support/result.hpp"

namespace trellis::lower {

/// Called with the program after each pass that changed it, in order; for dumps. The first call, with the
/// name "input", is before all passes. References are valid only during the call.
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
  uint32_t longest_vector = 4;  ///< Components; a power of two. Longer vectors are split.
  VendorPolicy vendor = VendorPolicy::kTranslate;
  dxil::VendorSlots vendor_slots;
  PassObserver* observer = nullptr;  ///< Not owned; may be null.
  /// Run the program's verifier (dxil_frontend/program/verifier.hpp) after each pass that changed the
  /// program. A failure is kInternalCheck and names the pass.
  bool verify = kVerifiesByDefault;
};

struct Pass {
  const char* name;     ///< "long-vectors": of files and messages.
  const char* summary;  ///< One sentence.
  /// False if run() would not change the program. Looks at reached functions only.
  bool (*applies)(const LoweredProgram& program, const Options& options);
  Result<void> (*run)(LoweredProgram& program, const Options& options);
};

/// All passes, in the order in which they run. Later ones rely on the form that earlier ones leave.
std::span<const Pass> passes();

/// Runs the passes that apply. Shader and entry point must outlive the result; the entry point is one of the
/// shader's. Errors: kUnsupported, for code that a pass cannot lower.
Result<LoweredProgram> lower(const dxil::Shader& shader, const dxil::EntryPoint& entry_point,
                             const Options& options = {});

}  // namespace trellis::lower
