// What a caller can specify about the target device, and how closely the module is tailored to it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "spirv_backend/options/extensions.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

inline constexpr uint32_t kMaxLanes = 128;  ///< Maximum number of lanes of a subgroup.

/// Numbers of lanes of the device's subgroups. 0: unknown, or no preference.
struct SubgroupSizes {
  uint32_t minimum = 0, maximum = 0;  ///< The sizes that the device supports: powers of two.
  /// The pipeline will be created with this size, so the module may rely on it: WaveGetLaneCount is a
  /// constant.
  uint32_t required = 0;
};

/// Float widths, as bits of a mask.
inline constexpr uint8_t kFloats16 = 1, kFloats32 = 2, kFloats64 = 4;

/// SPV_KHR_float_controls: the treatment of denormals, and whether signed zeros, NaN and infinity are
/// preserved.
struct FloatControls {
  enum class Policy : uint8_t {
    kAsked,  ///< For 32 bits: the mode that the program asks for or tests for.
    /// kAsked, and D3D's rule that 16- and 64-bit denormals are preserved, where the device supports it.
    kSupported,
    kNever,  ///< Declare nothing.
  };
  /// VkShaderFloatControlsIndependence: which widths can have different denormal modes.
  enum class Independence : uint8_t { kAll, kOnly32, kNone };
  Policy policy = Policy::kAsked;
  // The device's capabilities, as masks of widths; used by kSupported.
  uint8_t preserves_denorms = 0, flushes_denorms = 0, keeps_special = 0;
  Independence independence = Independence::kAll;
};

/// Formats of matrices that the device multiplies, as bits of a mask: halves to floats, bytes to 32-bit
/// integers.
inline constexpr uint8_t kMatricesOfHalves = 1, kMatricesOfSignedBytes = 2, kMatricesOfUnsignedBytes = 4;

/// SPV_KHR_cooperative_matrix: the products that the device has at subgroup scope.
struct CooperativeMatrices {
  uint8_t formats = 0;  ///< Mask of kMatricesOfHalves, ...; 0: cooperative matrices are not used.
  uint32_t rows = 16, columns = 16, inner = 16;  ///< Vulkan's M, N and K: 8 or 16.

  bool has_known_shape() const {
    const auto is_known = [](uint32_t size) { return size == 8 || size == 16; };
    return is_known(rows) && is_known(columns) && is_known(inner);
  }
};

enum class MemoryModel : uint8_t {
  kGlsl450,  ///< Coherent memory is decorated Coherent.
  kVulkan,   ///< SPV_KHR_vulkan_memory_model: each access specifies its availability and visibility.
};

/// Which floating-point results must not be contracted.
enum class Precise : uint8_t {
  kMarked,      ///< Those that the program marks as precise.
  kPropagated,  ///< Also everything that they are computed from within their function.
  kAll,
};

/// How min-precision values are represented. In memory and between stages they always have 32 bits.
enum class MinPrecision : uint8_t {
  kRelaxed,  ///< 32 bits, decorated RelaxedPrecision.
  kFull,     ///< 32 bits, without the decoration.
  kNative,   ///< 16 bits: requires the capabilities Float16 or Int16.
};

/// Texel format of the storage images that represent sampler feedback maps.
enum class FeedbackTexels : uint8_t {
  k64,  ///< VK_FORMAT_R64_UINT, as in vkd3d-proton: requires 64-bit image atomics.
  k32,  ///< VK_FORMAT_R32_UINT, an array: layer 2n holds levels 0 to 7 of layer n, layer 2n + 1 the others.
};

/// How hit objects (shader model 6.9) are implemented.
enum class HitObjects : uint8_t {
  /// Values in memory. A ray whose flags restrict it to opaque triangles becomes a ray query, and is traced
  /// again where its shader is invoked.
  kPlain,
  /// The same for all rays: the caller guarantees that the pipeline has no any-hit and no intersection
  /// shaders.
  kTriangles,
  kExtension,  ///< SPV_EXT_shader_invocation_reorder.
  /// SPV_NV_shader_invocation_reorder: hit objects cannot be made from ray queries, and cannot be modified.
  kNv,
};
constexpr bool are_of_extension(HitObjects way) {
  return way == HitObjects::kExtension || way == HitObjects::kNv;
}

/// Cases that SPIR-V leaves undefined but for which the device is known to follow Direct3D, as bits of a
/// mask: the instructions or modes that would enforce the result are omitted. Direct3D 11.3 functional
/// specification, 3.1 and 22. Conversions of floats to 32-bit integers; NaN becomes 0.
inline constexpr uint8_t kConversionsSaturate = 1;
inline constexpr uint8_t kShiftsWrap = 2;         ///< Shift amounts are taken modulo the width in bits.
inline constexpr uint8_t kFractionsBelowOne = 4;  ///< Fract(x) stays below 1 for tiny negative x.
/// Unsigned 32-bit division and remainder by zero give all ones.
inline constexpr uint8_t kDivisionsByZero = 8;
/// Infinities and NaNs are what they are in D3D without SignedZeroInfNanPreserve, and tests find them.
inline constexpr uint8_t kSpecialsKept = 16;
inline constexpr uint8_t kAllSemantics =
    kConversionsSaturate | kShiftsWrap | kFractionsBelowOne | kDivisionsByZero | kSpecialsKept;

