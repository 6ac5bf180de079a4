// Vulkan's names for what a SPIR-V module declares.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace trellis {

/// A feature or property that a device must have, and the extension that provides it.
struct VulkanNeed {
  const char* name = "";  ///< The SPIR-V declaration that needs it: "Int64", "DenormPreserve 32".
  /// For example "VkPhysicalDeviceFeatures::shaderInt64"; a property if it names a Properties struct. Empty
  /// if there is none.
  const char* feature = "";
  const char* extension = "";  ///< The device extension; empty if Vulkan 1.1 includes it.
  const char* bit = "";  ///< The bit that must be set in the feature or property; empty if it is a bool.
};

// These return null if Trellis' modules never declare it, or if it needs nothing beyond what its capability
// needs.
const VulkanNeed* need_of_capability(uint32_t capability);
const VulkanNeed* need_of_mode(uint32_t mode, uint32_t operand);
const VulkanNeed* need_of_extension(std::string_view extension);

/// Returns SPIR-V's number of a capability that Trellis' modules may declare, given SPIR-V's name.
std::optional<uint32_t> capability_from_name(std::string_view name);

/// The capability Int64Atomics corresponds to one of two features, depending on the memory that the atomics
/// access.
const VulkanNeed& need_of_int64_atomics(bool is_groupshared);
/// The same for AtomicFloat32AddEXT.
const VulkanNeed& need_of_float_adds(bool is_image);

// Needs without a declaration in SPIR-V: a stage (SPIR-V's execution model) that writes to buffers or images,
// null if every device allows it; and subgroup operations on 16-bit floats or on integers of sizes other than
// 32 bits.
const VulkanNeed* need_of_storage_writes(uint32_t execution_model);
const VulkanNeed& need_of_wide_subgroup_operations();

}  // namespace trellis
