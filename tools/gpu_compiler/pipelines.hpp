// Creates pipelines from a module's entry points, with layouts that cover all its bindings.
#pragma once

#include <functional>
#include <set>
#include <vector>

#include "tools/gpu_compiler/compile.hpp"
#include "tools/gpu_compiler/module_interface.hpp"

namespace trellis::gpu_compiler {

/// Destroys Vulkan objects together, in reverse order of creation.
class DeviceObjects {
 public:
  explicit DeviceObjects(const CompilerDevice& device) : device_(device) {}
  ~DeviceObjects();
  DeviceObjects(const DeviceObjects&) = delete;
  DeviceObjects& operator=(const DeviceObjects&) = delete;

  const CompilerDevice& device() const { return device_; }
  VkDevice handle() const { return device_.handle(); }
  const DeviceFunctions& functions() const { return device_.functions(); }
  void defer(std::function<void()> destroy) { destroyers_.push_back(std::move(destroy)); }

 private:
  const CompilerDevice& device_;
  std::vector<std::function<void()>> destroyers_;
};

struct SetBinding {
  uint32_t number = 0, count = 1;
  std::set<VkDescriptorType> types;

  /// Returns the binding's type; the mutable type if there are several.
  VkDescriptorType type() const {
    return types.size() == 1 ? *types.begin() : VK_DESCRIPTOR_TYPE_MUTABLE_EXT;
  }
};

/// Returns the bindings of each set, sorted. Unbounded arrays get 16 descriptors.
std::vector<std::vector<SetBinding>> arrange_bindings(std::span<const ResourceVariable> resources);

/// Makes a layout with the largest push constant range that the device supports.
Result<VkPipelineLayout> make_layout(DeviceObjects& objects, const PipelineNeeds& needs);

struct StageToCompile {
  const ModuleEntry* entry = nullptr;
  VkShaderModule module = VK_NULL_HANDLE;
  uint32_t subgroup_size = 0;                     ///< 0: the driver chooses.
  bool has_views = false, tests_reports = false;  ///< The module's PipelineNeeds.
};

Result<VkShaderModule> make_module(DeviceObjects& objects, std::span<const uint32_t> words);
Result<VkPipeline> make_compute_pipeline(DeviceObjects& objects, const StageToCompile& stage,
                                         VkPipelineLayout layout);
Result<VkPipeline> make_graphics_library(DeviceObjects& objects, const StageToCompile& stage,
                                         VkPipelineLayout layout);
/// Makes one pipeline of all ray stages, and adds stages that do nothing if there is no ray generation
/// shader. Each hit group has one shader. Exception: Mesa's driver crashes if an intersection shader uses the
/// result of a reported hit and its group has no any-hit shader, so that group gets one that does nothing.
Result<VkPipeline> make_ray_pipeline(DeviceObjects& objects, const std::vector<StageToCompile>& stages,
                                     VkPipelineLayout layout);

}  // namespace trellis::gpu_compiler
