// Runs compute shaders and draws on a Vulkan device, without a window: modules and data in, buffers and
// pictures out.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "support/result.hpp"
#include "tests/vulkan/device.hpp"
#include "tests/vulkan/dispatch.hpp"
#include "tests/vulkan/draws/draw.hpp"
#include "tests/vulkan/objects.hpp"

namespace trellis::vulkan {

/// Runs work on a device, one piece at a time. Creating a runner takes far longer than a dispatch, so keep
/// it. For use by one thread only.
///
/// Errors: kUnsupported if the device lacks something, kBadInput if a description is inconsistent, the name
/// and result of a Vulkan call that failed, work that exceeds its limit, and kInternalCheck if memory outside
/// the buffers has changed. After work has exceeded its limit or lost the device, all further calls fail.
class Runner {
 public:
  /// Uses the device that the environment variable TRELLIS_VULKAN_DEVICE names, or the default one (see
  /// Device::create).
  static Result<std::unique_ptr<Runner>> create();
  static Result<std::unique_ptr<Runner>> create(const std::string& device_name_part);

  /// Compiles the module, runs it once, and returns the contents of its resources: see
  /// BoundResources::contents(). Sets, bindings and elements may have gaps.
  Result<std::vector<std::vector<uint8_t>>> dispatch(const Dispatch& dispatch);

  /// Draws once.
  Result<Drawn> draw(const Draw& draw);

  /// From now on, calls `observer` before each draw of any runner; nullptr: no observer.
  static void observe_draws(std::function<void(const Draw&)> observer);

  const Device& device() const { return *device_; }
  const DeviceProperties& properties() const { return device_->properties(); }

 private:
  explicit Runner(std::unique_ptr<Device> device) : device_(std::move(device)) {}
  Result<void> finish(DeviceObjects& objects, VkCommandBuffer commands, double seconds);

  std::unique_ptr<Device> device_;
  std::string lost_;  ///< Why nothing more can be run; empty if it can.
};

}  // namespace trellis::vulkan
