// The options of a translation, and the times of its stages.
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
#include "lower/lower.hpp"
#include "spirv_backend/options/emit_options.hpp"
#include "structurizer/flow.hpp"
#include "structurizer/structurize.hpp"
#include "support/containers.hpp"

namespace trellis {

struct PipelineLayout;

using dxil::ReadOptions;
using lower::VendorPolicy;
using spirv::NonUniformIndices;
using spirv::RegisterShift;
using spirv::Target;

/// The time of each stage in nanoseconds: the stages of reading and those of a translation.
struct StageTimes : dxil::ReadTimes {
  uint64_t plan = 0;  ///< Lowering, reachability, the interface, and the flow of each function.
  uint64_t structurize = 0;
  uint64_t check = 0;  ///< The structurizer's three checkers.
  uint64_t emit = 0;
  uint64_t check_module = 0;  ///< The check of the finished module.
  uint64_t validate = 0;      ///< SPIRV-Tools' validator, if requested.

  /// Returns the time of everything that a translation needs after LLVM's reader; this excludes the
  /// validator.
  uint64_t after_llvm() const { return decode + plan + structurize + check + emit + check_module; }
  uint64_t total() const { return container + bitcode_check + llvm_read + after_llvm() + validate; }
  StageTimes& operator+=(const StageTimes& other);
};

/// The name of a stage and its time, listed in the order in which the stages run.
struct NamedTime {
  const char* name;
  uint64_t nanoseconds;
};
inline constexpr size_t kStageCount = 10;
std::array<NamedTime, kStageCount> named_times(const StageTimes& times);

/// Receives every function's graph after every pass. begin_function() is called once for each translated
/// function, in order. The observer that it returns (null: not interested) is notified of that function's
/// passes.
class PassSink {
 public:
  virtual ~PassSink() = default;
  /// The references are valid until the next begin_function() or the end of the translation.
  virtual structurizer::PassObserver* begin_function(const dxil::Module& module,
                                                     const dxil::Function& function,
                                                     const structurizer::Flow& flow) = 0;
};

enum class LogLevel : uint8_t { kInfo, kWarning };
using LogCallback = std::function<void(LogLevel level, std::string_view line)>;

/// The local root signature of a ray stage: what its shader records contain after the group handle
/// (local_root_signature.hpp).
struct LocalRootSignature {
  /// Must have been checked (dxil::check_root_signature) and have the flag kRootLocal. Not owned; may be
  /// null.
  const dxil::RootSignature* signature = nullptr;
  /// The handle of a descriptor table is the index of a descriptor in its heap times these powers of two.
  uint32_t resource_size_log2 = 0, sampler_size_log2 = 0;
};

/// The options of the back end, and those beyond it. debug_info requires a program that was read with its
/// debug information. With maximal_reconvergence, a translation fails with kUnsupported and the convergence
/// checker's findings if the module could not keep the promise; entry points that must not declare it get a
/// warning. capability_name is set by the translator.
struct TranslateOptions : spirv::EmitOptions {
  String entry;              ///< Name of the entry point. Empty: the only one.
  bool all_entries = false;  ///< Translate all entry points into one module (`entry` is then empty).
  /// The layout of a root signature (pipeline_layout.hpp), which determines resources, heaps and root data
  /// instead of register_shifts, heaps and root_data. For resources that it lacks, `bind` is called; without
  /// `bind` they are kBadInput. Not owned; may be null.
  const PipelineLayout* layout = nullptr;
  /// Resources in this signature are found in the shader record. Others are unaffected.
  LocalRootSignature local;
  WorkLimits limits = {};  ///< Limits on the work of the translation.
  VendorPolicy vendor = VendorPolicy::kTranslate;
  dxil::VendorSlots vendor_slots;  ///< Where the application binds the vendors' buffers, if known.
  bool validate = false;  ///< Run SPIRV-Tools' validator on the result. An invalid module is kInternalCheck.
  /// Called with the program after each lowering pass. Not owned; may be null.
  lower::PassObserver* program_observer = nullptr;
  PassSink* pass_sink = nullptr;  ///< Not owned; may be null.
  LogCallback log;                ///< May be empty. Called on the translation's thread.
};

}  // namespace trellis
