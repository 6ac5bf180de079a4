// The SPIR-V extensions that modules may use, by name, and sets of them.
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
  kDemoteToHelperInvocation,
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
  kShaderClock,
  kShaderImageInt64,
  kShaderInvocationReorder,
  kShaderInvocationReorderNv,
  kShaderStencilExport,
  kShaderSubgroupPartitionedNv,
  kShaderViewportIndexLayer,
  kSubgroupUniformControlFlow,
  kVulkanMemoryModel,
};
inline constexpr uint32_t kExtensionCount = static_cast<uint32_t>(Extension::kVulkanMemoryModel) + 1;

/// "SPV_KHR_ray_query".
const char* name_of(Extension extension);
/// Empty: no module of ours uses an extension of that name.
std::optional<Extension> extension_from_name(std::string_view name);
/// The same for a list in the order of extension_names(), or nearly: `after` is what the name before came to.
std::optional<Extension> extension_from_name(std::string_view name, std::optional<Extension> after);
/// All of them, by name.
std::span<const char* const> extension_names();

/// True if Vulkan promises what the extension brings on every device, from the Vulkan version on whose
/// modules are of this SPIR-V version. (Extensions that became part of SPIR-V while their features stayed
/// optional are promised by none.)
bool is_promised(Extension extension, uint32_t spirv_version);

class ExtensionSet {
 public:
  void add(Extension extension) { bits_ |= bit(extension); }
  bool has(Extension extension) const { return (bits_ & bit(extension)) != 0; }
  friend bool operator==(const ExtensionSet&, const ExtensionSet&) = default;

 private:
  static uint32_t bit(Extension extension) { return 1u << static_cast<uint32_t>(extension); }
  uint32_t bits_ = 0;
};
static_assert(kExtensionCount <= 32);

}  // namespace trellis::spirv
