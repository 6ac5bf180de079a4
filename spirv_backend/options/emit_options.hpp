// What a caller may ask of the back end.
#pragma once

#include <cstdint>
#include <optional>

#include "dxil_frontend/program/shader.hpp"
#include "spirv_backend/options/binding_model.hpp"
#include "spirv_backend/options/device_options.hpp"
#include "spirv_backend/options/heap_options.hpp"
#include "spirv_backend/options/instrumentation.hpp"
#include "spirv_backend/options/stage_options.hpp"
#include "spirv_backend/options/target.hpp"
#include "support/containers.hpp"
#include "support/work_watch.hpp"

namespace trellis::spirv {

/// dxc's --b-shift and its kin: binding = register + amount for one class in one space (or in every space),
/// in place of the default binding. If several fit a resource, one that names its space wins; among equals
/// the last does.
struct RegisterShift {
  dxil::ResourceClass resource_class = dxil::ResourceClass::kSrv;
  std::optional<uint32_t> space;  ///< Empty: all spaces.
  uint32_t amount = 0;
};

/// The descriptor set of a register space. Of several for one space, the last one counts.
struct SpaceSet {
  uint32_t space = 0, set = 0;
};

/// Which resource accesses the module marks as NonUniform, of those whose index is not constant.
enum class NonUniformIndices : uint8_t {
  kDeclared,            ///< Where the shader says NonUniformResourceIndex.
  kInferred,            ///< Where the index is not proven to be the same for a subgroup (docs/uniformity.md).
  kInferredOrDeclared,  ///< Both.
  kAlways,
};

/// What the module has of the program's debug information, as far as the program was read with it.
enum class DebugInfoLevel : uint8_t {
  kNone,
  kLines,  ///< Places in the source for each instruction (OpLine), the source (OpSource), names (OpName).
  kFull,   ///< Scopes, types, variables and their values too (NonSemantic.Shader.DebugInfo.100).
};

struct EmitOptions {
  Target target = Target::kVulkan1_3;
  Vector<RegisterShift> register_shifts;
  Vector<SpaceSet> space_sets;  ///< Of spaces that are not the sets of their numbers.
  /// The other spaces of the program's resources are the sets that are left, in ascending order.
  bool dense_sets = false;
  /// By name; they come before the callback and all other rules.
  Vector<NamedBinding> named_bindings;
  HeapOptions heaps;  ///< Where shader model 6.6's descriptor heaps are.
  /// Asked of every resource the entry point uses; empty: the default rule, with the shifts. Must not throw.
  BindFunction bind;
  RootData root_data;               ///< What bindings by root constants, addresses and tables refer to.
  DeviceOptions device;             ///< What the device has, and how close to it the module goes.
  StageOptions stage;               ///< Inputs and outputs of the stage.
  Instrumentation instrumentation;  ///< What the module reports of its run.
  /// Several resources may be at one set and binding: whoever makes the pipeline answers for what is there.
  bool shared_bindings = false;
  String entry_name;  ///< What the module calls the entry point; empty: as the program does.
  bool hlsl_entry_names = false;  ///< Without entry_name: as in HLSL, where that is clear, else as in the program.
  NonUniformIndices non_uniform = NonUniformIndices::kInferredOrDeclared;
  bool debug_names = true;  ///< OpName for the entry point and the resources.
  DebugInfoLevel debug_info = DebugInfoLevel::kNone;
  /// Declare MaximallyReconvergesKHR (SPV_KHR_maximal_reconvergence): invocations that diverge meet again as
  /// early as the program's control flow says. Switches over operations that involve other lanes become
  /// chains of two-way branches, for which alone the extension says who runs together. Not done for entry
  /// points that trace rays, report hits or call shaders (program/repacking.hpp), which must not declare it.
  bool maximal_reconvergence = false;
  /// SPIR-V's names of capabilities, for messages; null for numbers it does not know. May be null itself.
  const char* (*capability_name)(uint32_t number) = nullptr;
  WorkWatch* watch = nullptr;  ///< Of the translation; set by the translator. Not owned; may be null.
};

/// Components of the longest vectors that the module may have: more than four where the caller names
/// SPV_EXT_long_vector among the device's extensions. A power of two; longer ones are split.
inline uint32_t longest_vector(const EmitOptions& options) {
  const auto& extensions = options.device.extensions;
  return extensions && extensions->has(Extension::kLongVector) ? 128 : 4;
}

}  // namespace trellis::spirv
