#include "tools/gpu_compiler/executables.hpp"

#include "api/reflection/device_needs.hpp"
#include "tools/gpu_compiler/vulkan_names.hpp"

namespace trellis::gpu_compiler {
namespace {

Statistic statistic_of(const VkPipelineExecutableStatisticKHR& from) {
  Statistic statistic = {from.name, from.description, false, from.value.u64, 0};
  if (from.format == VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_BOOL32_KHR) statistic.count = from.value.b32;
  if (from.format == VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_FLOAT64_KHR) {
    statistic.is_real = true;
    statistic.real = from.value.f64;
  }
  return statistic;
}

/// Returns true for a statistic that identifies code and says nothing about its cost.
bool is_hash(const std::string& name) { return name == "Hash" || name.ends_with(" hash"); }

}  // namespace

Result<std::vector<VkPipelineExecutablePropertiesKHR>> list_executables(VkDevice device,
                                                                        const DeviceFunctions& functions,
                                                                        VkPipeline pipeline) {
  auto of_pipeline = vulkan_structure<VkPipelineInfoKHR>(VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR);
  of_pipeline.pipeline = pipeline;
  uint32_t count = 0;
  VkResult result = functions.executables(device, &of_pipeline, &count, nullptr);
  std::vector<VkPipelineExecutablePropertiesKHR> properties(
      count, vulkan_structure<VkPipelineExecutablePropertiesKHR>(
                 VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_PROPERTIES_KHR));
  if (result == VK_SUCCESS) result = functions.executables(device, &of_pipeline, &count, properties.data());
  if (result != VK_SUCCESS) return call_failed("vkGetPipelineExecutablePropertiesKHR", result);
  return properties;
}

Result<std::vector<Statistic>> read_statistics(VkDevice device, const DeviceFunctions& functions,
                                               VkPipeline pipeline, uint32_t index) {
  auto info = vulkan_structure<VkPipelineExecutableInfoKHR>(VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR);
  info.pipeline = pipeline;
  info.executableIndex = index;
  uint32_t count = 0;
  VkResult result = functions.statistics(device, &info, &count, nullptr);
  std::vector<VkPipelineExecutableStatisticKHR> all(count,
                                                    vulkan_structure<VkPipelineExecutableStatisticKHR>(
                                                        VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR));
  if (result == VK_SUCCESS) result = functions.statistics(device, &info, &count, all.data());
  if (result != VK_SUCCESS) return call_failed("vkGetPipelineExecutableStatisticsKHR", result);
  std::vector<Statistic> statistics;
  for (const auto& statistic : all) {
    if (!is_hash(statistic.name)) statistics.push_back(statistic_of(statistic));
  }
  return statistics;
}

std::string find_lacking(std::span<const uint32_t> words, const FeatureChain& features) {
  for (const VulkanNeed* need : device_needs(words).vulkan) {
    if (*need->extension != '\0' && !features.offers(need->extension))
      return std::string(need->extension) + ", for " + need->name;
    if (!features.has_feature(need->feature)) return std::string(need->feature) + ", for " + need->name;
  }
  return {};
}

}  // namespace trellis::gpu_compiler
