// Draws without a window on a Vulkan device: modules and bound data in, pictures and buffers out.
#pragma once

#include <memory>
#include <string>

#include "support/result.hpp"
#include "tests/execution/vulkan_device.hpp"
#include "tests/graphics/device_objects.hpp"
#include "tests/graphics/draw.hpp"

namespace trellis::graphics {

/// Create one and keep it. For use by one thread.
class Renderer {
 public:
  /// On the device execution tests run on (VulkanDevice::create).
  static Result<std::unique_ptr<Renderer>> create();

  /// Draws once. Errors: what the device lacks (kUnsupported), a description that makes no sense (kBadInput),
  /// a Vulkan call that failed, by name and result, a draw that does not end in time: then every further one
  /// fails.
  Result<Drawn> draw(const Draw& draw);

  /// Runs a compute shader once and gives what it leaves in its resources, as Drawn::resources. Errors: as
  /// draw.
  Result<std::vector<std::vector<uint8_t>>> compute(const Compute& compute);

  const execution::VulkanDevice& device() const { return *device_; }
  const execution::DeviceProperties& properties() const { return device_->properties(); }
  /// What the device can do; all of it is enabled.
  VkPhysicalDeviceFeatures features() const;
  /// True if the device has and was given the extension.
  bool has_extension(std::string_view name) const;

 private:
  Result<void> finish(DeviceObjects& objects, VkCommandBuffer commands, double seconds);

  explicit Renderer(std::unique_ptr<execution::VulkanDevice> device) : device_(std::move(device)) {}

  std::unique_ptr<execution::VulkanDevice> device_;
  std::string lost_;  ///< Why no further draw is possible.
};

}  // namespace trellis::graphics
