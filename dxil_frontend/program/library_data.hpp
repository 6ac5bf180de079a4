// A library's runtime data (the part RDAT): its functions, the resources that each of them uses, and the
// subobjects of state objects that are written in HLSL. The tables of work graphs are not included.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "dxil_frontend/program/root_signature.hpp"
#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

/// Bits of RuntimeResource::flags.
enum RuntimeResourceFlags : uint32_t {
  kRuntimeGloballyCoherent = 0x1,
  kRuntimeCounter = 0x2,
  kRuntimeRasterizerOrdered = 0x4,
  kRuntimeDynamicallyIndexed = 0x8,
  kRuntimeAtomics64 = 0x10,
  kRuntimeReorderCoherent = 0x20,
};

struct RuntimeResource {
  ResourceClass resource_class = ResourceClass::kSrv;
  ResourceKind kind = ResourceKind::kInvalid;
  uint32_t id = 0;  ///< Unique in its resource class.
  uint32_t space = 0, lower_bound = 0;
  uint32_t upper_bound = 0;  ///< Inclusive; UINT32_MAX: unbounded.
  String name;
  uint32_t flags = 0;  ///< RuntimeResourceFlags.
};

/// Bits of RuntimeFunction::flags.
enum RuntimeFunctionFlags : uint16_t { kRuntimeProgramEntry = 0x1 };

/// An exported function, or a function of another library that an exported one calls.
struct RuntimeFunction {
  String name;                 ///< The name in the module.
  String unmangled_name;       ///< The name in HLSL.
  Vector<uint32_t> resources;  ///< The resources that it uses: into LibraryData::resources.
  Vector<String> dependencies;
  ShaderKind kind = ShaderKind::kInvalid;  ///< kLibrary for a function that is not an entry point.
  uint32_t payload_bytes = 0;              ///< Size of the payload, or of a callable shader's parameter.
  uint32_t attribute_bytes = 0;
  uint64_t feature_flags = 0;  ///< The bits of SFI0.
  uint32_t stage_mask = 0;     ///< Bit k: may be called in the stage ShaderKind k.
  uint32_t min_model_major = 0, min_model_minor = 0;
  uint32_t min_wave_lanes = 0, max_wave_lanes = 0;  ///< 0: no bound.
  uint16_t flags = 0;                               ///< RuntimeFunctionFlags.
};

/// D3D12_STATE_OBJECT_FLAGS.
struct StateObjectConfig {
  uint32_t flags = 0;
};
/// A global or a local root signature.
struct RootSignatureSubobject {
  bool is_local = false;
  std::optional<RootSignature> signature;  ///< Absent if its version is not supported.
  /// Byte offset in the file; absent if a PDB file stores the container in several pieces.
  std::optional<uint64_t> file_offset;
  uint32_t size = 0;  ///< In bytes.
};
struct ExportsAssociation {
  String subobject;
  Vector<String> exports;  ///< Empty for the default association, which applies to all exports.
};
struct RaytracingShaderConfig {
  uint32_t max_payload_bytes = 0, max_attribute_bytes = 0;
};
struct RaytracingPipelineConfig {
  uint32_t max_recursion_depth = 0;
  std::optional<uint32_t> flags;  ///< D3D12_RAYTRACING_PIPELINE_FLAGS, of RaytracingPipelineConfig1.
};
struct HitGroup {
  bool is_procedural = false;
  String any_hit, closest_hit, intersection;  ///< Unmangled names; empty for none.
};

struct Subobject {
  String name;
  std::variant<StateObjectConfig, RootSignatureSubobject, ExportsAssociation, RaytracingShaderConfig,
               RaytracingPipelineConfig, HitGroup>
      value;
};

struct LibraryData {
  Vector<RuntimeResource> resources;
  Vector<RuntimeFunction> functions;  ///< In source order.
  Vector<Subobject> subobjects;

  /// Returns the function with this name in the module, or null.
  const RuntimeFunction* find_function(std::string_view name) const {
    for (const RuntimeFunction& function : functions) {
      if (function.name == name) return &function;
    }
    return nullptr;
  }
};

}  // namespace trellis::dxil