/// Workarounds for programs that break Direct3D's rules and for drivers that break Vulkan's, as bits of a
/// mask.
/// Byte addresses wrap at 32 bits before the bounds check.
inline constexpr uint16_t kWrappingAddresses = 1;
/// All ray queries of the KHR extension traverse micromaps.
inline constexpr uint16_t kMicromapsInQueries = 2;
inline constexpr uint16_t kDeviceBarriers = 4;     ///< Barriers on groupshared memory also order UAVs.
inline constexpr uint16_t kCoherentUavs = 8;       ///< UAVs are coherent if a barrier orders them.
inline constexpr uint16_t kFiniteRoots = 16;       ///< Reciprocal square roots are finite.
inline constexpr uint16_t kFusedPrecise = 32;      ///< Precise multiply-adds are fused: they round once.
inline constexpr uint16_t kNoPrimitiveRates = 64;  ///< SV_ShadingRate of vertices and primitives is dropped.
/// 16-bit denormals are preserved in packing of halves, too.
inline constexpr uint16_t kHalfDenorms = 128;
/// Stores past the last vertex or primitive of a mesh are dropped.
inline constexpr uint16_t kBoundedMeshes = 256;
/// A memory barrier follows each write to groupshared memory.
inline constexpr uint16_t kGroupsharedFences = 512;
/// Explicit levels of cubes are clamped to the last one that is at least 8 texels wide.
inline constexpr uint16_t kCubeLevels = 1024;

/// Hints for the driver that replace the program's own, as bits of a mask.
inline constexpr uint8_t kUnrollLoops = 1, kKeepLoops = 2, kFlattenBranches = 4, kKeepBranches = 8,
                         kNoOwnHints = 16;

struct DeviceOptions {
  /// The extensions that the module may use. Empty: all that the target allows. Extensions guaranteed by the
  /// target (is_promised) need not be listed. If an extension is missing, an alternative is used; without one
  /// the shader is refused.
  std::optional<ExtensionSet> extensions;
  /// The same for SPIR-V capabilities, by number. Those that every Vulkan device has need not be listed.
  std::optional<Vector<uint32_t>> capabilities;
  /// True: discard demotes to a helper invocation. False: discard sets a flag; discarded invocations continue
  /// but write nothing, and are killed at the end.
  bool demote = true;
  SubgroupSizes subgroups;
  FloatControls float_controls;
  MemoryModel memory_model = MemoryModel::kGlsl450;
  Precise precise = Precise::kMarked;
  MinPrecision min_precision = MinPrecision::kRelaxed;
  /// Checks non-constant indices into groupshared arrays, local arrays and constant tables: out-of-bounds
  /// reads give zero, out-of-bounds writes do nothing.
  bool bounded_arrays = false;
  /// True: sample operations take computed texel offsets (VK_KHR_maintenance8). False: the coordinate is
  /// moved instead.
  bool computed_offsets = false;
  /// Modules that use wave operations declare SubgroupUniformControlFlowKHR: invocations of a subgroup that
  /// execute a header together reconverge at its merge block, whatever the rest of the thread group does.
  bool subgroup_uniform_control_flow = false;
  /// Pixel shaders that use quads declare QuadDerivativesKHR and RequireFullQuadsKHR, and quad votes are
  /// single instructions (SPV_KHR_quad_control).
  bool quad_control = false;
  FeedbackTexels feedback_texels = FeedbackTexels::k64;
  HitObjects hit_objects = HitObjects::kPlain;
  CooperativeMatrices matrices;
  uint8_t semantics = 0;  ///< Mask of kConversionsSaturate, ...

  uint16_t workarounds = 0;  ///< Mask of kWrappingAddresses, ...
  uint8_t branch_hints = 0;  ///< Mask of kUnrollLoops, ...

  /// Whether the caller listed the extension: for features that not every device of the target can be
  /// expected to have.
  bool names(Extension extension) const { return extensions && extensions->has(extension); }
  bool allows(uint32_t capability) const {
    return !capabilities ||
           std::find(capabilities->begin(), capabilities->end(), capability) != capabilities->end();
  }
  bool works_around(uint16_t bit) const { return (workarounds & bit) != 0; }
  bool promises(uint8_t bit) const { return (semantics & bit) != 0; }
};

/// Whether atomic additions of floats are single instructions.
inline bool has_float_adds(const DeviceOptions& device) {
  constexpr uint32_t kAtomicFloat32Add = 6033;
  return device.names(Extension::kShaderAtomicFloatAdd) && device.allows(kAtomicFloat32Add);
}

}  // namespace trellis::spirv
