// A Vulkan instance and a device with all features enabled that shaders may use.
#pragma once

#include <vulkan/vulkan_core.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.hpp"

namespace trellis::vulkan {

/// The environment variable that names the device to use: a part of its name, case-insensitive.
inline constexpr const char* kDeviceVariable = "TRELLIS_VULKAN_DEVICE";

struct DeviceProperties {
  std::string name;         ///< For example "llvmpipe (LLVM 19.1.7, 256 bits)".
  std::string driver;       ///< For example "llvmpipe Mesa 25.0.7".
  uint32_t vulkan_version;  ///< As VK_MAKE_API_VERSION.
  uint32_t subgroup_size;   ///< The size with which shaders run.
  uint32_t min_subgroup_size;
  uint32_t max_subgroup_size;
  uint32_t max_storage_buffer_bytes;
  uint32_t max_uniform_buffer_bytes;
  uint32_t max_texel_buffer_elements;
  uint32_t max_bound_sets;
  bool can_require_subgroup_size;   ///< For compute shaders.
  bool can_require_full_subgroups;  ///< For compute shaders.
  bool has_null_descriptors;
  bool has_partially_bound_arrays;
  std::vector<std::string> extensions;  ///< The enabled device extensions.
};

/// Owns the instance, the device and its only queue. Not copyable or movable.
class Device {
 public:
  /// Creates the device whose name contains `name_part`; if that is empty, lavapipe if present, otherwise the
  /// first device. Errors explain what is missing and list the devices found: there is no Vulkan library or
  /// driver, no device of that name, none with Vulkan 1.3 and a compute queue, or the lavapipe is known to
  /// compute wrong values.
  static Result<std::unique_ptr<Device>> create(const std::string& name_part);

  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  VkDevice handle() const { return device_; }
  VkPhysicalDevice physical_device() const { return physical_; }
  VkQueue queue() const { return queue_; }
  uint32_t queue_family() const { return queue_family_; }
  const DeviceProperties& properties() const { return properties_; }
  const VkPhysicalDeviceMemoryProperties& memory() const { return memory_; }
  /// The features of the device, all of which are enabled.
  VkPhysicalDeviceFeatures features() const;
  /// Returns true if the device has the extension, which is then enabled.
  bool has_extension(std::string_view name) const;

  /// Prevents the destructor from destroying anything: work that never ends may still use the objects.
  void abandon() { abandoned_ = true; }

 private:
  Device() = default;

  Result<void> create_instance();
  Result<void> choose_physical_device(const std::string& name_part);
  Result<void> create_device();

  VkInstance instance_ = VK_NULL_HANDLE;
  VkPhysicalDevice physical_ = VK_NULL_HANDLE;
  VkDevice device_ = VK_NULL_HANDLE;
  VkQueue queue_ = VK_NULL_HANDLE;
  uint32_t queue_family_ = 0;
  DeviceProperties properties_ = {};
  VkPhysicalDeviceMemoryProperties memory_ = {};
  bool abandoned_ = false;
};

}  // namespace trellis::vulkan
