// The description of a DXIL module: shader model, entry points and their properties, signatures, resources.
// Plain data. The numbers of the enumerations are DXIL's own.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "dxil_frontend/program/ir.hpp"
#include "dxil_frontend/program/root_signature.hpp"
#include "dxil_frontend/program/vendor_slots.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

// clang-format off
enum class ShaderKind : uint8_t {
  kPixel, kVertex, kGeometry, kHull, kDomain, kCompute, kLibrary, kRayGeneration, kIntersection, kAnyHit, kClosestHit,
  kMiss, kCallable, kMesh, kAmplification, kNode, kInvalid,
};
enum class ResourceClass : uint8_t { kSrv, kUav, kCbv, kSampler };
enum class ResourceKind : uint8_t {
  kInvalid, kTexture1D, kTexture2D, kTexture2DMS, kTexture3D, kTextureCube, kTexture1DArray, kTexture2DArray,
  kTexture2DMSArray, kTextureCubeArray, kTypedBuffer, kRawBuffer, kStructuredBuffer, kCBuffer, kSampler, kTBuffer,
  kAccelerationStructure, kFeedbackTexture2D, kFeedbackTexture2DArray,
};
enum class ComponentType : uint8_t {
  kInvalid, kI1, kI16, kU16, kI32, kU32, kI64, kU64, kF16, kF32, kF64, kSNormF16, kUNormF16, kSNormF32, kUNormF32,
  kSNormF64, kUNormF64, kPackedS8x32, kPackedU8x32, kI8, kU8, kF8E4M3, kF8E5M2, kBF16,
};
// clang-format on

/// Names for messages and reflection: "cs", "ps", ... and "compute", ...; "Texture2D"; "f32"; and so on.
const char* short_name(ShaderKind kind);
const char* name_of(ShaderKind kind);
const char* name_of(ResourceClass resource_class);
const char* name_of(ResourceKind kind);
const char* name_of(ComponentType type);
/// Returns the name of a semantic kind, such as "SV_Position"; "" for arbitrary ones.
const char* system_value_name(uint8_t semantic_kind);

/// A member of a struct that HLSL declares.
struct StructMember {
  String name;
  uint32_t offset = 0;                                     ///< In bytes, from the start of the struct.
  ComponentType component_type = ComponentType::kInvalid;  ///< kInvalid for a struct, or if unknown.
  uint32_t rows = 1, columns = 1;                          ///< Size of a matrix; vectors have one row.
  bool is_column_major = false;                            ///< Matrices only.
  Vector<uint32_t> array_sizes;                            ///< Outermost first; empty if it is not an array.
  uint32_t struct_index = kNone;                           ///< Index into Shader::structs, or kNone.
};

struct StructLayout {
  String name;
  uint32_t size = 0;  ///< In bytes.
  Vector<StructMember> members;
};

/// A record of dx.resources: a range of registers.
struct Resource {
  ResourceClass resource_class = ResourceClass::kSrv;
  ResourceKind kind = ResourceKind::kInvalid;
  uint32_t id = 0;  ///< Dense in each resource class: the rangeId of createHandle.
  String name;
  ValueId symbol = kNone;  ///< The global that represents the resource in a library.
  uint32_t space = 0;
  uint32_t lower_bound = 0;
  uint32_t count = 1;                                      ///< Number of registers; UINT32_MAX: unbounded.
  uint32_t stride = 0;                                     ///< Structured buffers: in bytes.
  uint32_t size = 0;                                       ///< Constant buffers: in bytes.
  ComponentType component_type = ComponentType::kInvalid;  ///< Typed buffers and textures only.
  uint32_t sample_count = 0;
  uint32_t sampler_kind = 0;  ///< 0 default, 1 comparison, 2 mono.
  bool globally_coherent = false;
  /// A thread sees its own writes after a reorder point, wherever it continues to run (shader model 6.9).
  bool reorder_coherent = false;
  bool has_counter = false;
  bool rasterizer_ordered = false;
  bool uses_64bit_atomics = false;
  /// Index into Shader::structs: the type of a constant buffer, or of an element of a structured buffer.
  /// kNone if it is unknown or no struct.
  uint32_t struct_index = kNone;
};

/// The stages that read and write a member of a payload, according to its access qualifiers.
struct PayloadMember {
  /// Bits of `read` and `written`.
  enum Stage : uint8_t { kCaller = 1, kClosestHit = 2, kMiss = 4, kAnyHit = 8 };
  uint32_t offset = 0;            ///< In bytes, from the start of the struct.
  uint8_t read = 0, written = 0;  ///< Both 0: the member is itself a payload struct, `struct_index`.
  uint32_t struct_index = kNone;  ///< Index into Shader::payloads.
};

/// A struct marked [raypayload], from the payload annotations (shader model 6.6 and later).
struct PayloadAccess {
  TypeId type = kNone;  ///< Index into Module::types.
  Vector<PayloadMember> members;
};

