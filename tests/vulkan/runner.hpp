// Runs compute shaders and draws, without a window, on a Vulkan device: modules and data in; buffers and
// pictures out.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "support/result.hpp"
#include "tests/vulkan/device.hpp"
#include "tests/vulkan/dispatch.hpp"
#include "tests/vulkan/draw.hpp"
#include "tests/vulkan/objects.hpp"

namespace trellis::vulkan {

/// A device that work is run on, one piece after the other. Create one and keep it: that costs far more than
/// a dispatch. For use by one thread.
///
/// Errors: what the device lacks (kUnsupported), a description that makes no sense (kBadInput), a Vulkan call
/// that failed, by name and result, work that exceeds its limit, and memory changed outside the buffers
/// (kInternalCheck). After work that exceeded its limit or lost the device everything further fails.
class Runner {
 public:
  /// With the device that the environment variable TRELLIS_VULKAN_DEVICE names, or the default one (see
  /// Device::create).
  static Result<std::unique_ptr<Runner>> create();
  static Result<std::unique_ptr<Runner>> create(const std::string& device_name_part);

  /// Compiles the module, runs it once, and returns what it leaves in its resources: see
  /// BoundResources::contents(). Sets, bindings and elements may have gaps.
  Result<std::vector<std::vector<uint8_t>>> dispatch(const Dispatch& dispatch);

  /// Draws once.
  Result<Drawn> draw(const Draw& draw);

  /// From now on each draw of any runner is shown to `observer` before it begins; nullptr: to nobody.
  static void observe_draws(std::function<void(const Draw&)> observer);

  const Device& device() const { return *device_; }
  const DeviceProperties& properties() const { return device_->properties(); }

 private:
  explicit Runner(std::unique_ptr<Device> device) : device_(std::move(device)) {}
  Result<void> finish(DeviceObjects& objects, VkCommandBuffer commands, double seconds);

  std::unique_ptr<Device> device_;
  std::string lost_;  ///< Why nothing further can be run.
};

}  // namespace trellis::vulkan
