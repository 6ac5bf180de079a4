// What a caller may ask of a translation, and what it is told about the time that went by.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "dxil_frontend/program/ir.hpp"
#include "dxil_frontend/program/vendor_intrinsics.hpp"
#include "dxil_frontend/read_shader.hpp"
#include "spirv_backend/options/emit_options.hpp"
#include "structurizer/flow.hpp"
#include "structurizer/structurize.hpp"
#include "support/containers.hpp"

namespace trellis {

struct PipelineLayout;

using dxil::ReadOptions;
using spirv::NonUniformIndices;
using spirv::RegisterShift;
using spirv::Target;

/// Nanoseconds of each stage: those of reading, and those of a translation.
struct StageTimes : dxil::ReadTimes {
  uint64_t plan = 0;  ///< What is reachable, the interface, each function's flow.
  uint64_t structurize = 0;
  uint64_t check = 0;  ///< The three checkers.
  uint64_t emit = 0;
  uint64_t check_module = 0;  ///< The check of the finished module.
  uint64_t validate = 0;      ///< SPIRV-Tools' validator, if asked for.

  /// Everything after LLVM's reader that a translation needs; the validator is not part of it.
  uint64_t after_llvm() const { return decode + plan + structurize + check + emit + check_module; }
  uint64_t total() const { return container + bitcode_check + llvm_read + after_llvm() + validate; }
  StageTimes& operator+=(const StageTimes& other);
};

/// A stage's name and its time, in the order the stages run.
struct NamedTime {
  const char* name;
  uint64_t nanoseconds;
};
inline constexpr size_t kStageCount = 10;
std::array<NamedTime, kStageCount> named_times(const StageTimes& times);

/// Receives every function's graph after every pass. One call of begin_function a function that is
/// translated, in order; the observer it returns (null: not interested) is told of that function's passes.
class PassSink {
 public:
  virtual ~PassSink() = default;
  /// The references hold until the next begin_function or the end of the translation.
  virtual structurizer::PassObserver* begin_function(const dxil::Module& module,
                                                     const dxil::Function& function,
                                                     const structurizer::Flow& flow) = 0;
};

enum class LogLevel : uint8_t { kInfo, kWarning };
using LogCallback = std::function<void(LogLevel level, std::string_view line)>;

/// The local root signature of a ray stage: what its shader records hold behind the group handle
/// (local_root_signature.hpp).
struct LocalRootSignature {
  /// Checked (dxil::check_root_signature), with kRootLocal among its flags. Not owned; may be null.
  const dxil::RootSignature* signature = nullptr;
  /// Handles of descriptor tables are numbers of descriptors in their heap times these powers of two.
  uint32_t resource_size_log2 = 0, sampler_size_log2 = 0;
};

/// How programs that use vendors' intrinsics (vendor_intrinsics.hpp) are treated. Of a buffer that only looks
/// like a vendor's, and of Intel's, the accesses are translated as what they are, with a warning.
enum class VendorPolicy : uint8_t {
  kTranslate,  ///< Those that are not supported are kUnsupported.
  kRefuse,     ///< All are kUnsupported.
  kZero,       ///< Those that are not supported give zero, with a warning.
};

/// What the back end is asked, and what goes beyond it. debug_info needs a program that was read with its
/// own. maximal_reconvergence makes a translation kUnsupported, with what the convergence checker found, if
/// the module could not keep the promise; entry points that must not declare it get a warning.
/// capability_name is set by the translator.
struct TranslateOptions : spirv::EmitOptions {
  String entry;              ///< Name of the entry point. Empty: the only one.
  bool all_entries = false;  ///< All of them in one module (`entry` is empty then).
  /// Where a root signature puts things (pipeline_layout.hpp): resources, heaps and root data, in place of
  /// register_shifts, heaps and root_data. What it does not have is asked of `bind`; without one it is
  /// kBadInput. Not owned; may be null.
  const PipelineLayout* layout = nullptr;
  /// Resources it has are found in the shader record; all others as if it were not there.
  LocalRootSignature local;
  WorkLimits limits = {};  ///< What the translation may cost.
  VendorPolicy vendor = VendorPolicy::kTranslate;
  dxil::VendorSlots vendor_slots;  ///< Where the application has the buffers, if it is known.
  bool validate = false;          ///< Run SPIRV-Tools' validator over the result; failing is kInternalCheck.
  PassSink* pass_sink = nullptr;  ///< Not owned; may be null.
  LogCallback log;                ///< May be empty. Called on the thread of the translation.
};

}  // namespace trellis
