// What Vulkan calls the things a SPIR-V module declares.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace trellis {

/// A feature or property that a device must have, and the extension that brings it.
struct VulkanNeed {
  const char* name = "";  ///< What wants it, in SPIR-V's terms: "Int64", "DenormPreserve 32".
  /// "VkPhysicalDeviceFeatures::shaderInt64"; a property if it names a Properties struct. Empty: none.
  const char* feature = "";
  const char* extension = "";  ///< Device extension; empty: Vulkan 1.1 has it.
  const char* bit = "";        ///< The bit that must be set in it; empty: it must be true.
};

// Null: our modules never declare it, or it needs nothing beyond what the capability needs that comes with
// it.
const VulkanNeed* need_of_capability(uint32_t capability);
const VulkanNeed* need_of_mode(uint32_t mode, uint32_t operand);
const VulkanNeed* need_of_extension(std::string_view extension);

/// SPIR-V's number of a capability that modules of ours may declare, by SPIR-V's name.
std::optional<uint32_t> capability_from_name(std::string_view name);

/// The capability Int64Atomics is one of two features, by the memory the atomics are on.
const VulkanNeed& need_of_int64_atomics(bool is_groupshared);

// Needs without a declaration in SPIR-V: a stage (SPIR-V's execution model) that writes to buffers or images,
// null if every device allows it; and subgroup operations on 16-bit floats, or on integers that do not have
// 32 bits.
const VulkanNeed* need_of_storage_writes(uint32_t execution_model);
const VulkanNeed& need_of_wide_subgroup_operations();

}  // namespace trellis
