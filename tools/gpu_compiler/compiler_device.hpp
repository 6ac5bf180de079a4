// The device that compiles modules: the null device of Mesa's Vulkan driver for AMD GPUs (RADV), which
// compiles for any GPU that Mesa knows and executes nothing, or a GPU of this machine with its own driver.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tools/gpu_compiler/features.hpp"
#include "tools/gpu_compiler/vulkan_functions.hpp"

namespace trellis::gpu_compiler {

/// The name that stands for the GPU of this machine, beside Mesa's names of families.
inline constexpr const char* kLocalGpu = "local";

/// What a process is about to do with the driver. Reported before each step, for the message if the driver
/// ends the process.
enum class Step : uint8_t { kLoading, kChoosingFamily, kMakingDevice, kCompiling };

/// Owns the device. The instance lives until the process ends: create only one per process.
class CompilerDevice {
 public:
  /// Creates the null device of a family, or, for kLocalGpu, the first device of this machine that is a GPU
  /// (the first of all if none is). Changes the process' environment for a family, and calls `step` before
  /// each step. Fails with kUnsupported if there is no loader, no such driver, or if it reports no
  /// statistics. A family that Mesa does not know ends the process.
  static Result<std::unique_ptr<CompilerDevice>> create(const std::string& family,
                                                        const std::function<void(Step)>& step);
  ~CompilerDevice();
  CompilerDevice(const CompilerDevice&) = delete;
  CompilerDevice& operator=(const CompilerDevice&) = delete;

  VkDevice handle() const { return device_; }
  const DeviceFunctions& functions() const { return functions_; }
  const FeatureChain& features() const { return features_; }
  uint32_t max_push_constants() const { return max_push_constants_; }
  uint32_t max_sets() const { return max_sets_; }

  /// Returns the driver's messages about modules since the last call: warnings and errors, one per line.
  std::string take_messages();

 private:
  CompilerDevice() = default;
  Result<void> create_instance();
  Result<std::vector<VkPhysicalDevice>> list_devices();
  VkPhysicalDevice find_null_device(const std::vector<VkPhysicalDevice>& devices);
  VkPhysicalDevice find_gpu(const std::vector<VkPhysicalDevice>& devices);
  Result<void> choose_device();
  Result<void> create_device();

  bool is_local_ = false;
  std::string name_;  ///< The driver's name for the device.
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