struct SignatureElement {
  uint32_t id = 0;
  String semantic;
  Vector<uint32_t> semantic_indices;  ///< One for each row.
  uint8_t semantic_kind = 0;          ///< DXIL's number (0 arbitrary, 3 position, ...).
  ComponentType component_type = ComponentType::kInvalid;
  uint8_t interpolation = 0;
  uint32_t rows = 1;
  uint32_t columns = 1;
  int32_t start_row = -1;
  int32_t start_column = -1;
  uint32_t stream = 0;
  uint32_t dynamic_index_mask = 0;
  uint32_t usage_mask = 0;
};

struct HullState {
  String patch_constant_function;
  uint32_t patch_constant_function_index = kNone;
  uint32_t input_control_points = 0, output_control_points = 0;
  uint32_t domain = 0, partitioning = 0, output_primitive = 0;
  float max_tess_factor = 64;
};
struct DomainState {
  uint32_t domain = 0, input_control_points = 0;
};
struct GeometryState {
  uint32_t input_primitive = 0, max_vertices = 0, stream_mask = 1, output_topology = 0, instance_count = 1;
};
struct MeshState {
  uint32_t max_vertices = 0, max_primitives = 0, topology = 0, payload_bytes = 0;
};
struct WaveSize {
  uint32_t minimum = 0, maximum = 0,
           preferred = 0;  ///< If maximum and preferred are 0, the size is exactly minimum.
};

struct EntryPoint {
  String name;                ///< Unmangled for ordinary stages; as written in the module for ray stages.
  String source_name;         ///< The name in HLSL, without mangling.
  uint32_t function = kNone;  ///< Index into Module::functions; kNone for a pass-through hull shader.
  ShaderKind kind = ShaderKind::kInvalid;
  Vector<SignatureElement> inputs, outputs,
      patch_constants;  ///< For mesh shaders: the per-primitive outputs.
  uint64_t flags = 0;   ///< Shader flags (tag 0) as in the metadata.
  std::optional<std::array<uint32_t, 3>> thread_group_size;
  std::optional<WaveSize> wave_size;
  std::optional<uint32_t> groupshared_limit;  ///< The attribute GroupSharedLimit, in bytes.
  std::optional<GeometryState> geometry;
  std::optional<HullState> hull;
  std::optional<DomainState> domain;
  std::optional<MeshState> mesh;
  std::optional<uint32_t> amplification_payload_bytes;
  std::optional<uint32_t> payload_bytes, attribute_bytes;  ///< Ray stages only.
  Vector<uint32_t> unknown_properties;                     ///< Tags of unknown properties in the metadata.

  bool native_16bit() const { return (flags >> 23 & 1) != 0; }
  bool early_depth_stencil() const { return (flags >> 3 & 1) != 0; }
};

/// Returns the plain name of a function that is mangled as in Microsoft's C++ ABI: "shade" for
/// "\\x01?shade@@YAXUPayload@@@Z". Returns other names unchanged.
std::string_view unmangled(std::string_view name);

struct LibraryData;  // library_data.hpp

/// A whole DXIL module: its description and its code.
struct Shader {
  ShaderKind kind = ShaderKind::kInvalid;  ///< kLibrary for lib_6_x.
  uint32_t model_major = 0, model_minor = 0;
  uint32_t dxil_major = 0, dxil_minor = 0;
  uint32_t validator_major = 0, validator_minor = 0;
  String compiler;  ///< llvm.ident.
  Vector<EntryPoint> entry_points;
  Vector<Resource> resources;  ///< SRVs, UAVs, CBVs, then samplers, each class sorted by id.
  uint64_t flags = 0;          ///< Of a library: from the module's record; otherwise the entry point's.
  Module module;

  VendorSlots vendor_slots;  ///< From the caller (ReadOptions).

  // From other parts of the container; absent for raw bitcode.
  std::optional<uint64_t> feature_flags;            ///< SFI0: bits of D3D_SHADER_FEATURE flags.
  std::optional<RootSignature> root_signature;      ///< RTS0.
  String debug_name;                                ///< ILDN: file name of the debug information.
  std::optional<std::array<uint8_t, 16>> hash;      ///< HASH: identity of the bitcode.
  Vector<PayloadAccess> payloads;                   ///< In the order of the module.
  Vector<StructLayout> structs;                     ///< STAT: structs of constant and structured buffers.
  std::shared_ptr<const LibraryData> library_data;  ///< RDAT: runtime data of a library; may be null.
  Vector<Diagnostic> left_out;                      ///< What was not read of the container's parts, and why.

  /// Finds an entry point by its name, with or without the leading byte 01 of mangled names, or by its HLSL
  /// name if only one entry point has it. Returns null if there is none.
  const EntryPoint* find_entry_point(std::string_view name) const;
  /// Returns the shortest name that finds the entry point: the HLSL name, or the mangled one if the former is
  /// ambiguous.
  std::string_view shortest_name(const EntryPoint& entry_point) const;

  const Resource* find_resource(ResourceClass resource_class, uint32_t id) const {
    for (const Resource& resource : resources) {
      if (resource.resource_class == resource_class && resource.id == id) return &resource;
    }
    return nullptr;
  }
};

}  // namespace trellis::dxil
