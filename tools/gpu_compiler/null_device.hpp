// The null device of Mesa's Vulkan driver for AMD GPUs (RADV): it compiles for any GPU that Mesa knows, and
// executes nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "tools/gpu_compiler/features.hpp"
#include "tools/gpu_compiler/vulkan_functions.hpp"

namespace trellis::gpu_compiler {

/// What a process is about to do with the driver. Reported before each step, for the message if the driver
/// ends the process.
enum class Step : uint8_t { kLoading, kChoosingFamily, kMakingDevice, kCompiling };

/// Owns the device. The instance lives until the process ends: create only one per process.
class NullDevice {
 public:
  /// Creates the device. Changes the process' environment and calls `step` before each step. Fails with
  /// kUnsupported if there is no loader or no such driver. A family that Mesa does not know ends the process.
  static Result<std::unique_ptr<NullDevice>> create(const std::string& family,
                                                    const std::function<void(Step)>& step);
  ~NullDevice();
  NullDevice(const NullDevice&) = delete;
  NullDevice& operator=(const NullDevice&) = delete;

  VkDevice handle() const { return device_; }
  const DeviceFunctions& functions() const { return functions_; }
  const FeatureChain& features() const { return features_; }
  uint32_t max_push_constants() const { return max_push_constants_; }
  uint32_t max_sets() const { return max_sets_; }

  /// Returns the driver's messages about modules since the last call: warnings and errors, one per line.
  std::string take_messages();

 private:
  NullDevice() = default;
  Result<void> create_instance();
  Result<void> choose_device();
  Result<void> create_device();

  InstanceFunctions of_instance_;
  DeviceFunctions functions_;
  FeatureChain features_;
  VkInstance instance_ = VK_NULL_HANDLE;
  VkPhysicalDevice physical_ = VK_NULL_HANDLE;
  VkDevice device_ = VK_NULL_HANDLE;
  uint32_t max_push_constants_ = 0, max_sets_ = 0;
  std::string messages_;
};

}  // namespace trellis::gpu_compiler
