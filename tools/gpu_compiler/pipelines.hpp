// Pipelines of a module's entry points, with layouts that have a place for all that the module binds.
#pragma once

#include <functional>
#include <set>
#include <vector>

#include "tools/gpu_compiler/compile.hpp"
#include "tools/gpu_compiler/module_interface.hpp"

namespace trellis::gpu_compiler {

/// Destroyed together, in the reverse order.
class DeviceObjects {
 public:
  explicit DeviceObjects(const NullDevice& device) : device_(device) {}
  ~DeviceObjects();
  DeviceObjects(const DeviceObjects&) = delete;
  DeviceObjects& operator=(const DeviceObjects&) = delete;

  const NullDevice& device() const { return device_; }
  VkDevice handle() const { return device_.handle(); }
  const DeviceFunctions& functions() const { return device_.functions(); }
  void defer(std::function<void()> destroy) { destroyers_.push_back(std::move(destroy)); }

 private:
  const NullDevice& device_;
  std::vector<std::function<void()>> destroyers_;
};

struct SetBinding {
  uint32_t number = 0, count = 1;
  std::set<VkDescriptorType> types;

  /// A mutable one, if there are several.
  VkDescriptorType type() const {
    return types.size() == 1 ? *types.begin() : VK_DESCRIPTOR_TYPE_MUTABLE_EXT;
  }
};

/// By set and binding. Ranges without a bound get 16 descriptors.
std::vector<std::vector<SetBinding>> arrange_bindings(std::span<const ResourceVariable> resources);

/// Push constants are as long as the device has them.
Result<VkPipelineLayout> make_layout(DeviceObjects& objects, const PipelineNeeds& needs);

struct StageToCompile {
  const ModuleEntry* entry = nullptr;
  VkShaderModule module = VK_NULL_HANDLE;
  uint32_t subgroup_size = 0;                     ///< 0: the driver's choice.
  bool has_views = false, tests_reports = false;  ///< Of the module.
};

Result<VkShaderModule> make_module(DeviceObjects& objects, std::span<const uint32_t> words);
Result<VkPipeline> make_compute_pipeline(DeviceObjects& objects, const StageToCompile& stage,
                                         VkPipelineLayout layout);
Result<VkPipeline> make_graphics_library(DeviceObjects& objects, const StageToCompile& stage,
                                         VkPipelineLayout layout);
/// Of all stages together; if none of them begins rays, with stages that do nothing. Hit groups are of one
/// shader, but for intersection shaders that use what becomes of a hit that they report: Mesa's driver
/// crashes if such a group has no any-hit shader, and they get one that does nothing.
Result<VkPipeline> make_ray_pipeline(DeviceObjects& objects, const std::vector<StageToCompile>& stages,
                                     VkPipelineLayout layout);

}  // namespace trellis::gpu_compiler
