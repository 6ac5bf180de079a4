// The SPIR-V extensions that modules can use, and sets of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace trellis::spirv {

enum class Extension : uint8_t {
  k16BitStorage,
  kClusterAccelerationStructureNv,
  kComputeShaderDerivativesKhr,
  kComputeShaderDerivativesNv,
  kCooperativeMatrix,
  kDemoteToHelperInvocation,
  kDescriptorHeap,
  kDescriptorIndexing,
  kFloatControls,
  kFloatControls2,
  kFragmentFullyCovered,
  kFragmentShaderBarycentric,
  kFragmentShaderInterlock,
  kFragmentShadingRate,
  kIntegerDotProduct,
  kLongVector,
  kMaximalReconvergence,
  kMeshShader,
  kOpacityMicromap,
  kOpacityMicromapKhr,
  kPhysicalStorageBuffer,
  kQuadControl,
  kRayQuery,
  kRayTracing,
  kRayTracingPositionFetch,
  kShaderAtomicFloatAdd,
  kShaderAtomicFp16VectorNv,
  kShaderClock,
  kShaderExplicitVertexParameterAmd,
  kShaderImageInt64,
  kShaderInvocationReorder,
  kShaderInvocationReorderNv,
  kShaderStencilExport,
  kShaderSubgroupPartitionedNv,
  kShaderViewportIndexLayer,
  kSubgroupUniformControlFlow,
  kUntypedPointers,
  kVulkanMemoryModel,
};
inline constexpr uint32_t kExtensionCount = static_cast<uint32_t>(Extension::kVulkanMemoryModel) + 1;

/// Returns the extension's name, such as "SPV_KHR_ray_query".
const char* name_of(Extension extension);
/// Returns the extension, or empty if Trellis never uses an extension of that name.
std::optional<Extension> extension_from_name(std::string_view name);
/// The same, faster for a list in (or close to) the order of extension_names(): `after` is the result for the
/// previous name.
std::optional<Extension> extension_from_name(std::string_view name, std::optional<Extension> after);
/// All names, in the order of Extension.
std::span<const char* const> extension_names();

/// Returns true if every device supports the extension's features in the Vulkan versions whose modules have
/// this SPIR-V version. (Extensions that became part of SPIR-V while their features remained optional are
/// never promised.)
bool is_promised(Extension extension, uint32_t spirv_version);

class ExtensionSet {
 public:
  void add(Extension extension) { bits_ |= bit(extension); }
  bool has(Extension extension) const { return (bits_ & bit(extension)) != 0; }
  friend bool operator==(const ExtensionSet&, const ExtensionSet&) = default;

 private:
  static uint64_t bit(Extension extension) { return uint64_t{1} << static_cast<uint32_t>(extension); }
  uint64_t bits_ = 0;
};
static_assert(kExtensionCount <= 64);

}  // namespace trellis::spirv
