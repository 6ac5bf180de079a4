// What a caller may ask of a translation, and what it is told about the time that went by.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "dxil_frontend/program/ir.hpp"
#include "spirv_backend/options/binding_model.hpp"
#include "spirv_backend/options/device_options.hpp"
#include "spirv_backend/options/heap_options.hpp"
#include "spirv_backend/options/stage_options.hpp"
#include "structurizer/flow.hpp"
#include "structurizer/structurize.hpp"
#include "support/containers.hpp"

namespace trellis {

struct PipelineLayout;

/// The environment the module is made for. Each has its SPIR-V version: 1.3, 1.5, 1.6.
enum class Target : uint8_t { kVulkan1_1, kVulkan1_2, kVulkan1_3 };

/// "vulkan1.1", "vulkan1.2", "vulkan1.3".
const char* name_of(Target target);
std::optional<Target> target_from_name(std::string_view name);

/// HLSL's register classes, in the order the default binding numbers them.
enum class RegisterClass : uint8_t { kConstantBuffer, kShaderResource, kUnorderedAccess, kSampler };

/// Binding = register + amount for one class in one space (or in every space), in place of the default
/// binding. Of several that fit a resource, one that names its space wins; among equals the last does.
struct RegisterShift {
  RegisterClass register_class = RegisterClass::kConstantBuffer;
  std::optional<uint32_t> space;  ///< Empty: all spaces.
  uint32_t amount = 0;
};

/// Nanoseconds of each stage.
struct StageTimes {
  uint64_t container = 0;      ///< Parts located, digest verified.
  uint64_t bitcode_check = 0;  ///< The bitcode checked before LLVM sees it.
  uint64_t llvm_read = 0;      ///< LLVM's own reader.
  uint64_t decode = 0;         ///< LLVM's module and the metadata to plain data.
  uint64_t plan = 0;           ///< What is reachable, the interface, each function's flow.
  uint64_t structurize = 0;
  uint64_t check = 0;  ///< The three checkers.
  uint64_t emit = 0;
  uint64_t validate = 0;  ///< SPIRV-Tools' validator, if asked for.

  /// Everything after LLVM's reader that a translation needs; the validator is not part of it.
  uint64_t after_llvm() const { return decode + plan + structurize + check + emit; }
  uint64_t total() const { return container + bitcode_check + llvm_read + after_llvm() + validate; }
  StageTimes& operator+=(const StageTimes& other);
};

/// A stage's name and its time, in the order the stages run.
struct NamedTime {
  const char* name;
  uint64_t nanoseconds;
};
inline constexpr size_t kStageCount = 9;
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

/// Which resource accesses the module marks as NonUniform, of those whose index is not constant.
enum class NonUniformIndices : uint8_t {
  kDeclared,            ///< Where the shader says NonUniformResourceIndex.
  kInferred,            ///< Where the index is not proven to be the same for a subgroup (docs/uniformity.md).
  kInferredOrDeclared,  ///< Both.
  kAlways,
};

/// "declared", "inferred", "inferred-or-declared", "always".
std::optional<NonUniformIndices> non_uniform_indices_from_name(std::string_view name);

struct ReadOptions {
  bool verify_digest = true;  ///< Refuse a container whose digest is set and wrong.
  /// Read the program that carries debug information, if the container has one beside the plain one, with
  /// the names of its values and the source. TranslateOptions::debug_info needs it; lines of the source in
  /// reports come from it.
  bool debug_info = false;
};

struct TranslateOptions {
  Target target = Target::kVulkan1_3;
  String entry;              ///< Name of the entry point. Empty: the only one.
  bool all_entries = false;  ///< All of them in one module (`entry` is empty then).
  Vector<RegisterShift> register_shifts;
  spirv::HeapOptions heaps;  ///< Where shader model 6.6's descriptor heaps are.
  /// Where a root signature puts things (pipeline_layout.hpp): resources, heaps and root data, in place of
  /// the three above and `root_data`. What it does not have is asked of `bind`; without one it is kBadInput.
  /// Not owned; may be null.
  const PipelineLayout* layout = nullptr;
  /// Asked of every resource the entry point uses; empty: the default rule, with the shifts. Must not throw.
  spirv::BindFunction bind;
  spirv::DeviceOptions device;  ///< What the device has, and how close to it the module goes.
  spirv::StageOptions stage;    ///< Inputs and outputs of the stage.
  spirv::RootData root_data;    ///< What bindings by root constants, addresses and tables refer to.
  NonUniformIndices non_uniform = NonUniformIndices::kInferredOrDeclared;
  /// Carry over what the program that was read has: places in the source for each instruction (OpLine),
  /// the source (OpSource), names of values and variables (OpName).
  bool debug_info = false;
  /// Declare MaximallyReconvergesKHR (SPV_KHR_maximal_reconvergence): invocations that part meet again as
  /// early as the program's control flow says. Switches over operations that involve other lanes become
  /// chains of two-way branches, for which alone the extension says who runs together. kUnsupported, with
  /// what the convergence checker found, if the module could not keep the promise.
  bool maximal_reconvergence = false;
  bool validate = false;          ///< Run SPIRV-Tools' validator over the result; failing is kInternalCheck.
  PassSink* pass_sink = nullptr;  ///< Not owned; may be null.
  LogCallback log;                ///< May be empty. Called on the thread of the translation.
};

}  // namespace trellis
