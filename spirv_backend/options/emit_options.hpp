// The options of the back end.
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

/// Like dxc's --b-shift and related options: binding = register + amount for one resource class in one space
/// (or in every space), replacing the default binding. If several match a resource, one that names its space
/// wins; among equals, the last one.
struct RegisterShift {
  dxil::ResourceClass resource_class = dxil::ResourceClass::kSrv;
  std::optional<uint32_t> space;  ///< Empty: all spaces.
  uint32_t amount = 0;
};

/// The descriptor set of a register space. If there are several for one space, the last one wins.
struct SpaceSet {
  uint32_t space = 0, set = 0;
};

/// Which resource accesses with a non-constant index the module decorates as NonUniform.
enum class NonUniformIndices : uint8_t {
  kDeclared,            ///< Where the shader uses NonUniformResourceIndex.
  kInferred,            ///< Where the index is not proven uniform within a subgroup (docs/uniformity.md).
  kInferredOrDeclared,  ///< Where either of these holds.
  kAlways,
};

/// How much of the program's debug information the module has, as far as it was read.
enum class DebugInfoLevel : uint8_t {
  kNone,
  kLines,  ///< Source positions of instructions (OpLine), the source (OpSource), names (OpName).
  kFull,   ///< Also scopes, types, variables and their values (NonSemantic.Shader.DebugInfo.100).
};

struct EmitOptions {
  Target target = Target::kVulkan1_3;
  Vector<RegisterShift> register_shifts;
  Vector<SpaceSet> space_sets;  ///< For spaces whose set number is not their own number.
  /// The program's other spaces take the remaining set numbers in ascending order.
  bool dense_sets = false;
  /// Bindings by name; they take precedence over the callback and all other rules.
  Vector<NamedBinding> named_bindings;
  HeapOptions heaps;  ///< Where shader model 6.6's descriptor heaps are.
  /// Called for each resource the entry point uses. Empty: the default rule, with the shifts. Must not throw.
  BindFunction bind;
  /// The block that bindings by root constants, addresses and tables refer to.
  RootData root_data;
  /// The device's capabilities, and how closely the module is tailored to it.
  DeviceOptions device;
  StageOptions stage;               ///< Inputs and outputs of the stage.
  Instrumentation instrumentation;  ///< What the module reports when it runs.
  /// Several resources may share one set and binding: the creator of the pipeline is responsible for what is
  /// bound there.
  bool shared_bindings = false;
  String entry_name;  ///< Name of the module's entry point; empty: as in the program.
  /// If entry_name is empty: use the HLSL name where it is unambiguous, else the program's name.
  bool hlsl_entry_names = false;
  NonUniformIndices non_uniform = NonUniformIndices::kInferredOrDeclared;
  bool debug_names = true;  ///< Write OpName for the entry point and the resources.
  DebugInfoLevel debug_info = DebugInfoLevel::kNone;
  /// Declare MaximallyReconvergesKHR (SPV_KHR_maximal_reconvergence): invocations that diverge reconverge as
  /// early as the program's control flow allows. Switches around operations that involve other lanes become
  /// chains of two-way branches, because only for these does the extension define which invocations run
  /// together. Not applied to entry points that trace rays, report hits or call shaders
  /// (lower/analysis/repacking.hpp), which must not declare it.
  bool maximal_reconvergence = false;
  /// Returns the SPIR-V name of a capability, for messages; null for unknown numbers. May be null itself.
  const char* (*capability_name)(uint32_t number) = nullptr;
  /// Limits the work of the translation; set by the translator. Not owned; may be null.
  WorkWatch* watch = nullptr;
};

/// Returns the component count of the longest vector that the module can have: more than four only if the
/// caller lists SPV_EXT_long_vector among the device's extensions. A power of two; longer vectors are split.
inline uint32_t longest_vector(const EmitOptions& options) {
  const auto& extensions = options.device.extensions;
  return extensions && extensions->has(Extension::kLongVector) ? 128 : 4;
}

}  // namespace trellis::spirv
