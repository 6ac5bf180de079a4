// What a caller may say of the device a module is for, and of how close to it the module is to go.
#pragma once

#include <cstdint>
#include <optional>

#include "spirv_backend/options/extensions.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

inline constexpr uint32_t kMaxLanes = 128;  ///< Of a subgroup.

/// How many lanes the device's subgroups have. 0: not known, or no wish.
struct SubgroupSizes {
  uint32_t minimum = 0, maximum = 0;  ///< What the device can be asked for: powers of two.
  /// The pipeline will be made with this size, so the module may count on it: WaveGetLaneCount is a constant.
  uint32_t required = 0;
};

/// Widths of floats, as bits of a mask.
inline constexpr uint8_t kFloats16 = 1, kFloats32 = 2, kFloats64 = 4;

/// SPV_KHR_float_controls: what is done to denormals, and that zeros keep their signs and NaN and infinity
/// are kept.
struct FloatControls {
  enum class Policy : uint8_t {
    kAsked,      ///< Of 32 bits what the program asks for, or tests for.
    kSupported,  ///< That, and D3D's rule that denormals of 16 and 64 bits stay, as far as the device can.
    kNever,      ///< Nothing is declared.
  };
  /// VkShaderFloatControlsIndependence: which widths may differ in what is done to denormals.
  enum class Independence : uint8_t { kAll, kOnly32, kNone };
  Policy policy = Policy::kAsked;
  // Of the device, by width; for kSupported.
  uint8_t preserves_denorms = 0, flushes_denorms = 0, keeps_special = 0;
  Independence independence = Independence::kAll;
};

enum class MemoryModel : uint8_t {
  kGlsl450,  ///< Coherent memory is decorated so.
  kVulkan,   ///< SPV_KHR_vulkan_memory_model: accesses say what they make available and visible.
};

/// Which results of floating-point arithmetic must not be contracted.
enum class Precise : uint8_t {
  kMarked,      ///< Those the program marks.
  kPropagated,  ///< And all they are computed from, within their function.
  kAll,
};

/// What becomes of min-precision values. In memory and between stages they have 32 bits in any case.
enum class MinPrecision : uint8_t {
  kRelaxed,  ///< 32 bits, RelaxedPrecision.
  kFull,     ///< 32 bits.
  kNative,   ///< 16 bits: the device needs Float16 or Int16.
};

/// Texels of the storage images that stand for sampler feedback maps.
enum class FeedbackTexels : uint8_t {
  k64,  ///< VK_FORMAT_R64_UINT, as vkd3d-proton has them: needs 64-bit image atomics.
  k32,  ///< VK_FORMAT_R32_UINT, an array: layer 2n has levels 0 to 7 of layer n, layer 2n + 1 the others.
};

/// What becomes of hit objects (shader model 6.9).
enum class HitObjects : uint8_t {
  /// Values in memory. A ray that can meet nothing but opaque triangles, by its flags, is a ray query, and is
  /// traced again where its shader is invoked.
  kPlain,
  /// The same for all rays: the caller knows that the pipeline has neither any hit nor intersection shaders.
  kTriangles,
  kExtension,  ///< SPV_EXT_shader_invocation_reorder.
  kNv,         ///< SPV_NV_shader_invocation_reorder: hit objects cannot be made of ray queries, nor changed.
};
constexpr bool are_of_extension(HitObjects way) {
  return way == HitObjects::kExtension || way == HitObjects::kNv;
}

/// What SPIR-V leaves undefined and the device does as Direct3D wants it, as bits of a mask: the instructions
/// that would see to it are left out. Direct3D 11.3 functional specification, 3.1 and 22.
inline constexpr uint8_t kConversionsSaturate = 1;  ///< Of floats to 32-bit integers; NaN becomes 0.
inline constexpr uint8_t kShiftsWrap = 2;           ///< Amounts count modulo the width in bits.
inline constexpr uint8_t kFractionsBelowOne = 4;    ///< Fract(x) of tiny negative x.
inline constexpr uint8_t kDivisionsByZero = 8;  ///< Unsigned quotients and remainders of 32 bits: all ones.

/// What is changed for programs that break Direct3D's rules and for drivers that break Vulkan's, as bits of a
/// mask.
inline constexpr uint16_t kWrappingAddresses = 1;   ///< Byte addresses wrap at 32 bits before they are checked.
inline constexpr uint16_t kMicromapsInQueries = 2;  ///< All ray queries of KHR's extension traverse micromaps.
inline constexpr uint16_t kDeviceBarriers = 4;      ///< Barriers of groupshared memory order UAVs too.
inline constexpr uint16_t kCoherentUavs = 8;        ///< UAVs are coherent where a barrier orders them.
inline constexpr uint16_t kFiniteRoots = 16;        ///< Reciprocal square roots are finite.
inline constexpr uint16_t kFusedPrecise = 32;       ///< Precise multiply-adds round once.
inline constexpr uint16_t kNoPrimitiveRates = 64;   ///< SV_ShadingRate of vertices and primitives is dropped.
inline constexpr uint16_t kHalfDenorms = 128;       ///< Denormals of 16 bits stay where halves are packed, too.
inline constexpr uint16_t kBoundedMeshes = 256;  ///< Stores past the last vertex or primitive of a mesh are dropped.

/// Hints for the driver in place of the program's own, as bits of a mask.
inline constexpr uint8_t kUnrollLoops = 1, kKeepLoops = 2, kFlattenBranches = 4, kKeepBranches = 8, kNoOwnHints = 16;

struct DeviceOptions {
  /// The extensions that the module may use; empty: all the target allows. What the target promises
  /// (is_promised) needs no mention. Where there is another way it is taken, else the shader is refused.
  std::optional<ExtensionSet> extensions;
  /// The same for SPIR-V capabilities, by number, but for those that every Vulkan device has.
  std::optional<Vector<uint32_t>> capabilities;
  /// Discard by demoting to a helper invocation. Else by a flag: invocations that discarded go on, write
  /// nothing any more, and are killed at the end.
  bool demote = true;
  SubgroupSizes subgroups;
  FloatControls float_controls;
  MemoryModel memory_model = MemoryModel::kGlsl450;
  Precise precise = Precise::kMarked;
  MinPrecision min_precision = MinPrecision::kRelaxed;
  /// By indices that are no constants, beyond the end of groupshared and local arrays and constant tables:
  /// reads give zero, writes do nothing.
  bool bounded_arrays = false;
  /// Samples take computed texel offsets (VK_KHR_maintenance8). Else the coordinate is moved.
  bool computed_offsets = false;
  /// Modules declare SubgroupUniformControlFlowKHR where wave operations are used: invocations of a subgroup
  /// that run a header together are together at its merge block, whatever the rest of the thread group does.
  bool subgroup_uniform_control_flow = false;
  /// Pixel shaders that use quads declare QuadDerivativesKHR and RequireFullQuadsKHR, and votes of quads are
  /// single instructions (SPV_KHR_quad_control).
  bool quad_control = false;
  FeedbackTexels feedback_texels = FeedbackTexels::k64;
  HitObjects hit_objects = HitObjects::kPlain;
  uint8_t semantics = 0;  ///< kConversionsSaturate, ...

  uint16_t workarounds = 0;  ///< kWrappingAddresses, ...
  uint8_t branch_hints = 0;  ///< kUnrollLoops, ...

  bool works_around(uint16_t bit) const { return (workarounds & bit) != 0; }
  bool promises(uint8_t bit) const { return (semantics & bit) != 0; }
};

}  // namespace trellis::spirv
