#include "spirv_backend/options/extensions.hpp"

#include <algorithm>
#include <iterator>

#include "spirv_backend/options/target.hpp"

namespace trellis::spirv {
namespace {

// In the order of Extension, which is alphabetical without the prefixes.
constexpr const char* kNames[] = {
    "SPV_KHR_16bit_storage",
    "SPV_NV_cluster_acceleration_structure",
    "SPV_KHR_compute_shader_derivatives",
    "SPV_NV_compute_shader_derivatives",
    "SPV_KHR_cooperative_matrix",
    "SPV_EXT_demote_to_helper_invocation",
    "SPV_EXT_descriptor_heap",
    "SPV_EXT_descriptor_indexing",
    "SPV_KHR_float_controls",
    "SPV_KHR_float_controls2",
    "SPV_EXT_fragment_fully_covered",
    "SPV_KHR_fragment_shader_barycentric",
    "SPV_EXT_fragment_shader_interlock",
    "SPV_KHR_fragment_shading_rate",
    "SPV_KHR_integer_dot_product",
    "SPV_EXT_long_vector",
    "SPV_KHR_maximal_reconvergence",
    "SPV_EXT_mesh_shader",
    "SPV_EXT_opacity_micromap",
    "SPV_KHR_opacity_micromap",
    "SPV_KHR_physical_storage_buffer",
    "SPV_KHR_quad_control",
    "SPV_KHR_ray_query",
    "SPV_KHR_ray_tracing",
    "SPV_KHR_ray_tracing_position_fetch",
    "SPV_EXT_shader_atomic_float_add",
    "SPV_NV_shader_atomic_fp16_vector",
    "SPV_KHR_shader_clock",
    "SPV_AMD_shader_explicit_vertex_parameter",
    "SPV_EXT_shader_image_int64",
    "SPV_EXT_shader_invocation_reorder",
    "SPV_NV_shader_invocation_reorder",
    "SPV_EXT_shader_stencil_export",
    "SPV_NV_shader_subgroup_partitioned",
    "SPV_EXT_shader_viewport_index_layer",
    "SPV_KHR_subgroup_uniform_control_flow",
    "SPV_KHR_untyped_pointers",
    "SPV_KHR_vulkan_memory_model",
};
static_assert(std::size(kNames) == kExtensionCount);

}  // namespace

const char* name_of(Extension extension) { return kNames[static_cast<uint32_t>(extension)]; }

std::optional<Extension> extension_from_name(std::string_view name) {
  // Callers usually pass names from extension_names(), so compare pointers first.
  const auto* found = std::find_if(std::begin(kNames), std::end(kNames), [&](const char* known) {
    return known == name.data() && known[name.size()] == 0;
  });
  if (found == std::end(kNames)) found = std::find(std::begin(kNames), std::end(kNames), name);
  if (found == std::end(kNames)) return std::nullopt;
  return static_cast<Extension>(found - std::begin(kNames));
}

std::optional<Extension> extension_from_name(std::string_view name, std::optional<Extension> after) {
  constexpr uint32_t kNear = 4;
  const uint32_t first = after ? static_cast<uint32_t>(*after) + 1 : 0;
  for (uint32_t n = first; n < std::min(first + kNear, kExtensionCount); ++n) {
    if (kNames[n] == name.data() && kNames[n][name.size()] == 0) return static_cast<Extension>(n);
  }
  return extension_from_name(name);
}

std::span<const char* const> extension_names() { return kNames; }

// The features that Vulkan 1.3 requires of every device.
bool is_promised(Extension extension, uint32_t spirv_version) {
  switch (extension) {
    case Extension::kDemoteToHelperInvocation:
    case Extension::kIntegerDotProduct:
    case Extension::kPhysicalStorageBuffer:
    case Extension::kVulkanMemoryModel:
      return spirv_version >= kSpirv16;
    default:
      return false;
  }
}

}  // namespace trellis::spirv
